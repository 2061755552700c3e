import Wire

/// A line over the limit: what is known of it from its beginning, and what its sender is told (`process.input.refused`).
struct Refusal {
    private let beginning: [UInt8]
    private let layout: EnvelopeLayout
    /// Nil where it does not stand in the beginning.
    let type: String?

    init(_ beginning: [UInt8]) {
        self.beginning = beginning
        layout = EnvelopeScanner.scanBeginning(beginning.span)
        type = try? layout.text(.type, in: beginning.span)
    }

    /// - Parameters:
    ///   - bytes: the length of the line.
    ///   - number: of the refusal in this session.
    func event(for sender: Port, type: String, bytes: Int, number: Int) -> Event {
        var event = Event(
            ProcessInput.Refused.type,
            ProcessInput.Refused(type: type, bytes: bytes, limit: sender.incoming.limit), subject: text(.subject))
        event.source = SessionLog.ownName
        event.id = "refused+\(number)"
        event.correlationID = text(.correlationid)
        event.causationID = text(.id)
        event.causationSource = event.causationID == nil ? nil : sender.name
        return event
    }

    private func text(_ attribute: EnvelopeAttribute) -> String? {
        try? layout.text(attribute, in: beginning.span)
    }
}
