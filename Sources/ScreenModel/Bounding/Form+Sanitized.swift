import TerminalText
import ViewMessages

extension Form {
    /// More fields are left out.
    private static let mostFields = 500

    var sanitized: Form {
        Form(
            id: id, heading: heading.map(Bounded.line), fields: fields.prefix(Self.mostFields).map(\.sanitized),
            submit: submit.map(Bounded.line))
    }
}

extension FormField {
    /// More options are left out.
    private static let mostOptions = 10_000

    fileprivate var sanitized: FormField {
        var field = self
        field.label = Bounded.line(label)
        field.placeholder = placeholder.map(Bounded.line)
        field.help = help.map(Bounded.line)
        field.error = error.map(Bounded.line)
        field.options = options.map { options in
            options.prefix(Self.mostOptions).map { Option(id: $0.id, title: Bounded.line($0.title)) }
        }
        field.value = value.flatMap(sanitized)
        return field
    }

    /// Nil for a value that such a field cannot hold. Ids of options are never shown and stay as they are.
    private func sanitized(_ value: FieldValue) -> FieldValue? {
        switch (kind, value) {
        case (.multiline, .text(let text)): .text(Bounded.entry(Sanitizer.block(text)))
        case (.text, .text(let text)), (.secret, .text(let text)), (.number, .text(let text)), (.date, .text(let text)):
            .text(Bounded.entry(Sanitizer.line(text)))
        case (.choice, .text), (.choices, .texts), (.toggle, .flag), (.text, .number), (.number, .number): value
        default: nil
        }
    }
}
