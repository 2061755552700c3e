import Wire

/// A line over the limit: what is known of it from its beginning, what its sender is told (`process.input.refused`), and what
/// the person is told (`process.input.notice`).
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
        let refused = ProcessInput.Refused(type: type, bytes: bytes, limit: sender.incoming.limit)
        return named(
            Event(ProcessInput.Refused.type, refused, subject: text(.subject)), "refused+\(number)", from: sender)
    }

    /// For the service with the terminal.
    func notice(of sender: Port, type: String, bytes: Int, number: Int) -> Event {
        let limit = sender.incoming.limit
        let notice = ProcessInput.Notice(
            message: "\(sender.name) wrote \(type) with \(bytes) bytes, over the limit of \(limit) "
                + "(line_limit); it was dropped",
            dropped: ProcessInput.Notice.Dropped(service: sender.name, type: type, bytes: bytes, limit: limit))
        return named(
            Event(ProcessInput.Notice.type, notice, subject: text(.subject)), "dropped+\(number)", from: sender)
    }

    /// With the correlation of the line, which is the cause.
    private func named(_ event: Event, _ id: String, from sender: Port) -> Event {
        var event = event
        event.source = SessionLog.ownName
        event.id = id
        event.correlationID = text(.correlationid)
        event.causationID = text(.id)
        event.causationSource = event.causationID == nil ? nil : sender.name
        return event
    }

    private func text(_ attribute: EnvelopeAttribute) -> String? {
        try? layout.text(attribute, in: beginning.span)
    }
}
