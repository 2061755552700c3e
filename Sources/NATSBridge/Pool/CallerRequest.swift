/// A request that is not answered.
struct CallerRequest: Sendable {
    enum State: Equatable, Sendable {
        /// Sent again by the bus: perhaps its answer is there already.
        case recalled
        /// It waits for its turn.
        case queued
        case published(at: ContinuousClock.Instant)
        /// Its place in the stream; 0 where none is kept, or it is not to be looked after.
        case stored(sequence: Int)
        /// The server did not take it.
        case refused(until: ContinuousClock.Instant)

        var sequence: Int? { if case .stored(let sequence) = self { sequence } else { nil } }
        var isRefused: Bool { if case .refused = self { true } else { false } }
        var isPublished: Bool { if case .published = self { true } else { false } }
    }

    let line: [UInt8]
    let subject: String
    let name: EventName
    var state: State
    /// How often it was found to be lost. It is another message for JetStream then.
    var losses = 0
    /// Answers at or before this place of their stream are not for it.
    var baseline = 0
    /// When it came, or was stored.
    var since: ContinuousClock.Instant
    /// Of its answers so far: how often it was given out, and how many lines.
    var mark = (deliveries: 0, lines: 0)
}
