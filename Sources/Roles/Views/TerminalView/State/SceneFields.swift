import ScreenModel
import ViewMessages

extension SceneState {
    /// Options that can be picked for a field.
    func options(of name: String) -> [KeyBinding] {
        guard let field = shared.received.formField(name)?.field else { return [] }
        return FieldEntry(field: field).bindings(name, in: fields[name]?.text ?? "")
    }

    /// Report of a live field.
    func change(of name: String) -> ViewOutput.DidChange? {
        fields[name].flatMap { shared.received.change(of: name, to: $0.text) }
    }

    /// Texts in the fields of forms, by name.
    package var formTexts: [String: String] {
        Dictionary(shared.received.formFields.map { ($0.name, fields[$0.name]?.text ?? "") }) { first, _ in first }
    }

    package func enteredText(in name: String) -> String? { fields[name]?.text }

    /// Ends typing and selects what is below or above; a field takes the keys at once.
    mutating func goOn(_ movement: Movement) {
        leaveField()
        move(movement)
        if let choice = selected, choice.id.kind == .field { editField(choice.id.name) }
    }
}
