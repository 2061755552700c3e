import ViewMessages

/// What is entered in a form, checked as far as its fields declare.
struct FormSubmission {
    /// What to report, if nothing is wrong.
    private(set) var report: ViewOutput.DidSubmit
    /// What is wrong, by the field's name (``FieldName``).
    private(set) var errors: [String: String] = [:]
    /// The name of the uppermost field that is wrong; nil where none is.
    private(set) var firstWrong: String?

    /// - Parameter words: for what is wrong.
    init(_ form: Form, _ fields: InputFields, _ words: Words = Words(nil)) {
        report = ViewOutput.DidSubmit(form: form.id, values: [:])
        for field in form.fields {
            let name = FieldName.of(field, in: form)
            let entry = FieldEntry(field: field)
            let text = fields[name]?.text ?? ""
            errors[name] = entry.error(in: text, words)
            if errors[name] != nil, firstWrong == nil { firstWrong = name }
            guard field.kind == .secret else {
                report.values[field.id] = entry.value(of: text)
                continue
            }
            report.secrets = (report.secrets ?? [:]).merging([field.id: text]) { $1 }
        }
    }
}
