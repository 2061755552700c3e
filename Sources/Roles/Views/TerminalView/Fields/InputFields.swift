import Languages
import JSON
import ScreenModel
import ViewMessages

/// The text fields of a scene, by name, and which of them is typed into.
package struct InputFields: Equatable, Sendable {
    /// The name of the search field above the parts. Fields of parts have other names.
    package static let prompt = FieldName.prompt
    /// The name of the field that filters rows.
    package static let filter = "filter"
    /// The name of the field for a text to find.
    package static let find = "find"
    static let own: Set<String> = [filter, find]

    private var fields: [String: TextField] = [:]
    /// The field that takes what is typed; nil while keys move the selection.
    package private(set) var focus: String?
    /// True if the user sees the secret that is typed into. It is hidden again as soon as another field has the focus.
    private(set) var showsSecret = false
    /// Fields that only the receiver of their form may know.
    private var secrets: Set<String> = []
    /// Errors in fields that the user has submitted, until they are changed.
    package internal(set) var errors: [String: String] = [:]

    package init() {}

    package subscript(name: String) -> TextField? { fields[name] }

    package var focused: TextField? { focus.flatMap { fields[$0] } }

    /// Drops the fields that the screen no longer has. A secret stays one, even if the screen calls it a text now.
    mutating func keep(_ names: Set<String>, secrets new: Set<String> = []) {
        fields = fields.filter { names.contains($0.key) || Self.own.contains($0.key) }
        errors = errors.filter { names.contains($0.key) }
        secrets.formIntersection(names)
        secrets.formUnion(new)
        if let focus, fields[focus] == nil { (self.focus, showsSecret) = (nil, false) }
    }

    /// The screen shows a new text in the field, which does not disturb a user who has typed there.
    /// - Parameters:
    ///   - isSecret: true when no memory may have it.
    ///   - old: the text that the screen has shown there before.
    mutating func show(_ text: String, in name: String, isSecret: Bool = false, instead old: String? = nil) {
        if isSecret { secrets.insert(name) }
        guard focus != name || old != nil && fields[name]?.text == old else { return }
        // Not even what was deleted there is kept.
        if !isSecret, secrets.remove(name) != nil { fields[name] = nil }
        fields[name, default: TextField()].begin(text)
    }

    /// - Parameter replacing: whether typed text replaces the whole text.
    mutating func setFocus(_ name: String, replacing: Bool = false) {
        guard fields[name] != nil else { return }
        if focus != name { showsSecret = false }
        focus = name
        if replacing { fields[name]?.replaceAll() }
    }

    /// Begins to type into a field of the view's own.
    mutating func open(_ name: String) {
        if fields[name] == nil { fields[name] = TextField() }
        focus = name
    }

    mutating func close(_ name: String) {
        fields[name] = nil
        if focus == name { focus = nil }
    }

    /// Keeps what was typed.
    mutating func leave() {
        guard let focus, let text = fields[focus]?.text else { return }
        fields[focus]?.begin(text)
        (self.focus, showsSecret) = (nil, false)
    }

    mutating func revealSecret() { showsSecret = isSecretFocused && !showsSecret }

    /// Puts a text into a field that has no focus.
    mutating func enter(_ text: String, in name: String) {
        fields[name]?.begin(text)
        errors[name] = nil
    }

    var hasSecrets: Bool { !secrets.isEmpty }

    /// True when the text that is typed now is a secret.
    var isSecretFocused: Bool { focus.map(secrets.contains) ?? false }

    /// Edits the field that has the focus.
    mutating func edit(_ change: (inout TextField) -> Void) {
        guard let focus, var field = fields[focus] else { return }
        change(&field)
        if field.text != fields[focus]?.text { errors[focus] = nil }
        fields[focus] = field
    }
}

extension InputFields {
    /// The fields that a successor of this view receives.
    package struct Memory: JSONCodable, Equatable, Sendable {
        var texts: [String: TextField]
        var focus: String?
    }

    var memory: Memory { Memory(texts: fields.filter { !secrets.contains($0.key) }, focus: focus) }

    /// Takes over the fields that the screen has.
    mutating func restore(_ memory: Memory) {
        let known = memory.texts.filter { name, _ in
            !secrets.contains(name) && (fields[name] != nil || Self.own.contains(name))
        }
        fields.merge(known) { $1 }
        focus = memory.focus.flatMap { fields[$0] == nil ? nil : $0 }
    }
}

extension FieldEntry {
    /// The options to pick from, with a sign at those that are picked.
    /// - Parameter name: the field's among those of its scene.
    func bindings(_ name: String, in text: String) -> [KeyBinding] {
        let picked = Set(text.split(separator: "\n").map(String.init))
        return (field.options ?? []).map { option in
            KeyBinding([], .pick(option.id, in: name), picked.contains(option.id) ? "✓" : "", option.title)
        }
    }
}
