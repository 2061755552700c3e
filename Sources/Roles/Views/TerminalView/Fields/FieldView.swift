import Languages
import ScreenModel
import TerminalText
import ViewMessages

/// A field of a form: its label, what is entered, and below it the help and what is wrong.
struct FieldView {
    let field: FormField
    let name: String

    /// - Parameter labelWidth: the cells of the column of labels; 0 where each label is above its field.
    func layOut(labelWidth: Int, in content: inout Content) {
        let isBeside = labelWidth > 0
        let indent = isBeside ? labelWidth + 2 : 0
        let entered = content.input.fields[name] ?? TextField(FieldEntry(field: field).declared)
        let hasFocus = content.input.fields.focus == name
        let box = FieldBox(
            field, entered, hasFocus: hasFocus, showsSecret: hasFocus && content.input.fields.showsSecret,
            room: max(content.room - indent, 1))
        let start = content.lines.count
        let label = StyledText(field.caption, .strong).truncated(to: isBeside ? labelWidth : content.room)
        let space = StyledText.blanks(indent)
        content.append(isBeside ? label.fitted(to: indent) + (box.lines.first ?? StyledText()) : label)
        for line in box.lines.dropFirst(isBeside ? 1 : 0) { content.append(space + line) }
        if hasFocus, let suggestions = suggestions(for: entered.text, room: content.room - indent) {
            content.append(space + suggestions)
        }
        if let help = field.help { content.append(wrapped: StyledText(help, .quiet), behind: space) }
        if let error = content.input.fields.errors[name] ?? field.error {
            content.append(wrapped: StyledText(error, .plain.toned(.danger)), behind: space)
        }
        let columns = Content.gutter..<Content.gutter + max(label.cells, 1)
        content.addChoice(.field, name, lines: start..<content.lines.count, columns: columns)
        if let cursor = box.cursor {
            content.cursor = Position(
                row: start + (isBeside ? 0 : 1) + cursor.row, column: Content.gutter + indent + cursor.column)
        }
    }

    /// Suggestions that are shown below the field, and in linear mode.
    private static let mostSuggestions = 8

    /// Texts that continue what is entered, on one line.
    private func suggestions(for text: String, room: Int) -> StyledText? {
        let found = field.suggestions(for: text)
        guard !found.isEmpty, room > 0 else { return nil }
        let rest = found.count - Self.mostSuggestions
        let line = (found.prefix(Self.mostSuggestions) + (rest > 0 ? ["… +\(rest)"] : [])).joined(separator: "  ")
        return StyledText(line, .quiet).truncated(to: room)
    }

    // MARK: Linear

    /// The field as linear mode prints it.
    func line(_ fields: InputFields, _ words: Words) -> String {
        let entry = FieldEntry(field: field)
        let text = fields[name]?.text ?? entry.declared
        let error = (fields.errors[name] ?? field.error).map { "  ! \($0)" } ?? ""
        return
            "\(field.label)\(isNeeded(words)): \(shown(text, words))\(choice(words))\(suggested(text, words))\(field.help.map { " — \($0)" } ?? "")\(error)"
    }

    private func isNeeded(_ words: Words) -> String { field.isRequired == true ? " (\(words["required"]))" : "" }

    private func shown(_ text: String, _ words: Words) -> String {
        switch field.kind {
        case .toggle: return words[text == "true" ? "on" : "off"]
        case .secret: return "(\(words[text.isEmpty ? "nothing entered" : "entered"]))"
        case .choice, .choices:
            let titles = FieldEntry(field: field).titles(of: text)
            return titles.isEmpty ? "(\(words["nothing chosen"]))" : titles.joined(separator: ", ")
        case .text, .number, .multiline, .date, .path:
            if text.isEmpty { return "(\(field.placeholder ?? words["nothing entered"]))" }
            return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
        }
    }

    private func suggested(_ text: String, _ words: Words) -> String {
        let found = field.suggestions(for: text)
        guard !found.isEmpty else { return "" }
        let rest = found.count - Self.mostSuggestions
        let first = found.prefix(Self.mostSuggestions).joined(separator: ", ")
        return " (\(words["such as"]): \(first)\(rest > 0 ? " " + words("and % more", "\(rest)") : ""))"
    }

    /// Options are listed while they are few.
    private func choice(_ words: Words) -> String {
        guard [.choice, .choices].contains(field.kind), let options = field.options, !options.isEmpty else { return "" }
        let titles = options.prefix(20).map(\.title).joined(separator: ", ")
        let rest = options.count > 20 ? " " + words("and % more", "\(options.count - 20)") : ""
        return " (\(words[field.kind == .choice ? "one of" : "any of"]): \(titles)\(rest))"
    }
}

/// A field's text as lines, and the place of the cursor while the user types there.
struct FieldBox {
    private(set) var lines: [StyledText] = []
    /// The place by line and cell of the text; nil without the focus.
    private(set) var cursor: Position?

    init(_ field: FormField, _ entered: TextField, hasFocus: Bool, showsSecret: Bool, room: Int) {
        let placeholder = StyledText(field.placeholder ?? "", .quiet)
        switch field.kind {
        case .toggle:
            lines = [StyledText(entered.text == "true" ? "[x]" : "[ ]")]
            if hasFocus { cursor = Position(row: 0, column: 1) }
        case .choice, .choices:
            let titles = FieldEntry(field: field).titles(of: entered.text)
            let text = titles.isEmpty ? placeholder : StyledText(titles.joined(separator: ", "))
            lines = [(text.truncated(to: max(room - 2, 1)) + StyledText(" ▾", .quiet))]
            if hasFocus { cursor = Position(row: 0, column: 0) }
        case .multiline: fill(entered, placeholder, hasFocus, width: min(room - 1, Self.widest))
        case .secret where !showsSecret:
            let hidden = { (text: String) in String(repeating: "•", count: text.count) }
            var dots = TextField(hidden(entered.before))
            dots.after = hidden(entered.after)
            draw(dots, placeholder, hasFocus, width: min(room - 2, Self.usual))
        case .text, .secret, .path: draw(entered, placeholder, hasFocus, width: min(room - 2, Self.usual))
        case .number, .date: draw(entered, placeholder, hasFocus, width: min(room - 2, Self.short))
        }
    }

    private static let short = 16
    private static let usual = 40
    private static let widest = 60

    /// Draws a line between brackets.
    private mutating func draw(_ field: TextField, _ placeholder: StyledText, _ hasFocus: Bool, width: Int) {
        guard width > 1 else { return lines = [StyledText("…")] }
        let line = FieldLine(field, hasFocus: hasFocus, room: width)
        let text = field.text.isEmpty && !hasFocus ? placeholder : line.text
        lines = [StyledText("[", .quiet) + text.fitted(to: width) + StyledText("]", .quiet)]
        if hasFocus { cursor = Position(row: 0, column: 1 + line.cursor) }
    }

    /// Fills lines behind a bar, broken where they are full.
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

/// A text field on one line, scrolled so far that the cursor is seen.
struct FieldLine {
    /// The text before the cursor that is in sight, and the text behind it.
    let before: String
    let after: String
    private let isCut: Bool
    private let isReplaced: Bool
    private let room: Int

    init(_ field: TextField, hasFocus: Bool, room: Int) {
        // One cell is left for the cursor behind the last character.
        before = hasFocus ? String(field.before.suffix(cells: max(room - 1, 0))) : field.before
        after = field.after
        isCut = before.utf8.count < field.before.utf8.count
        isReplaced = hasFocus && field.isReplaced
        self.room = room
    }

    var cursor: Int { CellWidth.of(before) }

    /// The text, in reverse while typing would replace it, like selected text in any other field.
    var text: StyledText {
        StyledText(before, isReplaced ? .plain.selected : .plain)
            + StyledText(after).truncated(to: max(room - cursor, 0))
    }

    /// Draws a field of the whole width.
    /// - Parameters:
    ///   - mark: stands left of the text: `/ `.
    ///   - placeholder: replaces an empty text.
    static func draw(
        _ name: String, of fields: InputFields, mark: String, placeholder: String, row: Int, on frame: inout Frame
    ) {
        guard let field = fields[name] else { return }
        let columns = frame.buffer.size.columns
        frame.targets.add(row: row, columns: 0..<columns, .editField(name))
        let hasFocus = fields.focus == name
        let start = frame.buffer.write(StyledText(mark, hasFocus ? .accent : .quiet), row: row, column: 1)
        let room = columns - start - 1
        guard room > 0 else { return }
        let line = FieldLine(field, hasFocus: hasFocus, room: room)
        let text = field.text.isEmpty ? StyledText(placeholder, .quiet).truncated(to: room) : line.text
        frame.buffer.write(text, row: row, column: start, limit: start + room)
        if line.isCut { frame.buffer.write(StyledText("‹", .quiet), row: row, column: start - 1) }
        if hasFocus { frame.cursor = Position(row: row, column: start + line.cursor) }
    }
}

/// The view's own field in place of the prompt: to filter rows, or to find a text.
enum OwnFieldLine {
    static func draw(_ name: String, of fields: InputFields, _ words: Words, row: Int, on frame: inout Frame) {
        let isFilter = name == InputFields.filter
        FieldLine.draw(
            name, of: fields, mark: isFilter ? "f " : "/ ",
            placeholder: words[isFilter ? "Filter the rows" : "Find in the text"], row: row, on: &frame)
    }
}

/// The search field above the parts.
struct PromptView {
    let prompt: Prompt

    /// The prompt as linear mode prints it.
    func line(in words: Words) -> String {
        "\(words["search"]): \(prompt.text.isEmpty ? "(\(prompt.placeholder))" : prompt.text)"
    }

    func draw(_ fields: InputFields, row: Int, on frame: inout Frame) {
        let mark = prompt.mark?.truncated(to: frame.buffer.size.columns / 2)
        FieldLine.draw(
            InputFields.prompt, of: fields, mark: mark ?? (prompt.picksRows == true ? "> " : "/ "),
            placeholder: prompt.placeholder, row: row, on: &frame)
    }
}

/// A form: a field below the other, and the button that submits them.
struct FormView: PartView {
    let form: Form

    /// The widest column of labels, in cells.
    private static let widestLabel = 24

    var isSelectable: Bool { true }

    func layOut(in content: inout Content) {
        content.appendHeading(form.heading)
        let widest = form.fields.map { CellWidth.of($0.caption) }.max() ?? 0
        let label = content.isWide ? min(widest, Self.widestLabel) : 0
        for field in form.fields {
            FieldView(field: field, name: FieldName.of(field, in: form)).layOut(labelWidth: label, in: &content)
        }
        if !form.fields.isEmpty { content.append(StyledText()) }
        content.appendBeside(StyledText("[ \(form.button) ]", .accent), (.submit, form.id))
    }

    func print(on page: inout LinearPage) {
        page.appendHeading(form.heading)
        for field in form.fields {
            let line = FieldView(field: field, name: FieldName.of(field, in: form)).line(page.fields, page.words)
            page.append(page.mark(field.id) + line)
        }
        page.append(page.naming == .ids ? "[\(form.id)] \(form.button): submit" : "[\(form.button): submit]")
    }
}
