import JSON
import Recording
import Wire

/// The inputs that a verified program has been given, as far as they can still be somebody's cause.
struct HeardInputs: Sendable {
    private var inputs = RecentMap<String, Deviation.Cause>(capacity: IDMap.memory)
    /// Ids that a later input speaks of, as a cancellation does, and the line of that input.
    private var followUps = RecentMap<String, Int>(capacity: IDMap.memory)
    /// The last input that an output was recorded for.
    private var lastAnswered = 0
    /// Who speaks of another event is short.
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

    /// Whether an output was recorded after an input that speaks of its cause, or of its chain. The two have crossed
    /// each other on their way, and may do so otherwise the next time.
    func isCrossed(_ expectation: Expectation) -> Bool {
        guard let cause = cause(of: expectation.event) else { return false }
        let event = expectation.event
        return [event.causationID, event.correlationID].compactMap { $0.flatMap { followUps[$0] } }
            .contains { cause.place.line < $0 && $0 < expectation.place.line }
    }

    /// Whether an answer that was not recorded may have been on its way when the session ended: to an input after the
    /// last one that was answered.
    func mayBeCutOff(_ output: Event) -> Bool { cause(of: output).map { $0.place.line > lastAnswered } ?? false }
}
