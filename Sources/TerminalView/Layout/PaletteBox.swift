import ScreenModel
import TerminalText
import ViewMessages

/// The palette: a field, and below it the names that fit what is typed there, with their keys.
enum PaletteBox {
    private static let widest = 56
    /// The field and the line below it.
    private static let head = 2

    static func draw(_ palette: Palette, of state: ViewState, rows: Range<Int>, on frame: inout Frame) {
        let room = max(min(widest, frame.buffer.size.columns - Box.border), 1)
        let entries = state.paletteEntries
        let height = max(min(rows.count - 2, 14) - head, 1)
        let chosen = min(palette.chosen, max(entries.count - 1, 0))
        let first = max(0, min(chosen - height / 2, entries.count - height))
        var lines = [field(palette.field, room: room), StyledText(String(repeating: "─", count: room), .quiet)]
        for (index, entry) in entries.enumerated().dropFirst(first).prefix(height) {
            lines.append(line(entry, isChosen: index == chosen, room: room, state.repertoire))
        }
        if entries.isEmpty { lines.append(StyledText("Nothing has that name", .quiet).truncated(to: room)) }
        let places = Box.draw(lines, title: title(palette, state), rows: rows, on: &frame.buffer)
        for (index, place) in places.dropFirst(head).prefix(entries.count).enumerated() {
            guard let place else { continue }
            frame.targets.add(
                row: place.row, columns: place.column..<place.column + room, .paletteEntry(first + index))
        }
    }

    private static func title(_ palette: Palette, _ state: ViewState) -> String {
        palette.optionsOf.flatMap { state.top?.screen.formField($0)?.field.label }
            ?? Words(state.top?.screen)["What to do"]
    }

    /// With a cell in reverse in the place of the cursor.
    private static func field(_ field: TextField, room: Int) -> StyledText {
        let before = String(field.before.suffix(cells: max(room - 3, 0)))
        let cursor = field.after.first.map { String($0) } ?? " "
        let text =
            StyledText(": ", .accent) + StyledText(before) + StyledText(cursor, CellStyle.plain.selected)
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
