package import ViewMessages

/// The state of a scene's forms: the texts that the user has submitted, and the errors that the application has found in them.
package struct FormChanges: Equatable, Sendable {
    /// The submitted texts, by the field's name, until the screen has another value for the field or refuses its form.
    private var submitted: [String: String] = [:]
    /// The form that the application has not answered yet, unless the user has gone on typing.
    private var awaited: String?
    /// The first field of the awaited form in which the application has found an error.
    private var refused: String?
    /// True if the user has gone on without saving, and has changed nothing since.
    package private(set) var isWaived = false

    package init() {}

    // MARK: Changes

    /// The first form with changes that leaving the screen would lose. The changes of live fields are reported already.
    /// - Parameters:
    ///   - text: the entry in a field; nil for the value that the screen declares.
    ///   - isTouched: whether the user has entered a secret that the view does not keep.
    package func changedForm(
        on screen: Screen, text: (String) -> String?, isTouched: (String) -> Bool
    ) -> (form: Form, fields: [FormField])? {
        for form in screen.forms {
            let fields = form.fields.filter { field in
                let name = FieldName.of(field, in: form)
                guard !screen.isLive(name) else { return false }
                let entry = FieldEntry(field: field)
                let saved = submitted[name] ?? entry.declared
                return isTouched(name) || text(name).map { !entry.isSame($0, as: saved) } == true
            }
            if !fields.isEmpty { return (form, fields) }
        }
        return nil
    }

    /// The texts for a successor of the view, without secrets.
    package func memory(on screen: Screen) -> [String: String] {
        submitted.isEmpty ? [:] : submitted.filter { !screen.isSecret($0.key) }
    }

    /// - Parameter memory: from outside.
    package mutating func restore(_ memory: [String: String], on screen: Screen) {
        let names = Set(screen.formFields.map(\.name))
        submitted = memory.filter { names.contains($0.key) && !screen.isSecret($0.key) }.mapValues(Bounded.entry)
    }

    // MARK: What happens

    mutating func submit(_ form: Form, texts: [String: String]) {
        for field in form.fields {
            let name = FieldName.of(field, in: form)
            submitted[name] = texts[name] ?? ""
        }
        (awaited, refused, isWaived) = (form.id, nil, false)
    }

    /// The user has changed a text.
    package mutating func edit() { (awaited, refused, isWaived) = (nil, nil, false) }

    mutating func waive() { isWaived = true }

    mutating func show(_ new: Screen, after old: Screen) {
        guard !submitted.isEmpty || awaited != nil else { return }
        let (texts, before) = (new.fieldTexts, old.fieldTexts)
        submitted = submitted.filter { texts[$0.key] != nil && texts[$0.key] == before[$0.key] }
        // A refused form is not saved. While the application is busy, the errors may be those of the time before.
        guard new.activity == nil else { return }
        for form in new.forms {
            guard let wrong = form.fields.first(where: { $0.error != nil }) else { continue }
            for field in form.fields { submitted[FieldName.of(field, in: form)] = nil }
            if form.id == awaited { refused = FieldName.of(wrong, in: form) }
        }
        awaited = nil
    }

    /// - Returns: the first field that the application has refused, once.
    package mutating func takeRefused() -> String? {
        defer { refused = nil }
        return refused
    }
}

extension FieldEntry {
    /// True if two entries mean the same. The order of choices has no meaning.
    fileprivate func isSame(_ one: String, as other: String) -> Bool {
        guard field.kind == .choices else { return one == other }
        return Set(one.split(separator: "\n")) == Set(other.split(separator: "\n"))
    }
}
