import ScreenModel
import TerminalText
import ViewMessages

/// The search field above the parts.
struct PromptView {
    let prompt: Prompt

    /// What linear mode prints.
    var line: String { "search: \(prompt.text.isEmpty ? "(\(prompt.placeholder))" : prompt.text)" }

    func draw(_ fields: InputFields, row: Int, on frame: inout Frame) {
        guard let field = fields[InputFields.prompt] else { return }
        frame.targets.add(row: row, columns: 0..<frame.buffer.size.columns, .editField(InputFields.prompt))
        FieldLine(
            field: field, mark: prompt.picksRows == true ? "> " : "/ ", placeholder: prompt.placeholder,
            hasFocus: fields.focus == InputFields.prompt
        ).draw(row: row, on: &frame)
    }
}
