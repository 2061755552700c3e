import Languages
package import ScreenModel
import TerminalText
import ViewMessages

/// A frame in the middle of the screen, in front of everything else.
enum Box {
    /// The cells that the border and the space inside it take, on both sides together.
    static let border = 4

    /// - Returns: the row of each line; nil for those without room.
    @discardableResult
    static func draw(
        _ lines: [StyledText], title: String, rows: Range<Int>, on buffer: inout CellBuffer
    ) -> [Position?] {
        let columns = buffer.size.columns
        let widest = max(lines.map(\.cells).max() ?? 0, CellWidth.of(title) + 2)
        let inner = min(widest, columns - border)
        let height = min(lines.count, rows.count - 2)
        guard inner > 0, height > 0 else { return drawBare(lines, rows: rows, on: &buffer) }
        let left = (columns - inner - border) / 2
        let top = rows.lowerBound + (rows.count - height - 2) / 2
        let edge = StyledText(title.isEmpty ? "" : " \(title.truncated(to: inner - 2)) ", .strong)
        let bar = String(repeating: "─", count: max(inner + 1 - edge.cells, 0))
        buffer.write(
            StyledText("╭─", .quiet) + edge + StyledText(bar + "╮", .quiet), row: top, column: left)
        for (index, line) in lines.prefix(height).enumerated() {
            let row = top + 1 + index
            buffer.fill(row: row, left..<left + inner + border)
            buffer.write(StyledText("│ ", .quiet), row: row, column: left)
            buffer.write(line.truncated(to: inner), row: row, column: left + 2)
            buffer.write(StyledText(" │", .quiet), row: row, column: left + 2 + inner)
        }
        let bottom = "╰" + String(repeating: "─", count: inner + 2) + "╯"
        buffer.write(StyledText(bottom, .quiet), row: top + height + 1, column: left)
        return lines.indices.map { $0 < height ? Position(row: top + 1 + $0, column: left + 2) : nil }
    }

    /// Without room for a border, the last lines are shown: they have the buttons.
    private static func drawBare(
        _ lines: [StyledText], rows: Range<Int>, on buffer: inout CellBuffer
    ) -> [Position?] {
        for (row, line) in zip(rows, lines.suffix(rows.count)) {
            buffer.fill(row: row, 0..<buffer.size.columns)
            buffer.write(line.truncated(to: buffer.size.columns), row: row, column: 0)
        }
        let hidden = max(lines.count - rows.count, 0)
        return lines.indices.map { $0 < hidden ? nil : Position(row: rows.lowerBound + $0 - hidden, column: 0) }
    }
}

/// The keys that hold on the screen behind it.
package enum HelpBox {
    static func draw(_ state: ViewState, top: Int, rows: Range<Int>, on frame: inout Frame) {
        let size = Size(columns: frame.buffer.size.columns, rows: rows.count)
        let lines = lines(for: state, in: size)
        // Every page is as wide as the whole.
        let width = lines.map(\.cells).max() ?? 0
        let page = lines.dropFirst(min(top, end(of: lines, in: size))).prefix(height(in: size)).map { line in
            line + StyledText(String(repeating: " ", count: width - line.cells))
        }
        let isAll = page.count == lines.count
        let words = state.words
        let title = isAll ? words["Keys"] : "\(words["Keys"]) (↑↓ \(words["for more"]))"
        Box.draw(Array(page), title: title, rows: rows, on: &frame.buffer)
        frame.targets.add(rows: rows, columns: 0..<size.columns, .action(.hideHelp))
    }

    /// The last line that the help can be scrolled to.
    package static func end(for state: ViewState) -> Int {
        let size = Size(columns: state.size.columns, rows: state.size.rows - 1)
        return end(of: lines(for: state, in: size), in: size)
    }

    private static func end(of lines: [StyledText], in size: Size) -> Int { max(lines.count - height(in: size), 0) }
    private static func height(in size: Size) -> Int { max(size.rows - 2, 1) }

    private static func lines(for state: ViewState, in size: Size) -> [StyledText] {
        let entries = entries(KeyMap.bindings(for: state.behind)).map { name, label in
            (name: state.repertoire.text(for: name), label: label)
        }
        let width = entries.map { CellWidth.of($0.name) }.max() ?? 0
        let lines = entries.map { entry in
            let padding = String(repeating: " ", count: width - CellWidth.of(entry.name) + 2)
            return StyledText(entry.name, .strong) + StyledText(padding + entry.label)
        }
        return inColumns(lines, height: height(in: size), room: size.columns - Box.border)
    }

    /// A key is named only where it holds, which is in the last binding that has it.
    private static func entries(_ bindings: [KeyBinding]) -> [(name: String, label: String)] {
        var taken: Set<Substring> = []
        var entries: [(name: String, label: String)] = []
        for binding in bindings.reversed() {
            let keys = binding.name.split(separator: " ").filter { !taken.contains($0) }
            taken.formUnion(keys)
            if !keys.isEmpty { entries.append((keys.joined(separator: " "), binding.label)) }
        }
        return entries.reversed()
    }

    /// Two columns where one would be too high.
    private static func inColumns(_ lines: [StyledText], height: Int, room: Int) -> [StyledText] {
        let half = (lines.count + 1) / 2
        let width = lines.prefix(half).map(\.cells).max() ?? 0
        guard lines.count > height, width * 2 + 3 <= room else { return lines }
        return (0..<half).map { index in
            guard half + index < lines.count else { return lines[index] }
            let gap = String(repeating: " ", count: width - lines[index].cells + 3)
            return lines[index] + StyledText(gap) + lines[half + index]
        }
    }
}

/// The palette: a field, and below it the names that fit what is typed there, with their keys.
enum PaletteBox {
    private static let widest = 56
    /// The field and the line below it.
    private static let head = 2

    static func draw(_ palette: CommandPalette, of state: ViewState, rows: Range<Int>, on frame: inout Frame) {
        let room = max(min(widest, frame.buffer.size.columns - Box.border), 1)
        let entries = state.paletteEntries
        let height = max(min(rows.count - 2, 14) - head, 1)
        let chosen = min(palette.chosen, max(entries.count - 1, 0))
        let first = max(0, min(chosen - height / 2, entries.count - height))
        let sign = palette.optionsOf == nil ? ": " : "> "
        var lines = [
            field(palette.field, after: sign, room: room), StyledText(String(repeating: "─", count: room), .quiet),
        ]
        for (index, entry) in entries.enumerated().dropFirst(first).prefix(height) {
            lines.append(line(entry, isChosen: index == chosen, room: room, state.repertoire))
        }
        if entries.isEmpty {
            let text = state.words[palette.optionsOf == nil ? "No such command" : "Nothing found"]
            lines.append(StyledText(text, .quiet).truncated(to: room))
        }
        let places = Box.draw(lines, title: title(palette, state), rows: rows, on: &frame.buffer)
        for (index, place) in places.dropFirst(head).prefix(entries.count).enumerated() {
            guard let place else { continue }
            frame.targets.add(
                row: place.row, columns: place.column..<place.column + room, .paletteEntry(first + index))
        }
    }

    private static func title(_ palette: CommandPalette, _ state: ViewState) -> String {
        palette.optionsOf.flatMap { state.top?.screen.formField($0)?.field.label }
            ?? state.words["Commands"]
    }

    /// With a cell in reverse instead of the cursor.
    private static func field(_ field: TextField, after sign: String, room: Int) -> StyledText {
        let before = String(field.before.suffix(cells: max(room - 3, 0)))
        let cursor = field.after.first.map { String($0) } ?? " "
        let text =
            StyledText(sign, .accent) + StyledText(before) + StyledText(cursor, CellStyle.plain.selected)
            + StyledText(String(field.after.dropFirst()))
        return text.truncated(to: room)
    }

    private static func line(
        _ entry: KeyBinding, isChosen: Bool, room: Int, _ repertoire: Repertoire
    ) -> StyledText {
        let key = StyledText(repertoire.text(for: entry.name), .quiet)
        let label = StyledText(entry.label, isChosen ? CellStyle.strong.selected : .plain)
            .truncated(to: max(room - key.cells - 4, 1))
        let gap = String(repeating: " ", count: max(room - 2 - label.cells - key.cells, 1))
        return StyledText(isChosen ? "▸ " : "  ", .accent) + label + StyledText(gap) + key
    }
}

/// What the router could not do and why. It stays in front of the screen until the user closes it.
package enum FailureBox {
    static func draw(_ failure: Failure, _ words: Words, top: Int, rows: Range<Int>, on buffer: inout CellBuffer) {
        let lines = lines(for: failure, columns: buffer.size.columns)
        let height = height(rows.count)
        let page = lines.dropFirst(min(top, max(lines.count - height, 0))).prefix(height)
        let isAll = page.count == lines.count
        let title = words[title(of: failure)]
        Box.draw(
            page.map { StyledText($0) }, title: isAll ? title : "\(title) (↑↓ \(words["for more"]))", rows: rows,
            on: &buffer)
    }

    /// The last line that it can be scrolled to.
    package static func end(for failure: Failure, in size: Size) -> Int {
        max(lines(for: failure, columns: size.columns).count - height(size.rows - 1), 0)
    }

    private static func height(_ rows: Int) -> Int { max(rows - 2, 1) }

    private static func lines(for failure: Failure, columns: Int) -> [String] {
        LineWrapping.wrap(failure.message, width: max(columns - Box.border, 1))
    }

    private static func title(of failure: Failure) -> String {
        switch failure.action {
        case "openURL": "The page was not opened"
        case "play": "Nothing was played"
        case Failure.screen: "A screen could not be shown"
        default: "That did not work"
        }
    }
}
