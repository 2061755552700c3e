package import Wire

/// Numbers what the person did, from the events of a session.
///
/// Where the view has said what was typed (`process.output.entered`), that counts, and what is typed with nothing passing
/// in between is one action; otherwise each output of the view does.
package struct UserActionLog: Sendable {
    private static let longest = 1 << 12
    private let view: String
    private var count = 0
    private var knowsEntries = false
    private var typed: (text: String, time: Double)?

    package init(view: String) {
        self.view = view
    }

    /// - Returns: the actions that are known to be whole now.
    package mutating func note(_ event: Event, at time: Double) -> [UserAction] {
        if event.type == ProcessOutput.Entered.type,
            let entered = try? event.decode(ProcessOutput.Entered.self)
        {
            knowsEntries = true
            let text = typed?.text ?? ""
            // More would not be shown.
            typed = (text.utf8.count < Self.longest ? text + entered.text : text, typed?.time ?? time)
            return []
        }
        // What passes to nobody, such as a snapshot, is no part of the conversation.
        guard !event.type.hasPrefix("process.") else { return [] }
        var actions = end().map { [$0] } ?? []
        if !knowsEntries, event.source == view { actions.append(action(UserActionText.of(event), at: time)) }
        return actions
    }

    /// What has been typed last.
    package mutating func end() -> UserAction? {
        guard let (text, time) = typed else { return nil }
        typed = nil
        return action(UserActionText.of(typed: text), at: time)
    }

    private mutating func action(_ text: String, at time: Double) -> UserAction {
        count += 1
        return UserAction(number: count, text: text, service: view, time: time)
    }
}
