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
    /// The beginnings of subjects, with the session as one word.
    private let linesRoot: String
    private let answersRoot: String
    private let presenceRoot: String
    package static let longestSession = 128
    static let longestType = 256

    /// - Returns: nil unless the name is words of letters, digits, `_` and `-` with dots between them.
    package init?(_ session: String) {
        guard session.utf8.count <= Self.longestSession, SubjectWords.areWords(session) else { return nil }
        self.session = session
        let word = session.split(separator: ".").joined(separator: "=")
        linesRoot = "vlj.\(word)"
        answersRoot = "vla.\(word)"
        presenceRoot = "vlp.\(word)"
    }

    // MARK: - Lines

    /// True if a type can be the end of a subject.
    static func isType(_ type: String) -> Bool { type.utf8.count <= longestType && SubjectWords.areWords(type) }

    func subject(of type: String, from sender: String, to receiver: String) -> String {
        "\(linesRoot).\(sender).\(receiver).\(type)"
    }

    /// All lines for a join.
    package func lines(to receiver: String) -> String { "\(linesRoot).*.\(receiver).>" }

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
        guard let rest = SubjectWords.rest(of: subject, after: linesRoot) else { return nil }
        let words = SubjectWords.split(rest, most: 3)
        guard words.count == 3, words[1] == receiver, JoinID.isWord(words[0]) else { return nil }
        return Address(sender: words[0], type: words[2])
    }

    // MARK: - Acknowledgements, presences

    func acknowledgement(by receiver: String, to sender: String) -> String { "\(answersRoot).\(receiver).\(sender)" }
    /// All acknowledgements that a join may publish.
    package func acknowledgements(by receiver: String) -> String { acknowledgement(by: receiver, to: "*") }
    package func acknowledgements(to sender: String) -> String { acknowledgement(by: "*", to: sender) }

    /// The join that acknowledges; nil for other subjects.
    func acknowledger(_ subject: String, to sender: String) -> Substring? {
        guard let rest = SubjectWords.rest(of: subject, after: answersRoot) else { return nil }
        let words = SubjectWords.split(rest)
        return words.count == 2 && words[1] == sender && JoinID.isWord(words[0]) ? words[0] : nil
    }

    package func presence(of name: String) -> String { "\(presenceRoot).\(name)" }
    package var allPresences: String { "\(presenceRoot).*" }

    /// The join that has announced itself; nil for other subjects.
    func announced(_ subject: String) -> Substring? {
        guard let name = SubjectWords.rest(of: subject, after: presenceRoot) else { return nil }
        return JoinID.isWord(name) ? name : nil
    }
}
