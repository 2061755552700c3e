package import ViewMessages

extension Screen {
    /// The forms, from top to bottom.
    package var forms: [Form] { parts.compactMap { if case .form(let form) = $0 { form } else { nil } } }

    /// The fields of all forms with their names, from top to bottom.
    package var formFields: [(name: String, form: Form, field: FormField)] {
        forms.flatMap { form in form.fields.map { (FieldName.of($0, in: form), form, $0) } }
    }

    package var hasFields: Bool { forms.contains { !$0.fields.isEmpty } }

    /// Stands for a secret in a recording.
    package static let withheldSecret = "redacted"

    package func formField(_ name: String) -> (form: Form, field: FormField)? {
        for form in forms {
            // Ids may contain the separator, so the whole names are compared.
            if name.hasPrefix(form.id), let field = form.fields.first(where: { FieldName.of($0, in: form) == name }) {
                return (form, field)
            }
        }
        return nil
    }

    /// The values that the screen declares for its fields, by name.
    package var fieldTexts: [String: String] {
        var texts = Dictionary(formFields.map { ($0.name, FieldEntry(field: $0.field).declared) }) { first, _ in first }
        if let prompt { texts[FieldName.prompt] = prompt.text }
        return texts
    }

    /// The names of the fields that only the receiver of their form may know.
    package var secretFields: Set<String> { Set(formFields.lazy.filter { $0.field.kind == .secret }.map(\.name)) }

    package var hasSecretField: Bool { forms.contains { $0.fields.contains { $0.kind == .secret } } }

    package func isSecret(_ name: String) -> Bool { formField(name)?.field.kind == .secret }

    /// True if each change of the field is reported. Those of secrets never are.
    package func isLive(_ name: String) -> Bool {
        if name == FieldName.prompt { return prompt?.isLive == true }
        guard let field = formField(name)?.field else { return false }
        return field.isLive == true && field.kind != .secret
    }

    /// The report of a live field that has this text now; nil for any other field.
    package func change(of name: String, to text: String) -> ViewOutput.DidChange? {
        guard isLive(name) else { return nil }
        guard let (form, field) = formField(name) else { return .init(value: .text(text)) }
        return .init(form: form.id, field: field.id, value: FieldEntry(field: field).value(of: text))
    }
}

/// Names a form's field among the fields of its scene.
package enum FieldName {
    /// The search field above the parts. Fields of parts have other names.
    package static let prompt = "prompt"

    package static func of(_ field: FormField, in form: Form) -> String { "\(form.id)\u{1F}\(field.id)" }
}

extension Form {
    package var button: String { submit ?? "Submit" }
}

extension FormField {
    /// The label, with a sign where the field must be filled in.
    package var caption: String { label + (isRequired == true ? " *" : "") }
}
