/// When a burst of changes is over. An editor saves in several steps, and a tool many files.
struct QuietPeriod {
    typealias Instant = ContinuousClock.Instant

    /// So long nothing must have changed.
    static let length = Duration.milliseconds(40)
    /// Something that changes without end is dealt with all the same.
    static let longestBurst = Duration.seconds(1)

    private let first: Instant
    private var last: Instant

    init(from now: Instant) {
        first = now
        last = now
    }

    mutating func note(at now: Instant) { last = now }

    var end: Instant { min(last + Self.length, first + Self.longestBurst) }
}
