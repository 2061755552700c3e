import Platform

/// The name of a session or a pool: words joined by dots, each a token of a subject.
package struct SubjectName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    private static let longest = 128

    /// Makes a stand-in for a name that is still to be read.
    package init() { description = "_" }

    /// - Returns: nil unless it consists of words of letters, digits, `-` and `_`, at most 128 bytes in all.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest, SubjectWords.areWords(text) else { return nil }
        description = text
    }

    /// True if the name is one word, which fits one token of a subject.
    package var isWord: Bool { !description.utf8.contains(UInt8(ascii: ".")) }

    /// True if the name can be a caller's: a word for its session, optionally after a word for permissions.
    package var canCall: Bool { description.utf8.count { $0 == UInt8(ascii: ".") } <= 1 }
}

/// The words of a text.
///
/// Bytes are searched, not characters: for each of those, Swift looks up a table of Unicode.
package enum SubjectWords {
    /// - Parameter most: the last word has the rest, with its separators.
    static func split(
        _ text: some StringProtocol, at separator: UInt8 = UInt8(ascii: "."), most: Int = .max
    ) -> [Substring] {
        var text = Substring(text)
        let ends = text.withUTF8 { bytes in bytes.indices.filter { bytes[$0] == separator } }
        var words: [Substring] = []
        words.reserveCapacity(min(ends.count + 1, most))
        var begin = text.startIndex
        for end in ends.prefix(most - 1) {
            let place = text.utf8.index(text.startIndex, offsetBy: end)
            words.append(text[begin..<place])
            begin = text.utf8.index(after: place)
        }
        words.append(text[begin...])
        return words
    }

    /// The text after a beginning and a dot; nil if it has another beginning.
    static func rest(of text: String, after beginning: String) -> Substring? {
        guard text.hasPrefix(beginning) else { return nil }
        let rest = text.utf8.dropFirst(beginning.utf8.count)
        return rest.first == UInt8(ascii: ".") ? Substring(rest.dropFirst()) : nil
    }

    /// True if a text is one or more words of letters, digits, `_` and `-`, with dots between them.
    package static func areWords(_ text: some StringProtocol) -> Bool {
        var text = Substring(text)
        return text.withUTF8 { bytes in
            var last = UInt8(ascii: ".")
            for byte in bytes {
                guard byte.isAlphanumeric || "-_".utf8.contains(byte) || byte == UInt8(ascii: ".") && last != byte
                else { return false }
                last = byte
            }
            return last != UInt8(ascii: ".")
        }
    }

    /// True if a text is a word of letters, digits, `_` and `-`.
    package static func isWord(_ text: some StringProtocol) -> Bool {
        var text = Substring(text)
        return text.withUTF8 { $0.isWord(with: "-_") }
    }
}

/// Random words, for names that no other process has.
package enum Token {
    static let length = 20

    /// 100 bits in 20 digits and letters.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
    }

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
}

/// The subjects of the server's answers: below a prefix that no other process has.
package struct Inbox: Equatable, Sendable {
    package let prefix: String

    package init(prefix: String) {
        self.prefix = prefix
    }

    /// The subject to subscribe to.
    package var all: String { "\(prefix).*.*" }

    /// - Parameters:
    ///   - purpose: one token.
    ///   - number: identifies the request.
    package func subject(_ purpose: String, _ number: Int) -> String { "\(prefix).\(purpose).\(number)" }

    /// The purpose and the number in a subject of this inbox.
    package func read(_ subject: String) -> (purpose: Substring, number: Int)? {
        guard let rest = SubjectWords.rest(of: subject, after: prefix) else { return nil }
        let tokens = SubjectWords.split(rest)
        guard tokens.count == 2, let number = Int(tokens[1]) else { return nil }
        return (tokens[0], number)
    }
}

/// Subjects that end with an event's type.
package enum EventSubject {
    /// The prefix of all Viperline's subjects; further words follow a dash.
    package static let root = "vl"
    private static let longestType = 256

    /// - Returns: nil if the type cannot be part of a subject.
    package static func make(_ prefix: String, type: String) -> String? {
        isType(type) ? "\(prefix).\(type)" : nil
    }

    /// True if a type consists of subject tokens: none empty, without blanks, control characters and wildcards.
    package static func isType(_ type: String) -> Bool {
        guard 1...longestType ~= type.utf8.count else { return false }
        if SubjectWords.areWords(type) { return true }
        return SubjectWords.split(type).allSatisfy { word in
            !word.isEmpty
                && word.unicodeScalars.allSatisfy {
                    $0 != "*" && $0 != ">" && !$0.properties.isWhitespace
                        && $0.properties.generalCategory != .control
                }
        }
    }
}
