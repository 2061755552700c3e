/// Lets something happen at most once in 100 ms. The clock is the caller's.
struct Throttle: Equatable, Sendable {
    /// Milliseconds from one time to the next.
    static let interval = 100

    private var last: Int?

    /// Milliseconds from `now` until it may happen.
    func remaining(now: Int) -> Int { last.map { max(Self.interval - (now - $0), 0) } ?? 0 }

    /// - Returns: whether it may happen now. If so, it does.
    mutating func take(now: Int) -> Bool {
        guard remaining(now: now) == 0 else { return false }
        last = now
        return true
    }
}
