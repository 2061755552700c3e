/// The name of a session or a pool: words joined by dots, each a token of a subject.
package struct SubjectName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    private static let longest = 128

    /// Makes a stand-in for a name that is still to be read.
    package init() { description = "_" }

    /// - Returns: nil unless it consists of words of letters, digits, `-` and `_`, at most 128 bytes in all.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest,
            text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(Self.isWord)
        else { return nil }
        description = text
    }

    /// True if the name is one word, which fits one token of a subject.
    package var isWord: Bool { !description.utf8.contains(UInt8(ascii: ".")) }

    /// True if the name can be a caller's: a word for its session, optionally after a word for permissions.
    package var canCall: Bool { description.utf8.count { $0 == UInt8(ascii: ".") } <= 1 }

    private static func isWord(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            }
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
        guard subject.hasPrefix(prefix), subject.utf8.dropFirst(prefix.utf8.count).first == UInt8(ascii: ".") else {
            return nil
        }
        let tokens = subject.dropFirst(prefix.count + 1).split(separator: ".", omittingEmptySubsequences: false)
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
        let bytes = type.utf8
        guard 1...longestType ~= bytes.count else { return false }
        if bytes.allSatisfy({ isWordByte($0) || $0 == UInt8(ascii: ".") }) { return hasWords(bytes) }
        return type.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.unicodeScalars.allSatisfy {
                    $0 != "*" && $0 != ">" && !$0.properties.isWhitespace
                        && $0.properties.generalCategory != .control
                }
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// True if no two dots are adjacent, and none is at an end.
    private static func hasWords(_ bytes: String.UTF8View) -> Bool {
        var last = UInt8(ascii: ".")
        for byte in bytes {
            if byte == UInt8(ascii: "."), last == byte { return false }
            last = byte
        }
        return last != UInt8(ascii: ".")
    }
}
