/// The name of a session or a pool: words joined by dots, each a token of a subject.
package struct SessionName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    private static let longest = 128

    /// - Returns: nil unless it consists of words of letters, digits, `-` and `_`, at most 128 bytes in all.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest,
            text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(Self.isWord)
        else { return nil }
        description = text
    }

    /// Whether it is one word, which fits one token of a subject.
    package var isWord: Bool { !description.utf8.contains(UInt8(ascii: ".")) }

    /// Whether it can be a caller's: a word for its session, optionally after a word for permissions.
    package var canCall: Bool { description.utf8.count { $0 == UInt8(ascii: ".") } <= 1 }

    /// For the name of a stream or a consumer, which cannot have dots. It is unique, even with a suffix that begins with `_` and a
    /// letter other than `d`.
    package var escaped: String {
        description.reduce(into: "") { escaped, character in
            switch character {
            case "_": escaped += "__"
            case ".": escaped += "_d"
            default: escaped.append(character)
            }
        }
    }

    private static func isWord(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            }
    }
}
