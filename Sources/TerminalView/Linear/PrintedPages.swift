import JSON

/// Digests of what has been printed of each scene, so that only what is new is printed, also by a successor of this view.
struct PrintedPages: JSONCodable, Equatable, Sendable {
    struct Page: JSONCodable, Equatable, Sendable {
        var head: UInt64
        var body: UInt64
        /// Lines of the body.
        var lines: Int
        var foot: UInt64
    }

    var pages: [String: Page] = [:]
    /// The scene that was printed last.
    var scene: String?
    /// The lines of its page; nil where there are too many.
    var seen: SeenLines?
    /// The page has changed by itself since the last command.
    var isLive: Bool = false

    /// - Parameter isAnswer: a command is to be answered, at least by saying that nothing has changed. Of a screen that comes by
    ///   itself, only what has changed is printed.
    /// - Returns: the lines to print; empty when all is printed already.
    mutating func take(_ page: LinearPage, of scene: String, isAnswer: Bool) -> [String] {
        let old = pages[scene]
        let isOnScreen = self.scene == scene
        pages[scene] = Page(
            head: Self.digest(page.head), body: Self.digest(page.body), lines: page.body.count,
            foot: Self.digest(page.foot))
        self.scene = scene
        let seen = self.seen
        self.seen = SeenLines(page)
        if isAnswer { isLive = false }
        guard let old, old.head == Self.digest(page.head), page.body.count >= old.lines,
            Self.digest(page.body.prefix(old.lines)) == old.body
        else {
            guard let old, isOnScreen, !isAnswer else { return page.head + page.body + page.foot }
            return changes(on: page, since: old, seen)
        }
        let news = page.body.dropFirst(old.lines)
        guard isOnScreen else {
            let known = old.lines == 0 ? [] : ["\(Self.count(old.lines, of: page)), as before: again prints it"]
            return page.head + known + news + page.foot
        }
        if !news.isEmpty || old.foot != pages[scene]?.foot {
            return news.isEmpty && page.foot.isEmpty ? page.head : news + page.foot
        }
        guard isAnswer else { return [] }
        return page.foot.isEmpty ? ["Nothing has changed."] : page.foot
    }

    /// Of a screen that comes by itself.
    private mutating func changes(on page: LinearPage, since old: Page, _ seen: SeenLines?) -> [String] {
        let wasLive = isLive
        isLive = true
        let head = old.head == Self.digest(page.head) ? [] : page.head
        let foot = old.foot == Self.digest(page.foot) ? [] : page.foot
        guard let seen, self.seen != nil else {
            return head + ["changed: again prints all \(Self.count(page.body.count, of: page))"] + foot
        }
        let changes = seen.changes(on: page)
        // A screen that was another one before.
        if changes.isMost, !wasLive { return page.head + page.body + page.foot }
        return head + changes.lines + foot
    }

    mutating func keep(scenes: Set<String>) {
        pages = pages.filter { scenes.contains($0.key) }
    }

    private static func count(_ lines: Int, of page: LinearPage) -> String {
        let rows = page.rows.count
        return rows > 0 ? "\(rows) \(rows == 1 ? "row" : "rows")" : "\(lines) \(lines == 1 ? "line" : "lines")"
    }

    /// FNV-1a, because Swift's own hash differs from process to process.
    static func digest(_ lines: some Sequence<String>) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for line in lines {
            for byte in line.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
            digest = (digest ^ 0x0A) &* 0x100_0000_01B3
        }
        return digest
    }
}
