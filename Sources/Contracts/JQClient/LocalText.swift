import JSON

/// A text that a program leaves to the presenter, which knows the user's language. It stands in a string between two characters for
/// private use, which no language has, with others between its fields.
package enum LocalText: Equatable, Sendable {
    /// English words with `%` in the place of each value.
    case words(String, [String])
    /// A day as RFC 3339 has it.
    case day(String)
    /// A number in few characters.
    case short(Int)
    /// A number and what it counts, with `%` in the place of the number.
    case count(Int, one: String, other: String)

    /// The text as the author of a program writes it.
    package var english: String {
        switch self {
        case .words(let words, let values): values.reduce(words, Self.filled)
        case .day(let day): day
        case .short(let number): "\(number)"
        case .count(let number, let one, let other): Self.filled(number == 1 ? one : other, "\(number)")
        }
    }

    private static func filled(_ words: String, _ value: String) -> String {
        words.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).joined(separator: value)
    }

    private static let start: Unicode.Scalar = "\u{E000}"
    private static let end: Unicode.Scalar = "\u{E001}"
    private static let separator: Character = "\u{E002}"

    /// Nil for what no function of a program makes.
    private init?(fields: String) {
        var fields = fields.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        let kind = fields.removeFirst()
        switch (kind, fields.count) {
        case ("words", 1...): self = .words(fields[0], Array(fields.dropFirst()))
        case ("day", 1): self = .day(fields[0])
        case ("short", 1): if let number = Int(fields[0]) { self = .short(number) } else { return nil }
        case ("count", 3):
            guard let number = Int(fields[0]) else { return nil }
            self = .count(number, one: fields[1], other: fields[2])
        default: return nil
        }
    }

    /// The JSON with all local texts of its strings in another form.
    package static func replaced(in json: [UInt8], by form: (LocalText) -> String) -> [UInt8] {
        guard json.contains(0xEE) else { return json }
        var output: [UInt8] = []
        var at = 0
        while at < json.count {
            let start = at
            at += 1
            guard json[start] == UInt8(ascii: "\"") else {
                output.append(json[start])
                continue
            }
            while at < json.count, json[at] != UInt8(ascii: "\"") { at += json[at] == UInt8(ascii: "\\") ? 2 : 1 }
            at = min(at + 1, json.count)
            let string = Array(json[start..<at])
            if string.contains(0xEE), let text = JSONText.decode(string.span) {
                output += JSONBytes(replaced(in: text, by: form)).bytes
            } else {
                output += string
            }
        }
        return output
    }

    /// Inner texts come before those that have them as values.
    private static func replaced(in text: String, by form: (LocalText) -> String) -> String {
        var outer: [String] = []
        var current = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case start:
                outer.append(current)
                current = ""
            case end where !outer.isEmpty:
                current = outer.removeLast() + (LocalText(fields: current).map(form) ?? current)
            default: current.unicodeScalars.append(scalar)
            }
        }
        return outer.joined() + current
    }
}
