import ScreenModel
import TerminalText
import ViewMessages

/// A button. Consecutive buttons are side by side.
struct ButtonView: PartView {
    let button: Button

    var isSelectable: Bool { button.isSelectable ?? true }

    func isApart(from previous: any PartView) -> Bool { !(previous is ButtonView) }

    func layOut(in content: inout Content) {
        let columns = content.appendBeside(
            StyledText(button.face, isSelectable ? .accent : .plain), isSelectable ? (.button, button.control) : nil)
        if !isSelectable {
            content.addArea(line: content.lines.count - 1, columns: columns, .press(control: button.control))
        }
        if let key = button.binding { content.addKey(key) }
    }

    func print(on page: inout LinearPage) { page.append(page.number(button)) }
}

extension Button {
    /// The text on the screen: `[ Open (o) ]`.
    var face: String { "[ \(title)\(DeclaredKey.suffix(key)) ]" }

    /// The key that presses it from anywhere; nil for a button without a key.
    var binding: KeyBinding? {
        DeclaredKey(key).map {
            KeyBinding(
                [.text($0.scalar)], .press(control: control), $0.name, title,
                hint: "\($0.name) \(title.truncated(to: 16))")
        }
    }
}
