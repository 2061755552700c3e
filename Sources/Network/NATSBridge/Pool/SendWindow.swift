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

    /// - Parameter isOver: whether it ends at once.
    mutating func reset(ending isOver: Bool) {
        length = .zero
        if isOver { end = nil }
    }

    mutating func advance(at now: Instant) {
        if let time = end, time <= now { end = nil }
    }
}

/// How many requests may be with workers at once: it shrinks to what they take, and grows with each answer, and with each one that is
/// taken.
struct SendWindow: Sendable {
    private var size: Int
    private let most: Int
    /// No request is sent before its end.
    private(set) var pause = GrowingPause(.milliseconds(1)...(.milliseconds(250)))

    private static let first = 64

    init(most: Int) {
        self.most = most
        size = min(most, Self.first)
    }

    /// Notes that no worker takes a request.
    /// - Parameter sent: requests that workers may have.
    mutating func didRefuse(sent: Int, isAbsent: Bool = false, at now: Instant) {
        // A single request more finds out when a worker has room again.
        size = min(most, sent + 1)
        pause.begin(isLongest: isAbsent, at: now)
    }

    /// A worker works on a request, so there may be room for another: an answer may take for ever.
    mutating func didTake(sent: Int) { size = max(size, min(most, sent + 1)) }

    mutating func didAnswer() {
        size = min(most, size + 1)
        pause.reset(ending: true)
    }

    mutating func advance(at now: Instant) { pause.advance(at: now) }

    func hasRoom(sent: Int) -> Bool { pause.end == nil && sent < size }
}
