package import ViewMessages

/// The state of a scene's forms: the texts that the application has accepted, and the errors that it has found in others.
///
/// The user's entries are saved once the application has answered their submission with another screen or other values. An error in a
/// field, an alert, or the same screen again accepts nothing.
package struct FormChanges: Equatable, Sendable {
    /// A form that the application has not answered yet.
    private struct Submission: Equatable {
        let form: String
        var texts: [String: String]
        /// Nil where any answer is another screen.
        let screen: Screen?
    }

    /// The accepted texts, by the field's name, until the screen has another value for the field or refuses its form.
    private var saved: [String: String] = [:]
    private var awaited: Submission?
    /// The first field of the submitted form in which the application has found an error, unless the user has gone on typing.
    private var refused: String?
    private var hasEdited = false
    /// The application's errors in fields that the user has changed since.
    private(set) var outdated: [String: String] = [:]
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
                let saved = self.saved[name] ?? entry.declared
                return isTouched(name) && self.saved[name] == nil
                    || text(name).map { !entry.isSame($0, as: saved) } == true
            }
            if !fields.isEmpty { return (form, fields) }
        }
        return nil
    }

    /// The texts for a successor of the view, without secrets.
    package func memory(on screen: Screen) -> [String: String] {
        saved.isEmpty ? [:] : saved.filter { !screen.isSecret($0.key) }
    }

    /// - Parameter memory: from outside.
    package mutating func restore(_ memory: [String: String], on screen: Screen) {
        let names = Set(screen.formFields.map(\.name))
        saved = memory.filter { names.contains($0.key) && !screen.isSecret($0.key) }.mapValues(Bounded.entry)
    }

    // MARK: What happens

    mutating func submit(_ form: Form, texts: [String: String], on screen: Screen) {
        let entries = form.fields.map { FieldName.of($0, in: form) }.map { ($0, texts[$0] ?? "") }
        awaited = Submission(
            form: form.id, texts: Dictionary(entries) { first, _ in first }, screen: outdated.isEmpty ? screen : nil)
        (refused, hasEdited, isWaived) = (nil, false, false)
    }

    /// The user has changed a text.
    mutating func edit(_ name: String, on screen: Screen) {
        (refused, hasEdited, isWaived) = (nil, true, false)
        // Which secret was accepted, not every view knows.
        if screen.isSecret(name) { saved[name] = nil }
        if let error = screen.formField(name)?.field.error { outdated[name] = error }
    }

    mutating func waive() { isWaived = true }

    /// The application has accepted what was submitted, if anything was.
    mutating func accept() {
        saved.merge(awaited?.texts ?? [:]) { $1 }
        awaited = nil
    }

    mutating func show(_ new: Screen, after old: Screen) {
        let isSettled = new.activity == nil
        // A live field is checked with each change.
        outdated = outdated.filter { name, error in
            !(isSettled && awaited != nil) && !new.isLive(name) && new.formField(name)?.field.error == error
        }
        guard !saved.isEmpty || awaited != nil else { return }
        let (texts, before) = (new.fieldTexts, old.fieldTexts)
        let isSame = { (name: String) in texts[name] != nil && texts[name] == before[name] }
        saved = saved.filter { isSame($0.key) }
        let kept = awaited?.texts.filter { isSame($0.key) } ?? [:]
        awaited?.texts = kept
        // While the application is busy, the errors may be those of the time before.
        guard isSettled else { return }
        for form in new.forms {
            guard let wrong = form.fields.first(where: { $0.error != nil }) else { continue }
            for field in form.fields { saved[FieldName.of(field, in: form)] = nil }
            guard form.id == awaited?.form else { continue }
            if !hasEdited { refused = FieldName.of(wrong, in: form) }
            awaited = nil
        }
        if new.accepts(after: awaited?.screen) { return accept() }
        // An alert with several buttons is a question: its answer decides.
        if new.alert.map({ $0.buttons.count > 1 }) != true { awaited = nil }
    }

    /// - Returns: the first field that the application has refused, once.
    package mutating func takeRefused() -> String? {
        defer { refused = nil }
        return refused
    }
}

extension Screen {
    /// True if it accepts a form that was submitted on another one.
    fileprivate func accepts(after old: Screen?) -> Bool {
        guard alert == nil, old.map(hasSameContent) != true else { return false }
        return notice == nil || notice?.id == old?.notice?.id || ![.warning, .danger].contains(notice?.tone)
    }

    /// The screen without errors that no longer hold.
    func without(errors: [String: String]) -> Screen {
        guard !errors.isEmpty else { return self }
        var screen = self
        for (index, part) in parts.enumerated() {
            guard case .form(var form) = part else { continue }
            for field in form.fields.indices where errors[FieldName.of(form.fields[field], in: form)] != nil {
                form.fields[field].error = nil
            }
            screen.parts[index] = .form(form)
        }
        return screen
    }
}

extension FieldEntry {
    /// True if two entries mean the same. The order of choices has no meaning.
    fileprivate func isSame(_ one: String, as other: String) -> Bool {
        guard field.kind == .choices else { return one == other }
        return Set(one.split(separator: "\n")) == Set(other.split(separator: "\n"))
    }
}
