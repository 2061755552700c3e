import TerminalText
import ViewMessages

/// A form: a field below the other, and the button that submits them.
struct FormView: PartView {
    let form: Form

    /// More fields are left out.
    static let mostFields = 500
    /// More options are left out.
    static let mostOptions = 10_000
    /// The widest column of labels, in cells.
    private static let widestLabel = 24

    var sanitized: Part {
        .form(
            Form(
                id: form.id, heading: form.heading.map(Bounded.line),
                fields: form.fields.prefix(Self.mostFields).map(\.sanitized), submit: form.submit.map(Bounded.line)))
    }

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
            page.append(FieldView(field: field, name: FieldName.of(field, in: form)).line(page.fields))
        }
        page.append("[\(form.button): submit]")
    }
}

extension Form {
    var button: String { submit ?? "Submit" }
}

extension FormField {
    /// The label, with a sign where the field must be filled in.
    var caption: String { label + (isRequired == true ? " *" : "") }

    fileprivate var sanitized: FormField {
        var field = self
        field.label = Bounded.line(label)
        field.placeholder = placeholder.map(Bounded.line)
        field.help = help.map(Bounded.line)
        field.error = error.map(Bounded.line)
        field.options = options.map { options in
            options.prefix(FormView.mostOptions).map { Option(id: $0.id, title: Bounded.line($0.title)) }
        }
        field.value = value.flatMap(sanitized)
        return field
    }

    /// Nil for a value that such a field cannot hold. Ids of options are never shown and stay as they are.
    private func sanitized(_ value: FieldValue) -> FieldValue? {
        switch (kind, value) {
        case (.multiline, .text(let text)): .text(TextField.cut(Sanitizer.block(text)))
        case (.text, .text(let text)), (.secret, .text(let text)), (.number, .text(let text)), (.date, .text(let text)):
            .text(TextField.cut(Sanitizer.line(text)))
        case (.choice, .text), (.choices, .texts), (.toggle, .flag), (.text, .number), (.number, .number): value
        default: nil
        }
    }
}
