package import ViewMessages

/// Names a form's field among the fields of its scene.
package enum FieldName {
    /// The search field above the parts. Fields of parts have other names.
    package static let prompt = "prompt"

    package static func of(_ field: FormField, in form: Form) -> String { "\(form.id)\u{1F}\(field.id)" }
}
