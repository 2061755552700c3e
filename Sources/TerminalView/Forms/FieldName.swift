import ViewMessages

/// Names a form's field among the fields of its scene.
enum FieldName {
    static func of(_ field: FormField, in form: Form) -> String { "\(form.id)\u{1F}\(field.id)" }
}
