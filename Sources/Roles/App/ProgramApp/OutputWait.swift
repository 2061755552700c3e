import Platform

/// The wait for the rest of an output that comes in parts. It is over soon after the first part, so that an endless
/// output (`tail -f`) counts as shown; later parts appear as they arrive.
struct OutputWait: Sendable {
    static let length = Duration.seconds(1)

    /// The time when the wait is over; nil before the first part, and after the look that found it over.
    private(set) var end: Instant?
    private(set) var isOver = false

    /// A part has arrived.
    mutating func begin(now: Instant) { if end == nil, !isOver { end = now + Self.length } }

    mutating func look(now: Instant) {
        guard let end, now >= end else { return }
        (self.end, isOver) = (nil, true)
    }
}
