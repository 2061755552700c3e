/// Bounds how long one thing may be awaited. The clock is the caller's.
package struct Patience: Sendable {
    private let limit: Int
    /// What was awaited at the last look, and since when.
    private var waiting: (awaited: Awaited, since: Int)?

    package init(milliseconds: Int) {
        limit = milliseconds
    }

    /// The limit, for messages.
    var seconds: String { limit % 1000 == 0 ? "\(limit / 1000) s" : "\(limit) ms" }

    /// The time begins anew whenever something else is awaited.
    /// - Returns: milliseconds from `now` on; nil when nothing is awaited.
    mutating func remaining(_ awaited: Awaited?, now: Int) -> Int? {
        guard let awaited else {
            waiting = nil
            return nil
        }
        if waiting?.awaited != awaited { waiting = (awaited, now) }
        return max(limit - (now - (waiting?.since ?? now)), 0)
    }
}
