package import Wire

/// Derives the person's actions from a session's events, and numbers them.
///
/// If the view reports what was typed (`process.output.entered`), each line typed to the linear view is an action, and so are keys
/// with no event in between. Otherwise each output of the view is one.
package struct UserActionLog: Sendable {
    private static let longest = 1 << 12
    private let view: String
    private var count = 0
    private var knowsEntries = false
    private var typed: (text: String, time: Double)?

    package init(view: String) {
        self.view = view
    }

    /// - Returns: the actions now complete.
    package mutating func note(_ event: Event, at time: Double) -> [RecordedAction] {
        if event.type == ProcessOutput.Entered.type,
            let entered = try? event.decode(ProcessOutput.Entered.self)
        {
            knowsEntries = true
            let text = typed?.text ?? ""
            // Bytes kept of one action; more would not be shown.
            typed = (text.utf8.count < Self.longest ? text + entered.text : text, typed?.time ?? time)
            return entered.text.hasSuffix("\n") ? end().map { [$0] } ?? [] : []
        }
        // Events without receivers, such as snapshots, are not part of the conversation.
        guard !event.type.hasPrefix("process.") else { return [] }
        var actions = end().map { [$0] } ?? []
        if !knowsEntries, event.source == view { actions.append(action(UserActionText.of(event), at: time)) }
        return actions
    }

    /// Returns and clears what was typed last.
    package mutating func end() -> RecordedAction? {
        guard let (text, time) = typed else { return nil }
        typed = nil
        return action(UserActionText.of(typed: text), at: time)
    }

    private mutating func action(_ text: String, at time: Double) -> RecordedAction {
        count += 1
        return RecordedAction(number: count, text: text, service: view, time: time)
    }
}
