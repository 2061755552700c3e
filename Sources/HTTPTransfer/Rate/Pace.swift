/// Keeps a host's requests to its ``Rate`` by the generic cell rate algorithm (ITU-T I.371), whose state is one number.
/// Times are from any fixed moment.
struct Pace {
    private let rate: Rate
    /// When the next request would be due at even intervals.
    private var due = Duration.zero

    init(_ rate: Rate) {
        self.rate = rate
    }

    /// The earliest time for the next request.
    var opens: Duration { due - rate.interval * (rate.burst - 1) }

    mutating func take(at now: Duration) { due = max(due, now) + rate.interval }

    /// Whether earlier requests no longer matter.
    func isAtRest(at now: Duration) -> Bool { due <= now }
}
