/// The newest screen as each stream needs it: whole, or as what differs from a screen that the stream has sent already.
///
/// A browser keeps as many screens as this does, each by its number, and a stream knows which of them its browser has. So a stream that
/// missed a screen, or has just begun, gets a whole one.
package struct SentScreens {
    private struct Screen {
        let scene: String
        let version: Int
        /// The markup's tags; nil where it is too long to be kept.
        var tags: MarkupTags?
    }

    /// Screens by number.
    private var screens: [Screen] = []
    /// The screens before the newest: its own number had another.
    private var bases: [Screen] = []
    private var newest: (number: Int, tags: MarkupTags) = (0, MarkupTags([]))
    /// Frames of the newest screen, by the number of the base; nil for the whole screen.
    private var frames: [Int?: [UInt8]] = [:]
    /// The version of the newest screen; 0 before the first.
    package private(set) var version = 0

    /// Screens that a browser keeps.
    private static let most = 6
    /// Bytes of a screen from which others can copy.
    private static let longest = 1 << 19

    package init() {}

    /// - Parameter version: greater than that of every earlier screen.
    package mutating func show(_ markup: HTMLMarkup, of scene: String, version: Int) {
        bases = screens
        let tags = MarkupTags(markup.bytes)
        let number = number(for: scene)
        let kept = Screen(scene: scene, version: version, tags: markup.bytes.count <= Self.longest ? tags : nil)
        if number == screens.count { screens.append(kept) } else { screens[number] = kept }
        (newest, frames, self.version) = ((number, tags), [:], version)
    }

    /// The number of the scene's last screen, a free one, or the number of the screen that was shown longest ago.
    private func number(for scene: String) -> Int {
        if let number = screens.firstIndex(where: { $0.scene == scene }) { return number }
        guard screens.count >= Self.most else { return screens.count }
        return screens.indices.min { screens[$0].version < screens[$1].version } ?? 0
    }

    /// The newest screen as a server-sent event.
    /// - Parameter held: the versions of the screens that the stream's browser has, by number.
    package mutating func frame(for held: inout [Int: Int]) -> [UInt8] {
        let usable = bases.indices.filter { held[$0] == bases[$0].version && bases[$0].tags != nil }
        held[newest.number] = version
        guard !usable.isEmpty else { return frame(from: nil) }
        if usable.contains(newest.number), bases[newest.number].scene == screens[newest.number].scene {
            return frame(from: newest.number)
        }
        return usable.map { frame(from: $0) }.min { $0.count < $1.count } ?? frame(from: nil)
    }

    private mutating func frame(from base: Int?) -> [UInt8] {
        if let frame = frames[base] { return frame }
        var data = Array("\(newest.number)".utf8)
        if let base { data += " \(base)".utf8 }
        data += newest.tags.edits(from: base.flatMap { bases[$0].tags } ?? MarkupTags([]))
        let frame = EventFrame.screen(data)
        frames[base] = frame
        return frame
    }
}
