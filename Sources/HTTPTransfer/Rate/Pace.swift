/// Keeps a host's requests to its ``Rate``: the generic cell rate algorithm (ITU-T I.371), which needs one number to
/// remember in place of a list of what was sent. Times are from any fixed moment.
struct Pace {
    private let rate: Rate
    /// When the next request would be due if all kept an even distance.
    private var due = Duration.zero

    init(_ rate: Rate) {
        self.rate = rate
    }

    /// The earliest time for the next request.
    var opens: Duration { due - rate.interval * (rate.burst - 1) }

    mutating func take(at now: Duration) { due = max(due, now) + rate.interval }

    /// Whether the past has no bearing on the next request.
    func isAtRest(at now: Duration) -> Bool { due <= now }
}
