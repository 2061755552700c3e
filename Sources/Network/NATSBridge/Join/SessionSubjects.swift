package import Wire

/// The subjects of a joined session.
///
/// | subject | what | who publishes |
/// |---|---|---|
/// | `vlj.SESSION.SENDER.RECEIVER.TYPE` | lines of one join for another one | the sender |
/// | `vla.SESSION.RECEIVER.SENDER` | how far the receiver has got with these | the receiver |
/// | `vlp.SESSION.NAME` | a join's presence | that join |
///
/// So a permission binds a host to its name, and to the types that each other join takes. A session is one word of them: its dots become
/// `=`, so no session contains another.
package struct SessionSubjects: Equatable, Sendable {
    package let session: String
    /// The session as one word.
    private let word: String
    package static let longestSession = 128
    static let longestType = 256

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

    /// True if a type can be the end of a subject.
    static func isType(_ type: String) -> Bool { type.utf8.count <= longestType && isName(type) }

    func subject(of type: String, from sender: String, to receiver: String) -> String {
        "vlj.\(word).\(sender).\(receiver).\(type)"
    }

    /// All lines for a join.
    package func lines(to receiver: String) -> String { "vlj.\(word).*.\(receiver).>" }

    /// The subjects that cover the lines of a pattern: those of the type of that name, and of all types that begin with it.
    /// - Returns: none if the pattern cannot be part of a subject.
    package func lines(of pattern: MessagePattern, from sender: String, to receiver: String) -> [String] {
        guard let words = pattern.subjectWords else { return [] }
        let all = subject(of: ">", from: sender, to: receiver)
        return words.isEmpty ? [all] : [words, "\(words).>"].map { subject(of: $0, from: sender, to: receiver) }
    }

    /// The sender and the type of a line for a join.
    struct Address: Equatable {
        let sender: Substring
        let type: Substring
    }

    /// - Returns: nil for another subject than that of a line for this join.
    func address(_ subject: String, to receiver: String) -> Address? {
        let words = subject.split(separator: ".", maxSplits: 4, omittingEmptySubsequences: false)
        guard words.count == 5, words[0] == "vlj", words[1] == word, words[3] == receiver, JoinID.isWord(words[2])
        else {
            return nil
        }
        return Address(sender: words[2], type: words[4])
    }

    // MARK: - Acknowledgements, presences

    func acknowledgement(by receiver: String, to sender: String) -> String { "vla.\(word).\(receiver).\(sender)" }
    /// All acknowledgements that a join may publish.
    package func acknowledgements(by receiver: String) -> String { acknowledgement(by: receiver, to: "*") }
    package func acknowledgements(to sender: String) -> String { acknowledgement(by: "*", to: sender) }

    /// The join that acknowledges; nil for other subjects.
    func acknowledger(_ subject: String, to sender: String) -> Substring? {
        guard subject.hasSuffix(".\(sender)") else { return nil }
        return Self.name(in: String(subject.dropLast(sender.utf8.count + 1)), after: "vla.\(word).")
    }

    package func presence(of name: String) -> String { "vlp.\(word).\(name)" }
    package var allPresences: String { "vlp.\(word).*" }

    /// The join that has announced itself; nil for other subjects.
    func announced(_ subject: String) -> Substring? { Self.name(in: subject, after: "vlp.\(word).") }

    private static func name(in subject: String, after prefix: String) -> Substring? {
        guard subject.hasPrefix(prefix) else { return nil }
        let name = subject.dropFirst(prefix.utf8.count)
        return JoinID.isWord(name) ? name : nil
    }
}
