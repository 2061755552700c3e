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
        drawBorder(rows: top..<top + height + 2, columns: left..<left + inner + border, title: title, on: &buffer)
        for (index, line) in lines.prefix(height).enumerated() {
            buffer.write(line.truncated(to: inner), row: top + 1 + index, column: left + 2)
        }
        return lines.indices.map { $0 < height ? Position(row: top + 1 + $0, column: left + 2) : nil }
    }

    /// Draws a frame around blanks. It has two rows and two columns at least.
    static func drawBorder(rows: Range<Int>, columns: Range<Int>, title: String = "", on buffer: inout CellBuffer) {
        let edge = StyledText(title.isEmpty ? "" : " \(title.truncated(to: columns.count - border - 2)) ", .strong)
        let line = String(repeating: "─", count: columns.count - 2)
        let rest = StyledText(String(line.dropFirst(1 + edge.cells)) + "╮", .quiet)
        buffer.write(StyledText("╭─", .quiet) + edge + rest, row: rows.lowerBound, column: columns.lowerBound)
        for row in rows.dropFirst().dropLast() {
            buffer.fill(row: row, columns)
            buffer.write(StyledText("│", .quiet), row: row, column: columns.lowerBound)
            buffer.write(StyledText("│", .quiet), row: row, column: columns.upperBound - 1)
        }
        buffer.write(StyledText("╰\(line)╯", .quiet), row: rows.upperBound - 1, column: columns.lowerBound)
    }

    /// Draws the last lines, which have the buttons, where there is no room for a border.
    private static func drawBare(_ lines: [StyledText], rows: Range<Int>, on buffer: inout CellBuffer) -> [Position?] {
        for (row, line) in zip(rows, lines.suffix(rows.count)) {
            buffer.fill(row: row, 0..<buffer.size.columns)
            buffer.write(line.truncated(to: buffer.size.columns), row: row, column: 0)
        }
        let hidden = max(lines.count - rows.count, 0)
        return lines.indices.map { $0 < hidden ? nil : Position(row: rows.lowerBound + $0 - hidden, column: 0) }
    }
}

/// Lines in a box. Where they have no room, they can be scrolled.
struct ScrolledBox {
    let title: String
    let lines: [StyledText]

    /// The last line that it can be scrolled to.
    /// - Parameter rows: the rows that the box may take.
    func end(rows: Int) -> Int { max(lines.count - Self.height(rows: rows), 0) }

    static func height(rows: Int) -> Int { max(rows - 2, 1) }

    func draw(_ words: Words, top: Int, rows: Range<Int>, on buffer: inout CellBuffer) {
        let end = end(rows: rows.count)
        let page = lines.dropFirst(min(top, end)).prefix(Self.height(rows: rows.count))
        // Every page is as wide as the whole.
        let width = lines.map(\.cells).max() ?? 0
        Box.draw(
            page.map { $0.fitted(to: width) }, title: end == 0 ? title : "\(title) (↑↓ \(words["for more"]))",
            rows: rows, on: &buffer)
    }
}

/// The keys that hold on the screen behind it.
package enum HelpBox {
    static func draw(_ state: ViewState, top: Int, rows: Range<Int>, on frame: inout Frame) {
        let size = Size(columns: frame.buffer.size.columns, rows: rows.count)
        box(for: state, in: size).draw(state.words, top: top, rows: rows, on: &frame.buffer)
        frame.targets.add(rows: rows, columns: 0..<size.columns, .action(.hideHelp))
    }

    /// The last line that the help can be scrolled to.
    package static func end(for state: ViewState) -> Int {
        let size = Size(columns: state.size.columns, rows: state.size.rows - 1)
        return box(for: state, in: size).end(rows: size.rows)
    }

    private static func box(for state: ViewState, in size: Size) -> ScrolledBox {
        ScrolledBox(title: state.words["Keys"], lines: lines(for: state, in: size))
    }

    private static func lines(for state: ViewState, in size: Size) -> [StyledText] {
        let entries = KeyMap.bindings(for: state.behind).filter { !$0.name.isEmpty }.map {
            (name: state.repertoire.text(for: $0.name), label: $0.label)
        }
        let width = entries.map { CellWidth.of($0.name) }.max() ?? 0
        let lines = entries.map { StyledText($0.name, .strong).fitted(to: width + 2) + StyledText($0.label) }
        return inColumns(lines, height: ScrolledBox.height(rows: size.rows), room: size.columns - Box.border)
    }

    /// Two columns where one would be too high.
    private static func inColumns(_ lines: [StyledText], height: Int, room: Int) -> [StyledText] {
        let half = (lines.count + 1) / 2
        let width = lines.prefix(half).map(\.cells).max() ?? 0
        guard lines.count > height, width * 2 + 3 <= room else { return lines }
        return (0..<half).map { index in
            guard half + index < lines.count else { return lines[index] }
            return lines[index].fitted(to: width + 3) + lines[half + index]
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

    /// The field with a cell in reverse instead of the cursor.
    private static func field(_ field: TextField, after sign: String, room: Int) -> StyledText {
        let line = FieldLine(field, hasFocus: true, room: room - sign.count)
        let cursor = StyledText(String(line.after.first ?? " "), CellStyle.plain.selected)
        let rest = StyledText(String(line.after.dropFirst()))
        return (StyledText(sign, .accent) + StyledText(line.before) + cursor + rest).truncated(to: room)
    }

    private static func line(
        _ entry: KeyBinding, isChosen: Bool, room: Int, _ repertoire: Repertoire
    ) -> StyledText {
        let key = StyledText(repertoire.text(for: entry.name), .quiet)
        let label = StyledText(entry.label, isChosen ? CellStyle.strong.selected : .plain)
            .truncated(to: max(room - key.cells - 4, 1))
        return StyledText(isChosen ? "▸ " : "  ", .accent)
            + label.fitted(to: max(room - 2 - key.cells, label.cells + 1))
            + key
    }
}

/// A failure of the router and its reason. It stays in front of the screen until the user closes it.
package enum FailureBox {
    static func draw(_ failure: Failure, _ words: Words, top: Int, rows: Range<Int>, on buffer: inout CellBuffer) {
        box(for: failure, words, columns: buffer.size.columns).draw(words, top: top, rows: rows, on: &buffer)
    }

    /// The last line that it can be scrolled to.
    package static func end(for failure: Failure, in size: Size) -> Int {
        box(for: failure, Words(nil), columns: size.columns).end(rows: size.rows - 1)
    }

    private static func box(for failure: Failure, _ words: Words, columns: Int) -> ScrolledBox {
        ScrolledBox(
            title: words[title(of: failure)],
            lines: LineWrapping.wrap(StyledText(failure.message), width: max(columns - Box.border, 1)))
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
