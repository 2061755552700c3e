import TerminalText
import ViewMessages

/// A button. Buttons that follow each other stand side by side.
struct ButtonView: PartView {
    let button: Button

    var sanitized: Part { .button(button.sanitized) }

    var isSelectable: Bool { button.isSelectable ?? true }

    func isApart(from previous: any PartView) -> Bool { !(previous is ButtonView) }

    func layOut(in content: inout Content) {
        content.appendBeside(
            StyledText(button.face, isSelectable ? .accent : .plain), isSelectable ? (.button, button.control) : nil)
        if let key = button.binding { content.addKey(key) }
    }

    func print(on page: inout LinearPage) { page.append(page.number(button)) }
}

extension Button {
    var sanitized: Button {
        Button(
            control: control, title: Bounded.line(title), key: key.map(Bounded.line), role: role,
            isSelectable: isSelectable)
    }

    /// What it looks like: `[ Open (o) ]`.
    var face: String { "[ \(title)\(key.map { " (\($0))" } ?? "") ]" }

    /// The key that presses it from anywhere; nil for a button without a key of one scalar.
    var binding: KeyBinding? {
        guard let key, key.unicodeScalars.count == 1, let scalar = key.unicodeScalars.first else { return nil }
        return KeyBinding(
            [.text(scalar)], .press(control: control), key, title, hint: "\(key) \(title.truncated(to: 16))")
    }
}
