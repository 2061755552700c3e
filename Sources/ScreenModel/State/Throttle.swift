/// Lets something happen at most once in 100 ms. The clock is the caller's.
package struct Throttle: Equatable, Sendable {
    /// Milliseconds from one time to the next.
    package static let interval = 100

    private var last: Int?

    package init() {}

    /// Milliseconds from `now` until it may happen.
    package func remaining(now: Int) -> Int { last.map { max(Self.interval - (now - $0), 0) } ?? 0 }

    /// - Returns: whether it may happen now. If so, it does.
    package mutating func take(now: Int) -> Bool {
        guard remaining(now: now) == 0 else { return false }
        last = now
        return true
    }
}
