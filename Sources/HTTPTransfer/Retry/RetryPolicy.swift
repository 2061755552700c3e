/// When a failed request is retried; one policy for all servers.
package struct RetryPolicy: Equatable, Sendable {
    /// Retries at most; 0 for none.
    package var limit: Int
    /// How long after its first attempt a request may be retried. Nil for the request's own timeout, which then covers
    /// all attempts and the waits between them, so a person never waits longer.
    package var budget: Duration?

    /// The wait before the second attempt; it doubles each time.
    static let firstDelay = Duration.milliseconds(500)
    static let longestDelay = Duration.seconds(60)

    package init(limit: Int = 2, budget: Duration? = nil) {
        self.limit = limit
        self.budget = budget
    }

    /// The wait before the next attempt; nil for no more attempts.
    /// - Parameters:
    ///   - attempts: the number so far.
    ///   - told: seconds that the server asked for.
    ///   - left: the rest of the budget.
    ///   - chance: from 0 to 1; spreads clients that failed at the same moment.
    func delay(attempts: Int, told: Int?, left: Duration, chance: Double) -> Duration? {
        guard attempts <= limit else { return nil }
        let delay =
            if let told, told > 0 {
                // Not sooner than told; with jitter.
                Duration.seconds(min(told, Self.longestTold)) + Self.firstDelay * chance
            } else {
                backoff(attempts) * (0.5 + chance / 2)
            }
        return delay < left ? delay : nil
    }

    /// Bounded, so a server's mistake cannot stop a client for a year.
    private static let longestTold = 86_400

    private func backoff(_ attempts: Int) -> Duration {
        min(Self.firstDelay * (1 << min(attempts - 1, 16)), Self.longestDelay)
    }
}
