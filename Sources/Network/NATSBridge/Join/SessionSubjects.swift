import Platform

/// The subjects of a joined session (protocols/nats.md).
///
/// They contain sender, receiver and type, so a permission binds a host to its name, and to the types that each other join takes. A session
/// is one word of them: its dots become `=`, so no session contains another.
package struct SessionSubjects: Equatable, Sendable {
    let session: SubjectName
    /// The beginnings of subjects, with the session as one word.
    private let (linesRoot, answersRoot, presenceRoot): (String, String, String)

    package init(_ session: SubjectName) {
        self.session = session
        let word = session.description.replacing(".", with: "=")
        (linesRoot, answersRoot, presenceRoot) = ("vlj.\(word)", "vla.\(word)", "vlp.\(word)")
    }

    // MARK: - Subjects; `*` stands for all joins

    func subject(of type: String, from sender: String, to receiver: String) -> String {
        "\(linesRoot).\(sender).\(receiver).\(type)"
    }

    func lines(to receiver: String) -> String { "\(linesRoot).*.\(receiver).>" }
    func acknowledgement(by receiver: String, to sender: String) -> String { "\(answersRoot).\(receiver).\(sender)" }
    func presence(of name: String) -> String { "\(presenceRoot).\(name)" }

    // MARK: - Subjects of messages; nil for those of another kind

    /// The sender and the type of a line for a join.
    struct Address: Equatable {
        let sender: Substring
        let type: Substring
    }

    func address(_ subject: String, to receiver: String) -> Address? {
        guard let rest = SubjectWords.rest(of: subject, after: linesRoot) else { return nil }
        let words = SubjectWords.split(rest, most: 3)
        guard words.count == 3, words[1] == receiver, SubjectWords.isWord(words[0]) else { return nil }
        return Address(sender: words[0], type: words[2])
    }

    /// The join that acknowledges.
    func acknowledger(_ subject: String, to sender: String) -> Substring? {
        guard let rest = SubjectWords.rest(of: subject, after: answersRoot) else { return nil }
        let words = SubjectWords.split(rest)
        return words.count == 2 && words[1] == sender && SubjectWords.isWord(words[0]) ? words[0] : nil
    }

    /// The join that has announced itself.
    func announced(_ subject: String) -> Substring? {
        SubjectWords.rest(of: subject, after: presenceRoot).flatMap { SubjectWords.isWord($0) ? $0 : nil }
    }
}
