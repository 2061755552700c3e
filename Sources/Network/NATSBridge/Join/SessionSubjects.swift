import Platform

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
    let session: SubjectName
    /// The beginnings of subjects, with the session as one word.
    private let (linesRoot, answersRoot, presenceRoot): (String, String, String)

    package init(_ session: SubjectName) {
        self.session = session
        let word = session.description.replacing(".", with: "=")
        (linesRoot, answersRoot, presenceRoot) = ("vlj.\(word)", "vla.\(word)", "vlp.\(word)")
    }

    // MARK: - Lines

    func subject(of type: String, from sender: String, to receiver: String) -> String {
        "\(linesRoot).\(sender).\(receiver).\(type)"
    }

    func lines(to receiver: String) -> String { "\(linesRoot).*.\(receiver).>" }

    /// The sender and the type of a line for a join.
    struct Address: Equatable {
        let sender: Substring
        let type: Substring
    }

    /// - Returns: nil for another subject than that of a line for this join.
    func address(_ subject: String, to receiver: String) -> Address? {
        guard let rest = SubjectWords.rest(of: subject, after: linesRoot) else { return nil }
        let words = SubjectWords.split(rest, most: 3)
        guard words.count == 3, words[1] == receiver, SubjectWords.isWord(words[0]) else { return nil }
        return Address(sender: words[0], type: words[2])
    }

    // MARK: - Acknowledgements, presences

    /// - Parameters:
    ///   - receiver: `*` for all.
    ///   - sender: `*` for all.
    func acknowledgement(by receiver: String, to sender: String) -> String { "\(answersRoot).\(receiver).\(sender)" }

    /// The join that acknowledges; nil for other subjects.
    func acknowledger(_ subject: String, to sender: String) -> Substring? {
        guard let rest = SubjectWords.rest(of: subject, after: answersRoot) else { return nil }
        let words = SubjectWords.split(rest)
        return words.count == 2 && words[1] == sender && SubjectWords.isWord(words[0]) ? words[0] : nil
    }

    /// - Parameter name: `*` for all.
    func presence(of name: String) -> String { "\(presenceRoot).\(name)" }

    /// The join that has announced itself; nil for other subjects.
    func announced(_ subject: String) -> Substring? {
        SubjectWords.rest(of: subject, after: presenceRoot).flatMap { SubjectWords.isWord($0) ? $0 : nil }
    }
}
