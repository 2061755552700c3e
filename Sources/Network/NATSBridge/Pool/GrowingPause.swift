import Platform

/// Pauses that grow while something goes wrong.
struct GrowingPause: Sendable {
    private let backoff: Backoff
    private var length = Duration.zero
    /// When the pause is over.
    private(set) var end: Instant?

    init(_ range: ClosedRange<Duration>) { backoff = Backoff(range) }

    /// Begins a pause. Failures during a pause do not make it longer.
    /// - Parameter isLongest: whether it is as long as any; otherwise it is twice as long as the last one.
    mutating func begin(isLongest: Bool = false, at now: Instant) {
        guard end.map({ $0 <= now }) ?? true else { return }
        length = isLongest ? backoff.range.upperBound : backoff.next(after: length)
        end = now + length
    }

    mutating func reset(ending isOver: Bool) {
        length = .zero
        if isOver { end = nil }
    }

    mutating func advance(at now: Instant) {
        if let time = end, time <= now { end = nil }
    }
}
