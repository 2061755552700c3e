import TerminalText
import ViewMessages

/// The field to type into, scrolled so far that the cursor is seen.
enum PromptLine {
    static func draw(_ scene: SceneState, row: Int, on frame: inout Frame) {
        let mark = StyledText("/ ", scene.isEditing ? .accent : .quiet)
        let start = frame.buffer.write(mark, row: row, column: 1)
        let room = frame.buffer.size.columns - start - 1
        guard room > 0 else { return }
        let field = scene.prompt
        // One cell is the cursor's, behind the last character.
        let before = scene.isEditing ? String(field.before.suffix(cells: room - 1)) : field.before
        let isCut = before.utf8.count < field.before.utf8.count
        let text = field.text.isEmpty ? StyledText(scene.screen.prompt?.placeholder ?? "", .quiet) : StyledText()
        var column = frame.buffer.write(text.truncated(to: room), row: row, column: start)
        guard !field.text.isEmpty || scene.isEditing else { return }
        // As in a text field where all is selected: what is typed next replaces it.
        let style: CellStyle = scene.isEditing && field.isReplaced ? .plain.selected : .plain
        column = frame.buffer.write(
            StyledText(before, style), row: row, column: start, limit: start + room, isWhole: field.after.isEmpty)
        if isCut { frame.buffer.write(StyledText("‹", .quiet), row: row, column: start - 1) }
        if scene.isEditing { frame.cursor = Position(row: row, column: column) }
        let rest = field.after.truncated(to: start + room - column)
        frame.buffer.write(StyledText(rest), row: row, column: column, limit: start + room)
    }
}
