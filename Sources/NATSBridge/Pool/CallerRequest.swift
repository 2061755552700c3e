/// An unanswered request.
struct CallerRequest: Sendable {
    enum State: Equatable, Sendable {
        /// The bus has sent it again; it may be answered already.
        case recalled
        /// It waits for its turn.
        case queued
        case published(at: ContinuousClock.Instant)
        /// Its place in the stream; 0 if none is kept, or if it is not to be looked for.
        case stored(sequence: Int)
        /// The server refused it.
        case refused(until: ContinuousClock.Instant)

        var sequence: Int? { if case .stored(let sequence) = self { sequence } else { nil } }
        var isRefused: Bool { if case .refused = self { true } else { false } }
        var isPublished: Bool { if case .published = self { true } else { false } }
    }

    let line: [UInt8]
    let subject: String
    let name: EventName
    var state: State
    /// How often it was found lost. To JetStream, each time makes it another message.
    var losses = 0
    /// Answers up to this place of their stream are not for it.
    var baseline = 0
    /// When it came, or was stored.
    var since: ContinuousClock.Instant
    /// The mark of its answers so far: how often it was delivered, and how many lines came.
    var mark = (deliveries: 0, lines: 0)
}
