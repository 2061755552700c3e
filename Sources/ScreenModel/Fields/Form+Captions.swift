package import ViewMessages

extension Form {
    package var button: String { submit ?? "Submit" }
}

extension FormField {
    /// The label, with a sign where the field must be filled in.
    package var caption: String { label + (isRequired == true ? " *" : "") }
}
