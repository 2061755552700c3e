import ScreenModel
import TerminalView
import ViewMessages

/// A screen as lines of text with the ids of what can be used there, part by part.
struct ScreenText: Equatable {
    let head: [String]
    let parts: [[String]]
    let foot: [String]
    /// The places of the parts that have rows.
    private let lists: Set<Int>

    init(_ scene: SceneState) {
        let page = LinearPage(scene.screen, fields: scene.fields, naming: .ids)
        let ends = page.partStarts.dropFirst() + [page.body.count]
        head = page.head.flatMap(Self.wrapped)
        parts = zip(page.partStarts, ends).map { page.body[$0..<$1].flatMap(Self.wrapped) }
        foot = Self.foot(of: scene).flatMap(Self.wrapped)
        let shown = (scene.screen.head ?? []) + scene.screen.parts
        lists = Set(shown.indices.filter { !shown[$0].rowIDs.isEmpty })
    }

    var lines: [String] { head + parts.joined() + foot }

    /// Some of the lines, and how many more there are.
    static func window(_ lines: [String], from: Int = 1, count: Int = .max) -> [String] {
        let rest = lines.dropFirst(max(from, 1) - 1)
        var room = AgentLimits.longestText
        let shown = fitting(rest.prefix(max(count, 0)), &room, within: .max)
        let left = rest.count - shown.count
        return shown + (left > 0 ? ["… \(left) more lines, from \(lines.count - left + 1)"] : [])
    }

    /// The changes since an earlier text; nil where the whole text is as short. A new line takes the place of the old one with its name.
    func changes(since old: ScreenText) -> [String]? {
        var unmatched = Dictionary(old.lines.map { ($0, 1) }, uniquingKeysWith: +)
        func isMatched(_ line: String) -> Bool {
            guard let count = unmatched[line], count > 0 else { return false }
            unmatched[line] = count - 1
            return true
        }
        var new: [String] = []
        let added = beginnings(after: "+ ") { line in
            guard !isMatched(line) else { return false }
            new.append(line)
            return true
        }
        let names = Set(new.map(Self.name))
        let gone = old.lines.filter(isMatched).map(Self.name).filter { !names.contains($0) }
        guard gone.count <= AgentLimits.mostGone, new.count + gone.count < lines.count else { return nil }
        return added + gone.map { "- \($0)" }
    }

    /// The wanted lines; of long parts, the first of them.
    /// - Parameter sign: stands before each line.
    func beginnings(after sign: String = "", where isWanted: (String) -> Bool = { _ in true }) -> [String] {
        var room = AgentLimits.longestText
        var lines = head.filter(isWanted).map { sign + $0 }
        for (index, part) in parts.enumerated() {
            let wanted = part.indices.filter { isWanted(part[$0]) }
            let first = wanted.prefix(AgentLimits.mostPartLines).map { part[$0] }[...]
            let limit = lists.contains(index) ? AgentLimits.longestRows : .max
            let shown = Self.fitting(first, &room, within: limit)
            lines += shown.map { sign + $0 }
            let rest = wanted.dropFirst(shown.count)
            guard let next = rest.first else { continue }
            lines.append("… \(rest.count) more lines: read part \(index + 1) from \(next + 1)")
        }
        return lines + foot.filter(isWanted).map { sign + $0 }
    }

    /// The id of a line, with its brackets; where it has none, its beginning.
    private static func name(of line: String) -> Substring {
        let end = line.hasPrefix("[") ? line.firstIndex(of: "]") : nil
        return end.map { line[...$0] } ?? line.prefix(60)
    }

    /// The first of the lines, as many as there is room for.
    /// - Parameter limit: the bytes within which each of them begins.
    static func fitting(_ lines: ArraySlice<String>, _ room: inout Int, within limit: Int) -> ArraySlice<String> {
        let start = room
        return lines.prefix { line in
            guard start - room < limit, line.utf8.count < room else { return false }
            room -= line.utf8.count + 1
            return true
        }
    }

    private static func wrapped(_ line: String) -> [String] {
        guard line.utf8.count > AgentLimits.longestLine else { return [line] }
        let characters = Array(line)
        return stride(from: 0, to: characters.count, by: AgentLimits.longestLine).map {
            String(characters[$0...].prefix(AgentLimits.longestLine))
        }
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
    func has(_ part: Int?) -> Bool { last?.parts.count ?? 0 >= part ?? 0 }

    /// The client gets the newest.
    mutating func show() { if !entries.isEmpty { entries[entries.count - 1].isShown = true } }

    /// The newest text of a scene that the client has got.
    func shown(of scene: String?) -> (number: Int, text: ScreenText)? {
        entries.last { $0.isShown && $0.scene == scene }.map { ($0.number, $0.text) }
    }
}
