/// Keys as a person wants them: what is done and its keys a line, such as `down: j Down ^N`. They take the place of those that
/// the view has for it. `#` begins a comment at the beginning of a line.
package struct KeySettings: Equatable, Sendable {
    private var keys: [Command: [NamedKey]] = [:]
    /// The lines that are no use. All others hold.
    package private(set) var mistakes: [SettingsFile.Mistake] = []

    package init() {}

    package init(_ text: String) {
        var taken: [Key: Command] = [:]
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
    ) throws(SettingsFile.Mistake) -> (Command, [NamedKey]) {
        guard words[0].hasSuffix(":"), let command = Command(rawValue: String(words[0].dropLast())) else {
            let names = Command.allCases.map(\.rawValue).joined(separator: ", ")
            throw SettingsFile.Mistake(line: line, reason: "\"\(words[0].prefix(40))\" names none of \(names)")
        }
        var keys: [NamedKey] = []
        for word in words.dropFirst() {
            guard let key = NamedKey(word) else {
                throw SettingsFile.Mistake(
                    line: line,
                    reason:
                        "\"\(word.prefix(40))\" is no key that can be changed: a character, ^N, Alt-N, Up, Down, Left, "
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
            guard let command = Command(binding.action) else { return binding }
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
