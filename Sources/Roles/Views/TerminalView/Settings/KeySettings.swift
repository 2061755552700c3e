import ScreenModel

/// Keys as a user wants them: an action and its keys per line, such as `down: j Down ^N`. They replace those that
/// the view has for it.
package struct KeySettings: Equatable, Sendable {
    private var keys: [String: [Key]] = [:]
    package private(set) var mistakes: [SettingsFile.Mistake] = []

    /// The view's own actions, by the names that the file has.
    private static let actions: KeyValuePairs<String, KeyAction> = [
        "up": .move(.up), "down": .move(.down), "top": .move(.first), "end": .move(.last), "left": .move(.left),
        "right": .move(.right), "open": .activate, "back": .goBack, "search": .editField(InputFields.prompt),
        "find": .editField(InputFields.find), "next": .findNext(1), "previous": .findNext(-1),
        "filter": .editField(InputFields.filter), "mark": .toggleMark, "copy": .copySelection, "more": .toggleFold,
        "help": .showHelp, "palette": .showPalette, "quit": .quit, "repaint": .repaint, "page-up": .move(.pageUp),
        "page-down": .move(.pageDown), "half-page-up": .move(.halfPageUp), "half-page-down": .move(.halfPageDown),
        "preview": .togglePreview, "zoom": .zoomPreview, "narrower": .moveBorder(by: -1),
        "wider": .moveBorder(by: 1), "reset": .resetBorder, "preview-up": .scrollPreview(by: -1),
        "preview-down": .scrollPreview(by: 1),
    ]

    package init(_ text: String = "") {
        var taken: [Key: String] = [:]
        mistakes = SettingsFile.mistakes(in: text) { words throws(SettingsFile.Mistake) in
            let name = String(words[0].dropLast())
            guard words[0].hasSuffix(":"), Self.actions.contains(where: { $0.key == name }) else {
                throw .init(words[0], isNoneOf: Self.actions.map(\.key))
            }
            var keys: [Key] = []
            for word in words.dropFirst() {
                guard let key = Key(setting: word) else {
                    throw .init(
                        "\"\(word.prefix(40))\" is not a key that can be assigned: a character, ^N, Alt-N, Up, Down, Left, "
                            + "Right, Home, End, PgUp, PgDn, Tab, Shift-Tab, Space, Enter, Backspace, Delete or Insert")
                }
                if let other = taken[key], other != name { throw .init("the key \(word) is \(other) already") }
                keys.append(key)
            }
            guard !keys.isEmpty else { throw .init("\(words[0]) has no key") }
            for key in keys { taken[key] = name }
            self.keys[name] = keys
        }
    }

    /// - Parameter bindings: the bindings of a screen where no field takes keys.
    func applied(to bindings: [KeyBinding]) -> [KeyBinding] {
        guard !keys.isEmpty else { return bindings }
        let taken = Set(keys.values.joined())
        return bindings.map { binding in
            guard let name = Self.actions.first(where: { $0.value == binding.action })?.key else { return binding }
            guard let own = keys[name] else { return binding.without(taken) }
            let names = own.compactMap(\.name)
            let hint = binding.hint.map { hint in (names.first ?? "") + hint.drop { $0 != " " } }
            return KeyBinding(own, binding.action, names.joined(separator: " "), binding.label, hint: hint)
        }
    }
}

extension KeyBinding {
    /// The binding without keys that mean something else now.
    fileprivate func without(_ taken: Set<Key>) -> KeyBinding {
        let rest = keys.filter { !taken.contains($0) }
        return rest.count == keys.count ? self : KeyBinding(rest, action, rest.isEmpty ? "" : name, label)
    }
}

extension Key {
    /// A key by the names of the user's file: a character, `^N`, `Alt-N`, `PgUp`. Esc, Ctrl-C and Ctrl-Z always mean the same.
    fileprivate init?(setting word: Substring) {
        let (name, count) = (word.lowercased(), word.unicodeScalars.count)
        if count == 1 {
            guard DeclaredKey(String(word)) != nil else { return nil }
            self.init(named: String(word))
        } else if count == 2, word.hasPrefix("^") {
            self.init(named: "ctrl-" + name.dropFirst())
        } else if name.hasPrefix("alt-") {
            self.init(named: "alt-" + word.dropFirst(4))
        } else {
            self.init(named: ["pgup": "page-up", "pgdn": "page-down"][name] ?? name)
        }
        switch self {
        case .escape, .function: return nil
        default: break
        }
    }
}
