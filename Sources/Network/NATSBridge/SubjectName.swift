import Platform

/// The name of a session, a pool or a caller: words joined by dots, each a token of a subject.
package struct SubjectName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    private static let longest = 128

    /// A stand-in for a name that is still to be read.
    package init() { description = "_" }

    /// - Returns: nil unless it consists of words of letters, digits, `-` and `_`, at most 128 bytes in all.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest, SubjectWords.areWords(text) else { return nil }
        description = text
    }
}

/// The words of a subject.
///
/// Bytes are searched, not characters: for each of those, Swift looks up a table of Unicode.
package enum SubjectWords {
    /// Bytes of a word that names a host or a process.
    package static let longestWord = 64
    package static let form = "one word of at most \(longestWord) letters, digits, - and _"
    static let longestType = 256

    /// - Parameter most: the last word has the rest, with its separators.
    static func split(
        _ text: some StringProtocol, at separator: UInt8 = UInt8(ascii: "."), most: Int = .max
    ) -> [Substring] {
        Substring(text).utf8.split(separator: separator, maxSplits: most - 1, omittingEmptySubsequences: false)
            .map { Substring($0) }
    }

    /// The text after a beginning and a dot; nil if it has another beginning.
    static func rest(of text: String, after beginning: String) -> Substring? {
        guard text.hasPrefix(beginning) else { return nil }
        let rest = text.utf8.dropFirst(beginning.utf8.count)
        return rest.first == UInt8(ascii: ".") ? Substring(rest.dropFirst()) : nil
    }

    /// True if a text is one or more words of letters, digits, `_` and `-`, with dots between them.
    package static func areWords(_ text: some StringProtocol) -> Bool {
        text.utf8.isWord(with: "-_.") && !text.hasPrefix(".") && !text.hasSuffix(".") && !text.contains("..")
    }

    /// True if a text is a word of letters, digits, `_` and `-`.
    package static func isWord(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= longestWord && text.utf8.isWord(with: "-_")
    }

    /// True if an event's type can be the end of a subject.
    static func isType(_ type: String) -> Bool { type.utf8.count <= longestType && areWords(type) }

    /// The nearest text that is a word: others' characters become `-`.
    package static func word(_ text: String) -> String {
        String(text.unicodeScalars.map { isWord(String($0)) ? Character($0) : "-" }.prefix(longestWord))
    }
}

/// Random words, for names that no other process has.
package enum Token {
    /// 100 bits in 20 digits and letters.
    package static func random() -> String {
        String((0..<20).map { _ in alphabet[Int.random(in: alphabet.indices)] })
    }

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
}
