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

    /// Lines that linear mode prints for them: names that `press` takes there.
    func lines(on page: LinearPage) -> [String] {
        let (keys, words) = (keys.filter(\.isReported), page.words)
        let (forRow, forScreen) = (keys.filter { $0.isForRow == true }, keys.filter { $0.isForRow != true })
        func names(_ keys: [ScreenKey]) -> String { keys.map { name(of: $0, on: page) }.joined(separator: ", ") }
        var lines: [String] = []
        if !forScreen.isEmpty { lines.append("\(words["keys"]): \(names(forScreen))") }
        if let first = forRow.first {
            let name = leads(first.title, to: first, on: page) ? first.title : first.control
            let row = page.rows.first.map { "  (\(words["such as"]): press \(name) \($0.number))" } ?? ""
            lines.append("\(words["keys for a row"]): \(names(forRow))\(row)")
        }
        return lines
    }

    /// The title with the key, or with the control where nothing else leads to it.
    private func name(of key: ScreenKey, on page: LinearPage) -> String {
        if let character = key.character, leads(character, to: key, on: page) {
            return key.title + (key.does == nil ? DeclaredKey.suffix(character) : " (\(character))")
        }
        return leads(key.title, to: key, on: page) ? key.title : "\(key.title) (\(key.control))"
    }

    /// True if `press` with that name does that, and not what a button or another key has it for.
    private func leads(_ name: String, to key: ScreenKey, on page: LinearPage) -> Bool {
        let number = LinearCommand.number(name[...]) ?? .max
        guard page.buttons.first(named: name, \.title, \.control) == nil, number > page.buttons.count else {
            return false
        }
        return (find(name, isForRow: false) ?? find(name, isForRow: true)) == key
    }

    /// A key for rows and, behind its name, the name of a row.
    func split(_ text: String) -> (key: ScreenKey, row: String)? {
        let words = text.split(separator: " ", maxSplits: Self.mostWords)
        for count in (1..<max(words.count, 1)).reversed() {
            if let key = find(words[..<count].joined(separator: " ").unquoted, isForRow: true) {
                return (key, String(text[words[count].startIndex...]))
            }
        }
        return nil
    }

    /// Words of a key's name.
    private static let mostWords = 20

    /// - Parameter name: a title, a control or a key, whatever its case; the key itself in its own case.
    func find(_ name: String, isForRow: Bool) -> ScreenKey? {
        let candidates = keys.filter { ($0.isForRow == true) == isForRow || $0.does?.contains(.report) == true }
        return candidates.first(named: name, \.title, \.control) ?? candidates.first { $0.character == name }
    }
}
