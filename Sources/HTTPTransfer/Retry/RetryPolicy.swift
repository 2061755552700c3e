/// When a request that failed is tried again: one policy for all servers.
package struct RetryPolicy: Equatable, Sendable {
    /// How many times at most, after the first attempt; 0 never tries again.
    package var limit: Int
    /// How long after its first attempt began a request may be tried again. Nil: within the request's own time-out,
    /// which then counts for all its attempts and the waits between them, so that a person never waits longer.
    package var budget: Duration?

    /// The wait before the second attempt, which doubles from one to the next.
    static let firstDelay = Duration.milliseconds(500)
    static let longestDelay = Duration.seconds(60)

    package init(limit: Int = 2, budget: Duration? = nil) {
        self.limit = limit
        self.budget = budget
    }

    /// How long to wait before the next attempt; nil when there is none.
    /// - Parameters:
    ///   - attempts: how many there were.
    ///   - told: seconds for which the server asked.
    ///   - left: of the budget.
    ///   - chance: from 0 to 1; spreads those who failed at the same moment.
    func delay(attempts: Int, told: Int?, left: Duration, chance: Double) -> Duration? {
        guard attempts <= limit else { return nil }
        let delay =
            if let told, told > 0 {
                // Not sooner than told, and all a little later.
                Duration.seconds(min(told, Self.longestTold)) + Self.firstDelay * chance
            } else {
                backoff(attempts) * (0.5 + chance / 2)
            }
        return delay < left ? delay : nil
    }

    /// A server's typing error is not to stop a client for a year.
    private static let longestTold = 86_400

    private func backoff(_ attempts: Int) -> Duration {
        min(Self.firstDelay * (1 << min(attempts - 1, 16)), Self.longestDelay)
    }
}
