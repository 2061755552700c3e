import JSON
import Recording
import Wire

/// The inputs given to a verified program, as long as they can still cause an output.
struct HeardInputs: Sendable {
    private var inputs = RecentMap<String, Deviation.Cause>(capacity: IDMap.memory)
    /// Ids that a later input refers to, as a cancellation does, and that input's line.
    private var followUps = RecentMap<String, Int>(capacity: IDMap.memory)
    /// The last input with a recorded answer.
    private var lastAnswered = 0
    /// Bytes; events that refer to others, such as cancellations, are short.
    private static let longestFollowUp = 1 << 12

    mutating func add(_ event: Event, at place: Expectation.Place) {
        inputs[event.id] = Deviation.Cause(type: event.type, place: place)
        guard event.data.count <= Self.longestFollowUp else { return }
        var ids: [String] = []
        var ignored: [UInt8] = []
        try? JSONCanonicalForm.append(event.data.span, to: &ignored) { text in
            if IDMap.isID(text) { ids.append(text) }
            return nil
        }
        for id in ids { followUps[id] = place.line }
    }

    mutating func noteAnswer(_ expectation: Expectation) {
        guard let cause = cause(of: expectation.event) else { return }
        lastAnswered = max(lastAnswered, cause.place.line)
    }

    func cause(of output: Event) -> Deviation.Cause? { output.causationID.flatMap { inputs[$0] } }

    /// Whether an output was recorded after an input that refers to its cause or chain. The two crossed, and their
    /// order may differ next time.
    func isCrossed(_ expectation: Expectation) -> Bool {
        guard let cause = cause(of: expectation.event) else { return false }
        let event = expectation.event
        return [event.causationID, event.correlationID].compactMap { $0.flatMap { followUps[$0] } }
            .contains { cause.place.line < $0 && $0 < expectation.place.line }
    }

    /// Whether an unrecorded answer may have been on its way when the session ended: its cause came after the last
    /// answered input.
    func mayBeCutOff(_ output: Event) -> Bool { cause(of: output).map { $0.place.line > lastAnswered } ?? false }
}
