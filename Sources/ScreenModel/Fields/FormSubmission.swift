package import ViewMessages

/// What is entered in a form, checked as far as its fields declare.
package struct FormSubmission {
    /// What to report, if nothing is wrong.
    package private(set) var report: ViewOutput.DidSubmit
    /// What is wrong, by the field's name (``FieldName``).
    package private(set) var errors: [String: String] = [:]
    /// The name of the uppermost field that is wrong; nil where none is.
    package private(set) var firstWrong: String?

    /// - Parameters:
    ///   - texts: what is entered, by the field's name; empty where there is nothing.
    ///   - words: for what is wrong.
    package init(_ form: Form, texts: (String) -> String?, _ words: Words = Words(nil)) {
        report = ViewOutput.DidSubmit(form: form.id, values: [:])
        for field in form.fields {
            let name = FieldName.of(field, in: form)
            let entry = FieldEntry(field: field)
            let text = texts(name) ?? ""
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
