import TerminalText
package import Wire

/// What is wrong with the events of others, for the log. Each type of event is remarked on once.
package struct Remarks: Sendable {
    private var lines: [String] = []
    private var types: Set<String> = []

    package init() {}

    package mutating func missingCorrelation(in event: Event) {
        guard types.insert(event.type).inserted else { return }
        let sender = event.source.isEmpty ? "its sender" : Sanitizer.line(event.source)
        lines.append(
            "\(event.type) has no correlationid; it is taken for the answer to what the person did last. "
                + "\(sender) should copy the correlationid of what it answers")
    }

    package mutating func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}
