/// A field that the view opens by itself, in the place of the prompt: to filter rows, or to find a text.
enum OwnFieldLine {
    static func draw(_ name: String, of fields: InputFields, row: Int, on frame: inout Frame) {
        guard let field = fields[name] else { return }
        frame.targets.add(row: row, columns: 0..<frame.buffer.size.columns, .editField(name))
        let isFilter = name == InputFields.filter
        FieldLine(
            field: field, mark: isFilter ? "f " : "/ ", placeholder: isFilter ? "Filter the rows" : "Find in the text",
            hasFocus: fields.focus == name
        ).draw(row: row, on: &frame)
    }
}
