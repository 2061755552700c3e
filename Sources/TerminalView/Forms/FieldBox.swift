import ScreenModel
import TerminalText
import ViewMessages

/// What is entered in a field, as lines, and where the cursor is while somebody types there.
struct FieldBox {
    private(set) var lines: [StyledText] = []
    /// From the first line and its first cell; nil without the focus.
    private(set) var cursor: Position?

    init(_ field: FormField, _ entered: TextField, hasFocus: Bool, room: Int) {
        let placeholder = StyledText(field.placeholder ?? "", .quiet)
        switch field.kind {
        case .toggle: lines = [StyledText(entered.text == "true" ? "[x]" : "[ ]")]
        case .choice, .choices:
            let titles = FieldEntry(field: field).titles(of: entered.text)
            let text = titles.isEmpty ? placeholder : StyledText(titles.joined(separator: ", "))
            lines = [(text.truncated(to: max(room - 2, 1)) + StyledText(" ▾", .quiet))]
        case .multiline: fill(entered, placeholder, hasFocus, width: min(room - 1, Self.widest))
        case .secret:
            let hidden = { (text: String) in String(repeating: "•", count: text.count) }
            var dots = TextField(hidden(entered.before))
            dots.after = hidden(entered.after)
            draw(dots, placeholder, hasFocus, width: min(room - 2, Self.usual))
        case .text: draw(entered, placeholder, hasFocus, width: min(room - 2, Self.usual))
        case .number, .date: draw(entered, placeholder, hasFocus, width: min(room - 2, Self.short))
        }
    }

    private static let short = 16
    private static let usual = 40
    private static let widest = 60

    /// One line between brackets, scrolled so far that the cursor is seen.
    private mutating func draw(_ field: TextField, _ placeholder: StyledText, _ hasFocus: Bool, width: Int) {
        guard width > 1 else { return lines = [StyledText("…")] }
        let before = String(hasFocus ? field.before.suffix(cells: width - 1) : field.before[...])
        let rest = String(field.after.prefix(cells: max(width - CellWidth.of(before), 0)))
        var text = StyledText(before + rest).truncated(to: width)
        if field.text.isEmpty, !hasFocus { text = placeholder.truncated(to: width) }
        let padding = String(repeating: " ", count: max(width - text.cells, 0))
        lines = [StyledText("[", .quiet) + text + StyledText(padding) + StyledText("]", .quiet)]
        if hasFocus { cursor = Position(row: 0, column: 1 + CellWidth.of(before)) }
    }

    /// Several lines behind a bar, broken where they are full.
    private mutating func fill(_ field: TextField, _ placeholder: StyledText, _ hasFocus: Bool, width: Int) {
        guard width > 1 else { return lines = [StyledText("…")] }
        let bar = StyledText("│", .quiet)
        guard !field.text.isEmpty || hasFocus else { return lines = [bar + placeholder.truncated(to: width)] }
        var line = ""
        var cells = 0
        func take(_ text: String, into lines: inout [StyledText]) {
            for character in text {
                let wide = CellWidth.of(character)
                if character == "\n" || cells + wide > width {
                    lines.append(bar + StyledText(line))
                    (line, cells) = ("", 0)
                }
                if character != "\n" {
                    line.append(character)
                    cells += wide
                }
            }
        }
        take(field.before, into: &lines)
        if cells >= width {
            lines.append(bar + StyledText(line))
            (line, cells) = ("", 0)
        }
        if hasFocus { cursor = Position(row: lines.count, column: 1 + cells) }
        take(field.after, into: &lines)
        lines.append(bar + StyledText(line))
    }
}
