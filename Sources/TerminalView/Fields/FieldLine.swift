import TerminalText

/// A text field on one line, scrolled so far that the cursor is seen.
struct FieldLine {
    let field: TextField
    /// Stands left of the text: `/ `.
    let mark: String
    /// Stands in the place of an empty text.
    let placeholder: String
    let hasFocus: Bool

    func draw(row: Int, on frame: inout Frame) {
        let start = frame.buffer.write(StyledText(mark, hasFocus ? .accent : .quiet), row: row, column: 1)
        let room = frame.buffer.size.columns - start - 1
        guard room > 0 else { return }
        // One cell is left for the cursor behind the last character.
        let before = hasFocus ? String(field.before.suffix(cells: room - 1)) : field.before
        let isCut = before.utf8.count < field.before.utf8.count
        let text = field.text.isEmpty ? StyledText(placeholder, .quiet) : StyledText()
        var column = frame.buffer.write(text.truncated(to: room), row: row, column: start)
        guard !field.text.isEmpty || hasFocus else { return }
        // In reverse while typing would replace it, as selected text in any other field.
        let style: CellStyle = hasFocus && field.isReplaced ? .plain.selected : .plain
        column = frame.buffer.write(
            StyledText(before, style), row: row, column: start, limit: start + room, isWhole: field.after.isEmpty)
        if isCut { frame.buffer.write(StyledText("‹", .quiet), row: row, column: start - 1) }
        if hasFocus { frame.cursor = Position(row: row, column: column) }
        let rest = field.after.truncated(to: start + room - column)
        frame.buffer.write(StyledText(rest), row: row, column: column, limit: start + room)
    }
}
