package import Wire

/// The subjects and streams of a joined session. Each join has a stream of its own, so that none can evict another's lines.
///
/// Permissions refer to subjects: `vlj.SESSION.NAME.TYPE` for a join's lines, `vls.SESSION.NAME.TYPE.KEY` for its newest states,
/// `vlp.SESSION.NAME` for its presence, `vla.SESSION.NAME` for its progress, `vld.SESSION.NAME.TYPE` for requests for a line that it
/// does not store at the server. A session is one word of them: its dots become `=`, so no session contains another.
package struct SessionSubjects: Equatable, Sendable {
    package let session: String
    /// The session as one word.
    private let word: String
    package static let longestSession = 128
    static let longestType = 256
    /// The longest state subject, in bytes, that fits a token; states with a longer one are not stored.
    static let longestKey = 200

    /// - Returns: nil unless the name is words of letters, digits, `_` and `-` with dots between them.
    package init?(_ session: String) {
        guard session.utf8.count <= Self.longestSession, Self.isName(session) else { return nil }
        self.session = session
        word = session.split(separator: ".").joined(separator: "=")
    }

    /// True if a text is one or more words of letters, digits, `_` and `-`, with dots between them.
    package static func isName(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isWord)
    }

    /// True if a text is a word of letters, digits, `_` and `-`.
    package static func isWord(_ text: some Collection<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy(isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    // MARK: - Lines

    /// The stream of a join's lines.
    package func stream(of name: String) -> String { "VL_\(word)=\(name)" }

    /// All lines of a join.
    package func lines(of name: String) -> String { "vlj.\(word).\(name).>" }

    /// - Returns: nil for a type that cannot be a subject.
    package func subject(of type: String, from name: String) -> String? {
        type.utf8.count <= Self.longestType && Self.isName(type) ? "vlj.\(word).\(name).\(type)" : nil
    }

    /// The type of a line of a join from its subject; nil for other subjects.
    package func type(of subject: String, from name: String) -> Substring? {
        let prefix = "vlj.\(word).\(name)."
        return subject.hasPrefix(prefix) ? subject.dropFirst(prefix.utf8.count) : nil
    }

    /// The subject that covers a join's lines of a pattern. A pattern of three words or more means one type; a shorter one, or one with
    /// `.*`, means all types that begin with it.
    /// - Returns: nil if the pattern cannot be part of a subject.
    package func filter(of pattern: MessagePattern, from name: String) -> String? {
        words(of: pattern).map { "vlj.\(word).\(name).\($0)" }
    }

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

    // MARK: - States

    package func statesStream(of name: String) -> String { "\(stream(of: name))==states" }

    /// All states of a join.
    package func states(of name: String) -> String { "vls.\(word).\(name).>" }

    /// - Parameter key: the event's subject.
    /// - Returns: nil if the type or the subject cannot become a token.
    package func stateSubject(of type: String, key: String?, from name: String) -> String? {
        guard type.utf8.count <= Self.longestType, Self.isName(type), let token = Self.token(key ?? "") else {
            return nil
        }
        return "vls.\(word).\(name).\(type).\(token)"
    }

    /// The type of a join's state from its subject; nil for other subjects.
    func stateType(of subject: String, from name: String) -> Substring? {
        let prefix = "vls.\(word).\(name)."
        guard subject.hasPrefix(prefix), let dot = subject.lastIndex(of: ".") else { return nil }
        let start = subject.utf8.index(subject.startIndex, offsetBy: prefix.utf8.count)
        return start < dot ? subject[start..<dot] : nil
    }

    package func stateFilter(of pattern: MessagePattern, from name: String) -> String? {
        words(of: pattern).map { "vls.\(word).\(name).\(Self.isOneType(pattern) ? "\($0).*" : $0)" }
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

    // MARK: - Presences, records, requests, answers

    package func presence(of name: String) -> String { "vlp.\(word).\(name)" }
    package var allPresences: String { "vlp.\(word).*" }

    /// The join that has announced itself; nil for other subjects.
    func announced(_ subject: String) -> Substring? { Self.name(in: subject, after: "vlp.\(word).") }

    package var recordsStream: String { "VL_\(word)==records" }
    package func record(of name: String) -> String { "vla.\(word).\(name)" }
    package var allRecords: String { "vla.\(word).*" }

    /// The join that has published a record; nil for other subjects.
    func recorded(_ subject: String) -> Substring? { Self.name(in: subject, after: "vla.\(word).") }

    private static func name(in subject: String, after prefix: String) -> Substring? {
        guard subject.hasPrefix(prefix) else { return nil }
        let name = subject.dropFirst(prefix.utf8.count)
        return SenderID.isWord(name) ? name : nil
    }

    /// The subjects of requests to a join for its lines that rest on no server.
    package func requests(to name: String) -> String { "vld.\(word).\(name).>" }
    package func request(for pattern: MessagePattern, from name: String) -> String? {
        words(of: pattern).map { "vld.\(word).\(name).\($0)" }
    }
    func request(for type: String, from name: String) -> String { "vld.\(word).\(name).\(type)" }

    /// The type of a requested line; nil for other subjects.
    func requestedType(_ subject: String, from name: String) -> Substring? {
        let prefix = "vld.\(word).\(name)."
        return subject.hasPrefix(prefix) ? subject.dropFirst(prefix.utf8.count) : nil
    }

    /// The prefix of subjects to which the server answers a join; a secret word follows.
    package func inbox(of name: String) -> String { "_INBOX.vl.\(word).\(name)" }
}
