import ScreenModel
import TerminalView
import ViewMessages

/// A screen as lines of text with the ids of what can be used there, part by part.
struct ScreenText: Equatable {
    let head: [String]
    let parts: [[String]]
    let foot: [String]

    init(_ scene: SceneState) {
        let page = LinearPage(scene.screen, fields: scene.fields, naming: .ids)
        let ends = page.partStarts.dropFirst() + [page.body.count]
        head = page.head.flatMap(Self.wrapped)
        parts = zip(page.partStarts, ends).map { page.body[$0..<$1].flatMap(Self.wrapped) }
        foot = Self.foot(of: scene).flatMap(Self.wrapped)
    }

    var lines: [String] { head + parts.joined() + foot }

    /// The text with the beginnings of long parts.
    var compact: [String] {
        var room = AgentLimits.longestText
        var lines = head
        for (index, part) in parts.enumerated() {
            let shown = Self.fitting(part.prefix(AgentLimits.mostPartLines), &room)
            lines += shown
            let rest = part.count - shown.count
            if rest > 0 { lines.append("… \(rest) more lines: read part \(index + 1) from \(shown.count + 1)") }
        }
        return lines + foot
    }

    /// A window of a part.
    /// - Parameters:
    ///   - number: of the part, from 1.
    ///   - from: the first line, from 1.
    /// - Returns: nil for a part that is not there.
    func lines(ofPart number: Int, from: Int, count: Int?) -> [String]? {
        guard parts.indices.contains(number - 1) else { return nil }
        let part = parts[number - 1]
        let rest = part.dropFirst(max(from, 1) - 1)
        var room = AgentLimits.longestText
        let shown = Self.fitting(rest.prefix(max(count ?? .max, 0)), &room)
        let left = rest.count - shown.count
        return shown + (left > 0 ? ["… \(left) more lines, from \(part.count - left + 1)"] : [])
    }

    /// The changes since an earlier text; nil where the whole text is as short.
    func changes(since old: ScreenText) -> [String]? {
        var unmatched = Dictionary(old.lines.map { ($0, 1) }, uniquingKeysWith: +)
        var added: [String] = []
        for line in lines {
            if let count = unmatched[line], count > 0 { unmatched[line] = count - 1 } else { added.append(line) }
        }
        let gone = old.lines.filter { line in
            guard let count = unmatched[line], count > 0 else { return false }
            unmatched[line] = count - 1
            return true
        }
        let all = added.map { "+ \($0)" } + gone.map { "- \($0.prefix(60))" }
        guard all.count <= AgentLimits.mostChanges, all.count < lines.count else { return nil }
        return all
    }

    /// The first of the lines, as many as there is room for.
    static func fitting(_ lines: ArraySlice<String>, _ room: inout Int) -> [String] {
        var fitting: [String] = []
        for line in lines {
            room -= line.utf8.count + 1
            guard room >= 0 else { break }
            fitting.append(line)
        }
        return fitting
    }

    private static func wrapped(_ line: String) -> [String] {
        guard line.utf8.count > AgentLimits.longestLine else { return [line] }
        var (pieces, rest) = ([String](), Substring(line))
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(AgentLimits.longestLine)))
            rest = rest.dropFirst(AgentLimits.longestLine)
        }
        return pieces
    }

    private static func foot(of scene: SceneState) -> [String] {
        let screen = scene.screen
        var lines = scene.marks.isEmpty ? [] : ["selected rows: \(scene.marks.count)"]
        if screen.hasMore == true { lines.append("more rows: page") }
        let keys = (screen.keys ?? []).filter(\.isReported)
        for (caption, isForRow) in [("keys", false), ("keys for a row", true)] {
            let names = keys.filter { ($0.isForRow == true) == isForRow }.map { "[\($0.control)] \($0.title)" }
            if !names.isEmpty { lines.append("\(caption): " + names.joined(separator: "  ")) }
        }
        if let alert = screen.alert {
            lines += ["! \(alert.title)"] + alert.message.split(separator: "\n").map { "! \($0)" }
            lines.append((["!"] + alert.buttons.map { "[\($0.control)] \($0.title)" }).joined(separator: " "))
        }
        return lines
    }
}

/// The newest texts of screens, by their numbers.
struct ScreenVersions {
    private struct Entry {
        let number: Int
        let scene: String
        let text: ScreenText
        var isShown = false
    }

    private var entries: [Entry] = []
    /// The number of the newest; 0 for none.
    private(set) var newest: Int

    /// - Parameter newest: of an earlier view.
    init(after newest: Int = 0) { self.newest = newest }

    /// - Returns: whether the text is new.
    mutating func note(_ text: ScreenText, of scene: String) -> Bool {
        if let last = entries.last, last.scene == scene, last.text == text { return false }
        newest &+= 1
        entries.append(Entry(number: newest, scene: scene, text: text))
        if entries.count > AgentLimits.mostVersions { entries.removeFirst() }
        return true
    }

    /// The text with that number; nil for one that is forgotten, or of another scene.
    func text(_ number: Int?, of scene: String?) -> ScreenText? {
        entries.first { $0.number == number && $0.scene == scene }?.text
    }

    var last: ScreenText? { entries.last?.text }

    /// The client gets the newest.
    mutating func show() { if !entries.isEmpty { entries[entries.count - 1].isShown = true } }

    /// The newest text of a scene that the client has got.
    func shown(of scene: String?) -> (number: Int, text: ScreenText)? {
        entries.last { $0.isShown && $0.scene == scene }.map { ($0.number, $0.text) }
    }
}
