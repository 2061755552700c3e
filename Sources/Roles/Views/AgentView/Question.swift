import JSON
import ViewMessages

/// A question in front of a screen: something would be destroyed, and a button does it.
struct Question {
    /// The same for the same question, also in another process.
    let id: String
    private let alert: Alert

    /// - Returns: nil where nothing is asked.
    init?(_ screen: Screen?) {
        guard let alert = screen?.alert, alert.buttons.count > 1,
            alert.buttons.contains(where: { $0.role == .destructive })
        else { return nil }
        self.alert = alert
        // FNV-1a.
        id = String(alert.json.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }, radix: 16)
    }

    /// The request that asks the client's user (`elicitation/create`), without braces.
    var request: String {
        let text = "The application asks: \(alert.title)\n\(alert.message)".jsonText
        let answer = #"{"type":"string","title":"Answer","enum":\#(alert.buttons.map(\.title).jsonText)}"#
        return #""method":"elicitation/create","params":{"mode":"form","message":\#(text),"#
            + #""requestedSchema":{"type":"object","properties":{"answer":\#(answer)},"required":["answer"]}}"#
    }

    /// The action that the answer stands for; nil for an answer that none of the buttons gives.
    func step(for reply: QuestionReply?) -> ToolArguments? {
        switch reply?.action {
        case "accept":
            let title = reply?.content?["answer"].flatMap { try? String(json: $0.bytes) }
            guard let button = alert.buttons.first(where: { $0.title == title }) else { return nil }
            var press = ToolArguments(action: "press")
            (press.control, press.question) = (button.control, id)
            return press
        case "decline", "cancel": return ToolArguments(action: "back")
        default: return nil
        }
    }

    /// True if that button is one of its answers.
    func has(_ control: String?) -> Bool { alert.buttons.contains { $0.control == control } }
}

/// An answer of the client's user to a question.
struct QuestionReply: JSONReadable, Equatable, Sendable {
    /// `accept`, `decline` or `cancel`.
    var action: String
    /// By the properties of the schema.
    var content: [String: JSONBytes]?
}
