import JSON

/// What has been printed, and whether the person still waits for a text.
struct Transcript: JSONCodable, Equatable, Sendable {
    var pages: PrintedPages = PrintedPages()
    /// A command was carried out, and nothing has been printed since.
    var isAnswerDue: Bool = false
    /// The last text is a prompt, on a line without an end.
    var isPrompting: Bool = false

    init() {}

    mutating func expectAnswer() { isAnswerDue = true }

    /// The person has ended the prompt's line.
    mutating func endPrompt() { isPrompting = false }

    /// - Returns: the prompt; nil when it stands there already.
    mutating func prompt() -> String? {
        guard !isPrompting else { return nil }
        isPrompting = true
        return "> "
    }

    /// - Parameters:
    ///   - text: whole lines.
    ///   - isAnswer: whether it answers the person's command.
    /// - Returns: what to print.
    mutating func tell(_ text: String, isAnswer: Bool) -> String {
        defer { isPrompting = false }
        isAnswerDue = isAnswerDue && !isAnswer
        return (isPrompting ? "\n" : "") + text
    }

    /// - Parameter scenes: those on the stack; the others are forgotten.
    /// - Returns: what is new on the page; nil when there is nothing to say.
    mutating func news(on page: LinearPage, of scene: String, among scenes: [String]) -> String? {
        pages.keep(scenes: Set(scenes))
        let lines = pages.take(page, of: scene, isAnswer: isAnswerDue)
        return lines.isEmpty ? nil : LinearPage.text(lines)
    }
}
