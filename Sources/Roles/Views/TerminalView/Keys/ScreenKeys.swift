import Languages
import ScreenModel
import TerminalText
import ViewMessages

/// Keys that a screen declares for what can be done there.
///
/// A key is one character of text, so Enter, Esc, the arrows and Ctrl-C always stay the view's. So do a few others (``ScreenKey.pressing``): each
/// leads to something that has no other key. Before every other letter of the view, the screen's keys go first; what they
/// hide is in the palette.
struct ScreenKeys {
    private let keys: [ScreenKey]

    init(_ screen: Screen) {
        keys = screen.keys ?? []
    }

    /// The keys that hold while that is selected.
    func bindings(selected: KeyedChoice?) -> [KeyBinding] {
        keys.compactMap { key in
            guard key.does == nil else { return nil }
            guard key.isForRow == true else { return Self.binding(key, row: nil) }
            guard let selected, selected.has(key) else { return nil }
            return Self.binding(key, row: selected.name)
        }
    }

    private static func binding(_ key: ScreenKey, row: String?) -> KeyBinding {
        let action = KeyAction.press(control: key.control, row: row)
        guard let declared = key.pressing else {
            return KeyBinding([], action, "", key.title)
        }
        return KeyBinding(
            [.text(declared.scalar)], action, declared.name, key.title,
            hint: "\(declared.name) \(key.title.truncated(to: 16))")
    }

    // MARK: Linear

    /// Lines that linear mode prints for them.
    func lines(in words: Words) -> [String] {
        let keys = keys.filter(\.isReported)
        let (forRow, forScreen) = (keys.filter { $0.isForRow == true }, keys.filter { $0.isForRow != true })
        var lines: [String] = []
        if !forScreen.isEmpty { lines.append("\(words["keys"]): " + forScreen.map(Self.name).joined(separator: ", ")) }
        if let first = forRow.first {
            lines.append(
                "\(words["keys for a row"]): \(forRow.map(Self.name).joined(separator: ", "))  (\(words["such as"]): press \(first.title) 1)"
            )
        }
        return lines
    }

    private static func name(of key: ScreenKey) -> String {
        key.title + (key.does == nil ? DeclaredKey.suffix(key.character) : " (\(key.character ?? ""))")
    }

    /// - Parameter name: a title, a control or a key, whatever its case; the key itself in its own case.
    func find(_ name: String, isForRow: Bool) -> ScreenKey? {
        let candidates = keys.filter { ($0.isForRow == true) == isForRow || $0.does?.contains(.report) == true }
        return candidates.first(named: name, \.title, \.control) ?? candidates.first { $0.character == name }
    }
}
