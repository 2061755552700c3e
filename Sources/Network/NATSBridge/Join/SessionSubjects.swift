package import Wire

/// The subjects and streams of a joined session.
///
/// Permissions refer to subjects: `vl.SESSION.TYPE` for events, `vls.SESSION.TYPE.KEY` for the newest states, `vlp.SESSION.NAME` for a
/// join's presence, `vla.SESSION.NAME` for its progress. Names of streams and consumers cannot have dots, so those become `=`.
package struct SessionSubjects: Equatable, Sendable {
    package let session: String
    /// The prefix of event subjects.
    private let prefix: String
    package static let longestSession = 128
    static let longestType = 256
    /// The longest state subject, in bytes, that fits a token; states with a longer one are not stored.
    static let longestKey = 200

    /// - Returns: nil unless the name is words of letters, digits, `_` and `-` with dots between them.
    package init?(_ session: String) {
        guard session.utf8.count <= Self.longestSession, Self.isName(session) else { return nil }
        self.session = session
        prefix = "vl.\(session)."
    }

    /// Whether a text is one or more words of letters, digits, `_` and `-`, with dots between them.
    package static func isName(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isWord)
    }

    /// Whether a text is a word of letters, digits, `_` and `-`.
    package static func isWord(_ text: some Collection<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy(isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    // MARK: - Events

    package var stream: String { "VL_\(dotless(session))" }
    package var all: String { "vl.\(session).>" }

    /// - Returns: nil for a type that cannot be a subject.
    package func subject(of type: String) -> String? {
        type.utf8.count <= Self.longestType && Self.isName(type) ? "vl.\(session).\(type)" : nil
    }

    /// The type of an event from its subject; nil for other subjects.
    package func type(of subject: String) -> Substring? {
        subject.hasPrefix(prefix) ? subject.dropFirst(prefix.utf8.count) : nil
    }

    /// The subject that covers all events of a pattern. A pattern of three words or more means one type; a shorter one, or one with
    /// `.*`, means all types that begin with it.
    /// - Returns: nil if the pattern cannot be part of a subject.
    package func filter(of pattern: MessagePattern) -> String? { words(of: pattern).map { "vl.\(session).\($0)" } }

    private func words(of pattern: MessagePattern) -> String? {
        let text = pattern.description
        if text == "*" { return ">" }
        let words = text.hasSuffix(".*") ? String(text.dropLast(2)) : text
        guard words.utf8.count <= Self.longestType, Self.isName(words) else { return nil }
        return Self.isOneType(pattern) ? words : "\(words).>"
    }

    private static func isOneType(_ pattern: MessagePattern) -> Bool {
        let text = pattern.description
        return !text.hasSuffix("*") && text.utf8.count { $0 == UInt8(ascii: ".") } >= 2
    }

    /// The consumer that brings a join a pattern's events.
    package func consumer(of name: String, for pattern: MessagePattern) -> String {
        let text = pattern.description
        return text == "*"
            ? "\(name)=all" : "\(name)=\(dotless(text.hasSuffix(".*") ? String(text.dropLast(2)) : text))"
    }

    private func dotless(_ text: String) -> String { text.split(separator: ".").joined(separator: "=") }

    // MARK: - States

    package var statesStream: String { "\(stream)=states" }
    package var allStates: String { "vls.\(session).>" }

    /// - Parameter key: the event's subject.
    /// - Returns: nil if the type or the subject cannot become a token.
    package func stateSubject(of type: String, key: String?) -> String? {
        guard type.utf8.count <= Self.longestType, Self.isName(type), let token = Self.token(key ?? "") else {
            return nil
        }
        return "vls.\(session).\(type).\(token)"
    }

    package func stateFilter(of pattern: MessagePattern) -> String? {
        words(of: pattern).map { "vls.\(session).\(Self.isOneType(pattern) ? "\($0).*" : $0)" }
    }

    /// Letters, digits and `-` unchanged, other bytes as `_` and two digits; an empty text is `_`.
    static func token(_ text: String) -> String? {
        guard !text.isEmpty else { return "_" }
        guard text.utf8.count <= longestKey else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        var token: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte), byte != UInt8(ascii: "_") {
                token.append(byte)
            } else {
                token += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: token, as: UTF8.self)
    }

    // MARK: - Presence

    package func presence(of name: String) -> String { "vlp.\(session).\(name)" }
    package var allPresences: String { "vlp.\(session).*" }

    // MARK: - Records

    package var recordsStream: String { "\(stream)=records" }
    package func record(of name: String) -> String { "vla.\(session).\(name)" }
    package var allRecords: String { "vla.\(session).*" }

    /// The join that has published a record; nil for other subjects.
    package func recorded(_ subject: String) -> Substring? {
        let prefix = "vla.\(session)."
        return subject.hasPrefix(prefix) ? subject.dropFirst(prefix.utf8.count) : nil
    }

    // MARK: - Answers

    /// The prefix of subjects to which the server answers a join.
    package func inbox(of name: String) -> String { "_INBOX.vl.\(dotless(session)).\(name)" }
}
