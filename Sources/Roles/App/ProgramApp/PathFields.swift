import ViewMessages

/// The path fields of a page for which the program suggests nothing: the role does.
struct PathFields: Sendable {
    /// A field, by its form and its own id.
    struct Name: Hashable, Sendable {
        let form: String
        let field: String
    }

    /// The texts that the user has typed since the program made the page.
    private var typed: [Name: String] = [:]

    /// - Returns: true if the change is one of a field that the role has made live, so the program need not know.
    mutating func take(_ change: ViewOutput.DidChange, on screen: Screen) -> Bool {
        guard let form = change.form, let id = change.field, let field = Self.field(id, of: form, on: screen) else {
            return false
        }
        if case .text(let text)? = change.value { typed[Name(form: form, field: id)] = text }
        if change.value == nil { typed[Name(form: form, field: id)] = "" }
        return field.isLive != true
    }

    /// The parts with names for their path fields.
    func filled(_ parts: [Part], _ names: PathNames) -> [Part] {
        parts.map { part in
            guard case .form(var form) = part, form.fields.contains(where: Self.lacksNames) else { return part }
            form.fields = form.fields.map { field in
                guard Self.lacksNames(field) else { return field }
                var field = field
                var text = ""
                if case .text(let value)? = field.value { text = value }
                field.suggestions = names.continuing(typed[Name(form: form.id, field: field.id)] ?? text)
                field.isLive = true
                return field
            }
            return .form(form)
        }
    }

    private static func field(_ id: String, of form: String, on screen: Screen) -> FormField? {
        for case .form(let candidate) in screen.parts where candidate.id == form {
            return candidate.fields.first { $0.id == id && lacksNames($0) }
        }
        return nil
    }

    private static func lacksNames(_ field: FormField) -> Bool { field.kind == .path && field.suggestions == nil }
}
