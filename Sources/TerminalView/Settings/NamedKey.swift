/// A key as a person writes it.
struct NamedKey: Equatable, Sendable {
    let key: Key
    /// As the help shows it.
    let name: String

    /// Esc, Ctrl-C and Ctrl-Z always mean the same.
    private static let reserved: Set<Key> = [.control("c"), .control("z"), .escape]

    private static let names: [String: Key] = [
        "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "pgup": .pageUp,
        "pgdn": .pageDown, "tab": .tab, "space": " ", "enter": .enter, "backspace": .backspace, "delete": .delete,
    ]

    /// - Returns: nil for what is no key, or may mean nothing else.
    init?(_ word: Substring) {
        let scalars = Array(word.unicodeScalars)
        if scalars.count == 1, scalars[0].value > 0x20, !(0x7F...0x9F).contains(scalars[0].value) {
            (key, name) = (.text(scalars[0]), String(word))
        } else if scalars.count == 2, scalars[0] == "^",
            let letter = word.dropFirst().lowercased().unicodeScalars.first,
            "a"..."z" ~= letter
        {
            (key, name) = (.control(letter), "^" + word.dropFirst().uppercased())
        } else if scalars.count == 5, word.lowercased().hasPrefix("alt-"), 0x21...0x7E ~= scalars[4].value {
            (key, name) = (.alt(scalars[4]), "Alt-" + word.dropFirst(4))
        } else if let named = Self.names[word.lowercased()] {
            (key, name) = (named, String(word))
        } else {
            return nil
        }
        if Self.reserved.contains(key) { return nil }
    }
}
