import Languages
import FuzzySearch
import ScreenModel
import TerminalText
import ViewMessages

/// The way to the scene on screen, and what is under way.
enum TitleBar {
    static func draw(_ state: ViewState, row: Int, on frame: inout Frame) {
        let close = StyledText(state.session.isModal ? "✕" : "", .quiet)
        let gap = StyledText(state.session.isModal && state.session.isActive ? "  " : "")
        let activity = self.activity(of: state).truncated(to: state.size.columns / 2) + gap + close
        let start = state.size.columns - activity.cells - 1
        let room = activity.isEmpty ? state.size.columns - 2 : start - 2
        let path = path(state.session.titles, room: room)
        frame.buffer.write(path, row: row, column: 1)
        frame.buffer.write(activity, row: row, column: max(start, 0))
        guard !state.session.isAtRoot else { return }
        // The way back: the titles before the last, and the sign that closes.
        let title = path.runs.last.map { CellWidth.of($0.text) } ?? 0
        frame.targets.add(row: row, columns: 1..<1 + max(path.cells - title, 0), .goBack)
        frame.targets.add(row: row, columns: state.size.columns - 1 - close.cells..<state.size.columns, .goBack)
    }

    private static func activity(of state: ViewState) -> StyledText {
        guard let label = state.session.isWaiting ? state.words["Starting…"] : state.top?.screen.activity else {
            return StyledText()
        }
        return StyledText(Throbber.frame(state.ticks) + " ", .accent) + StyledText(label, .quiet)
    }

    /// The titles of the scenes. Where there is no room for all, the first ones are left out.
    private static func path(_ titles: [String], room: Int) -> StyledText {
        guard let title = titles.last else { return StyledText() }
        var path = StyledText(title, .accent).truncated(to: room)
        for (index, parent) in titles.dropLast().enumerated().reversed() {
            let step = StyledText("\(parent) › ", .quiet)
            guard step.cells + path.cells <= room - (index > 0 ? 4 : 0) else {
                let more = StyledText("… › ", .quiet)
                return more.cells + path.cells <= room ? more + path : path
            }
            path = step + path
        }
        return path
    }
}

/// The sign that something is under way.
package enum Throbber {
    /// Time from one frame to the next.
    package static let interval = Duration.milliseconds(80)
    private static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    static func frame(_ ticks: Int) -> String { frames[ticks % frames.count] }
}

/// The last notice, and hints to the keys that hold; without news, at the right the place of the selection among the rows.
enum StatusLine {
    static func draw(_ state: ViewState, row: Int, on frame: inout Frame) {
        let columns = state.size.columns
        let notice = state.notice.flatMap { text(of: $0, state.words) }
        var first = 1
        if let notice {
            let text = notice.truncated(to: columns - 2)
            first = frame.buffer.write(text, row: row, column: first) + gap
            guard columns - 1 - first >= leastRoom else { return }
        }
        let place = notice == nil ? place(in: state) : StyledText()
        var end = first
        for hint in hints(for: state, room: columns - 1 - first) {
            let start = end > first ? end + separator.count : end
            end = frame.buffer.write(hint.text, row: row, column: start)
            frame.targets.add(row: row, columns: start..<end, hint.action)
        }
        let start = columns - 1 - place.cells
        if start >= end + 2 { frame.buffer.write(place, row: row, column: start) }
    }

    /// Nil for a notice that has a box of its own.
    private static func text(of notice: Notice, _ words: Words) -> StyledText? {
        switch notice {
        case .opened(let url):
            StyledText("✓ ", .success) + StyledText(words["Opened"] + " ", .strong)
                + StyledText(url, link: Hyperlink(url))
        case .playing(let url, nil):
            StyledText(words["No player for"] + " ", .strong) + StyledText(url, link: Hyperlink(url))
        case .playing(_, let player?): StyledText("▶ ", .success) + StyledText(words("Playing in %", player), .strong)
        case .copied: StyledText("✓ ", .success) + StyledText(words["Copied"], .strong)
        case .word(let text, let tone): StyledText("● ", .accent.toned(tone)) + StyledText(text, .strong)
        case .failed: nil
        case .session(let message, let isGood):
            (isGood ? StyledText("✓ ", .success) : StyledText("✗ ", .failure)) + StyledText(message, .strong)
        case .advice(let text): StyledText(words[text], .strong)
        }
    }

    /// The hints that fit whole. The last two show where to find the others and how to leave, so they have precedence.
    private static func hints(for state: ViewState, room: Int) -> [KeyHint] {
        let repertoire = state.repertoire
        let bindings = KeyMap.bindings(for: state).filter { $0.hint != nil }
        let all = bindings.map { repertoire.text(for: $0.hint ?? "") }
        let essential = max(all.count - 2, 0)
        var chosen: [Int] = []
        var free = room + separator.count
        for index in Array(essential..<all.count) + Array(0..<essential) {
            let width = CellWidth.of(all[index]) + separator.count
            guard width <= free else { continue }
            chosen.append(index)
            free -= width
        }
        let hints = chosen.sorted().map { index in
            let words = all[index].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            var text = StyledText(String(words[0]), .strong)
            if words.count > 1 { text.append(" " + words[1], .quiet) }
            return KeyHint(text: text, action: bindings[index].action)
        }
        // Where not even one fits, its key may.
        guard hints.isEmpty, all.indices.contains(essential) else { return hints }
        let key = StyledText(String(all[essential].prefix { $0 != " " }), .strong).truncated(to: room)
        return [KeyHint(text: key, action: bindings[essential].action)]
    }

    private static let separator = "  "
    /// Cells from a notice to the hints.
    private static let gap = 3
    /// Beside a notice, hints in fewer cells would only disturb.
    private static let leastRoom = 16

    private static func place(in state: ViewState) -> StyledText {
        guard let scene = state.top, scene.screen.alert == nil, state.overlay?.isHelp != true else {
            return StyledText()
        }
        let words = Words(scene.screen)
        let content = scene.content(width: state.size.columns)
        let selected = scene.viewport.selected(in: content)?.rowNumber
        guard let number = selected ?? scene.viewport.awaited.map({ $0 + 1 }) else {
            return StyledText(scene.filter.map { "0 \(words["of"]) \($0.rowCount)" } ?? "", .quiet)
        }
        let marked = marked(scene.marks, in: content, words)
        let count = state.count.map { "\($0)  " } ?? ""
        let before = count + marked
        if let filter = scene.filter, !filter.query.isEmpty {
            return StyledText(before + "\(number)/\(filter.matchCount) \(words["of"]) \(filter.rowCount)", .quiet)
        }
        return StyledText(before + "\(number)/\(content.rowCount)\(scene.screen.hasMore == true ? "+" : "")", .quiet)
    }

    /// The number of marked rows, and of a list of which only a piece is here, the number of those elsewhere.
    private static func marked(_ marks: Marks, in content: Content, _ words: Words) -> String {
        guard !marks.isEmpty else { return "" }
        let all = "\(marks.count) \(words["marked"])"
        guard content.window != nil else { return all + "  " }
        let here = content.choices.reduce(0) { $0 + (marks.contains($1.id.name) ? 1 : 0) }
        return all + (here < marks.count ? " (\(marks.count - here) \(words["not here"]))" : "") + "  "
    }
}

/// A hint in the status line.
private struct KeyHint {
    let text: StyledText
    let action: KeyAction
}
