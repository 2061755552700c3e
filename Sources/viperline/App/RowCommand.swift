import Composition
import SafeText

/// A command for rows that a person has chosen, split once into words. Rows only ever become words or pieces of words.
struct RowCommand {
    private let words: [String]
    private static let place = "{}"

    struct Refusal: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// - Parameter text: with `{}` where the row belongs; without it, the row is the last word.
    init(_ text: String) throws {
        let split = try ShellWords.split(text)
        guard !split.isEmpty else { throw Refusal(description: "there is no command") }
        words = split.contains { $0.contains(Self.place) } ? split : split + [Self.place]
    }

    /// The command for these rows: a word with `{}` stands once for each.
    /// - Returns: arguments as bytes, since a row need not be UTF-8.
    func words(for rows: [[UInt8]]) throws(Refusal) -> [[UInt8]] {
        var arguments: [[UInt8]] = []
        var hasSeparator = false
        for word in words {
            guard word.contains(Self.place) else {
                hasSeparator = hasSeparator || word == "--"
                arguments.append(Array(word.utf8))
                continue
            }
            for row in rows {
                let name = String(decoding: row.prefix(100), as: UTF8.self).printable
                guard !row.contains(0) else {
                    throw Refusal(description: "\"\(name)\" has the character NUL, which no argument can have")
                }
                let argument = Self.fill(Array(word.utf8), with: row)
                guard hasSeparator || word.hasPrefix("-") || argument.first != UInt8(ascii: "-") else {
                    throw Refusal(
                        description:
                            "\"\(name)\" begins with -, which \(words[0]) may take for an option; write --open '\(words[0]) -- {}'"
                    )
                }
                arguments.append(argument)
            }
        }
        return arguments
    }

    private static func fill(_ word: [UInt8], with row: [UInt8]) -> [UInt8] {
        var filled: [UInt8] = []
        var rest = word[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "{"), rest.first == UInt8(ascii: "}") {
                rest.removeFirst()
                filled += row
            } else {
                filled.append(byte)
            }
        }
        return filled
    }
}
