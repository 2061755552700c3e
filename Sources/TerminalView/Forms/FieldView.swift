import ScreenModel
import TerminalText
import ViewMessages

/// A field of a form: its label, what is entered, and below it the help and what is wrong.
struct FieldView {
    let field: FormField
    let name: String

    /// - Parameter labelWidth: the cells of the column of labels; 0 where each label stands above its field.
    func layOut(labelWidth: Int, in content: inout Content) {
        let isBeside = labelWidth > 0
        let indent = isBeside ? labelWidth + 2 : 0
        let entered = content.fields[name] ?? TextField(FieldEntry(field: field).declared)
        let hasFocus = content.fields.focus == name
        let box = FieldBox(
            field, entered, hasFocus: hasFocus, room: max(content.room - indent, 1))
        let start = content.lines.count
        let label = StyledText(field.caption, .strong).truncated(to: isBeside ? labelWidth : content.room)
        let space = StyledText(String(repeating: " ", count: indent))
        var head = label
        if isBeside {
            head =
                label + StyledText(String(repeating: " ", count: indent - label.cells))
                + (box.lines.first ?? StyledText())
        }
        content.append(head)
        for line in box.lines.dropFirst(isBeside ? 1 : 0) { content.append(space + line) }
        let error = content.fields.errors[name] ?? field.error
        for (text, style) in [(field.help, CellStyle.quiet), (error, .plain.toned(.danger))] {
            guard let text else { continue }
            let room = min(content.room - indent, Content.measure)
            for line in LineWrapping.wrap(text, width: max(room, 1)) { content.append(space + StyledText(line, style)) }
        }
        let columns = Content.gutter..<Content.gutter + max(label.cells, 1)
        content.addChoice(.field, name, lines: start..<content.lines.count, columns: columns)
        if let cursor = box.cursor {
            content.cursor = Position(
                row: start + (isBeside ? 0 : 1) + cursor.row, column: Content.gutter + indent + cursor.column)
        }
    }

    // MARK: Linear

    /// What linear mode prints for it.
    func line(_ fields: InputFields) -> String {
        let entry = FieldEntry(field: field)
        let text = fields[name]?.text ?? entry.declared
        let error = (fields.errors[name] ?? field.error).map { "  ! \($0)" } ?? ""
        return "\(field.label)\(isNeeded): \(shown(text))\(choice)\(field.help.map { " — \($0)" } ?? "")\(error)"
    }

    private var isNeeded: String { field.isRequired == true ? " (required)" : "" }

    private func shown(_ text: String) -> String {
        switch field.kind {
        case .toggle: return text == "true" ? "on" : "off"
        case .secret: return text.isEmpty ? "(nothing entered)" : "(entered)"
        case .choice, .choices:
            let titles = FieldEntry(field: field).titles(of: text)
            return titles.isEmpty ? "(nothing chosen)" : titles.joined(separator: ", ")
        case .text, .number, .multiline, .date:
            if text.isEmpty { return "(\(field.placeholder ?? "nothing entered"))" }
            return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
        }
    }

    /// Options are listed while they are few.
    private var choice: String {
        guard [.choice, .choices].contains(field.kind), let options = field.options, !options.isEmpty else { return "" }
        let titles = options.prefix(20).map(\.title).joined(separator: ", ")
        let rest = options.count > 20 ? " and \(options.count - 20) more" : ""
        return " (\(field.kind == .choice ? "one" : "any") of: \(titles)\(rest))"
    }
}
