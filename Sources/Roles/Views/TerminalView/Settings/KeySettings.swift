/// Keys as a user wants them: an action and its keys per line, such as `down: j Down ^N`. They replace those that
/// the view has for it. `#` begins a comment at the beginning of a line.
package struct KeySettings: Equatable, Sendable {
    private var keys: [NamedAction: [NamedKey]] = [:]
    /// The lines that are wrong. All others are used.
    package private(set) var mistakes: [SettingsFile.Mistake] = []

    package init() {}

    package init(_ text: String) {
        var taken: [Key: NamedAction] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.filter { $0 != "\r" }.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            do throws(SettingsFile.Mistake) {
                let (command, keys) = try Self.entry(words, index + 1)
                for key in keys {
                    if let other = taken[key.key], other != command {
                        throw SettingsFile.Mistake(
                            line: index + 1, reason: "the key \(key.name) is \(other.rawValue) already")
                    }
                }
                for key in keys { taken[key.key] = command }
                self.keys[command] = keys
            } catch {
                mistakes.append(error)
            }
        }
    }

    private static func entry(
        _ words: [Substring], _ line: Int
    ) throws(SettingsFile.Mistake) -> (NamedAction, [NamedKey]) {
        guard words[0].hasSuffix(":"), let command = NamedAction(rawValue: String(words[0].dropLast())) else {
            let names = NamedAction.allCases.map(\.rawValue).joined(separator: ", ")
            throw SettingsFile.Mistake(line: line, reason: "\"\(words[0].prefix(40))\" is not one of \(names)")
        }
        var keys: [NamedKey] = []
        for word in words.dropFirst() {
            guard let key = NamedKey(word) else {
                throw SettingsFile.Mistake(
                    line: line,
                    reason:
                        "\"\(word.prefix(40))\" is not a key that can be assigned: a character, ^N, Alt-N, Up, Down, Left, "
                        + "Right, Home, End, PgUp, PgDn, Tab, Space, Enter, Backspace or Delete")
            }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw SettingsFile.Mistake(line: line, reason: "\(words[0]) has no key") }
        return (command, keys)
    }

    /// - Parameter bindings: those of a screen that no field takes the keys from.
    func applied(to bindings: [KeyBinding]) -> [KeyBinding] {
        guard !keys.isEmpty else { return bindings }
        let taken = Set(keys.values.joined().map(\.key))
        return bindings.map { binding in
            guard let command = NamedAction(binding.action) else { return binding }
            guard let own = keys[command] else { return binding.without(taken) }
            let hint = binding.hint.map { hint in
                (own.first?.name ?? "") + hint.drop { $0 != " " }
            }
            return KeyBinding(
                own.map(\.key), binding.action, own.map(\.name).joined(separator: " "), binding.label, hint: hint)
        }
    }
}

extension KeyBinding {
    /// Without keys that mean something else now.
    fileprivate func without(_ taken: Set<Key>) -> KeyBinding {
        let rest = keys.filter { !taken.contains($0) }
        return rest.count == keys.count ? self : KeyBinding(rest, action, rest.isEmpty ? "" : name, label)
    }
}

/// A key as a user writes it.
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

    /// - Returns: nil for what is not a key, and for keys with a fixed meaning.
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

/// The view's own actions, by the names that the file of keys has.
enum NamedAction: String, CaseIterable, Hashable, Sendable {
    case up, down, top, end, left, right, open, back, search, find, next, previous, filter, mark, copy, more, help,
        palette
    case quit, repaint
    case pageUp = "page-up"
    case pageDown = "page-down"
    case halfPageUp = "half-page-up"
    case halfPageDown = "half-page-down"
    case preview, zoom, narrower, wider, reset
    case previewUp = "preview-up"
    case previewDown = "preview-down"

    /// - Returns: nil for what a user cannot give another key to.
    init?(_ action: KeyAction) {
        switch action {
        case .move(let movement): self.init(movement)
        case .activate: self = .open
        case .goBack: self = .back
        case .editField(InputFields.prompt): self = .search
        case .editField(InputFields.find): self = .find
        case .editField(InputFields.filter): self = .filter
        case .findNext(let step): self = step > 0 ? .next : .previous
        case .toggleMark: self = .mark
        case .copySelection: self = .copy
        case .toggleFold: self = .more
        case .togglePreview: self = .preview
        case .zoomPreview: self = .zoom
        case .moveBorder(let steps): self = steps > 0 ? .wider : .narrower
        case .resetBorder: self = .reset
        case .scrollPreview(let pages): self = pages > 0 ? .previewDown : .previewUp
        case .showHelp: self = .help
        case .showPalette: self = .palette
        case .quit: self = .quit
        case .repaint: self = .repaint
        default: return nil
        }
    }

    private init?(_ movement: Movement) {
        switch movement {
        case .up: self = .up
        case .down: self = .down
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .halfPageUp: self = .halfPageUp
        case .halfPageDown: self = .halfPageDown
        case .first: self = .top
        case .last: self = .end
        case .left: self = .left
        case .right: self = .right
        case .parent: return nil
        }
    }
}
