import ScreenModel
import ViewMessages

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
