import ViewMessages

/// Names a form's field among the fields of its scene.
enum FieldName {
    static func of(_ field: FormField, in form: Form) -> String { "\(form.id)\u{1F}\(field.id)" }
}

extension Screen {
    /// The forms, from top to bottom.
    var forms: [Form] { parts.compactMap { if case .form(let form) = $0 { form } else { nil } } }

    /// The fields of all forms with their names, from top to bottom.
    var formFields: [(name: String, form: Form, field: FormField)] {
        forms.flatMap { form in form.fields.map { (FieldName.of($0, in: form), form, $0) } }
    }

    func formField(_ name: String) -> (form: Form, field: FormField)? {
        formFields.first { $0.name == name }.map { ($0.form, $0.field) }
    }

    var hasSecretField: Bool { forms.contains { $0.fields.contains { $0.kind == .secret } } }
}
