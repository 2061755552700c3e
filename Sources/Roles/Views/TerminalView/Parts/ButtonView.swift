import Languages
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

/// The titles of several screens, with a sign at the one that is seen. Keys choose another; the selection stays below, where
/// the content is.
struct TabsView: PartView {
    let tabs: Tabs

    func layOut(in content: inout Content) {
        for item in tabs.items {
            let isSeen = item.control == tabs.selected
            let columns = content.appendBeside(
                StyledText(isSeen ? "● " : "○ ", isSeen ? .accent : .quiet)
                    + StyledText(item.title + DeclaredKey.suffix(item.key), isSeen ? .strong : .plain))
            content.addArea(line: content.lines.count - 1, columns: columns, .press(control: item.control))
        }
        for key in keys { content.addKey(key) }
    }

    private var keys: [KeyBinding] {
        let seen = tabs.items.firstIndex { $0.control == tabs.selected }
        let previous = seen.map { $0 - 1 } ?? -1
        let next = seen.map { $0 + 1 } ?? 0
        var keys: [KeyBinding] = []
        if tabs.items.indices.contains(previous) {
            keys.append(
                KeyBinding(["["], .press(control: tabs.items[previous].control), "[", "previous tab", hint: "[ ] tabs"))
        }
        if tabs.items.indices.contains(next) {
            let hint = keys.isEmpty ? "[ ] tabs" : nil
            keys.append(KeyBinding(["]"], .press(control: tabs.items[next].control), "]", "next tab", hint: hint))
        }
        return keys + tabs.items.compactMap(\.binding)
    }

    func print(on page: inout LinearPage) {
        let faces = tabs.items.map { item in
            page.number(item) + (item.control == tabs.selected ? " (\(page.words["here"]))" : "")
        }
        if !faces.isEmpty { page.append("\(page.words["tabs"]): " + faces.joined(separator: " ")) }
    }
}
