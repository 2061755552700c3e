/// When a request that failed is tried again: one policy for all servers.
package struct RetryPolicy: Equatable, Sendable {
    /// How many times at most, after the first attempt; 0 never tries again.
    package var limit: Int
    /// How long after its first attempt began a request may be tried again. Nil: within the request's own time-out,
    /// which then counts for all its attempts and the waits between them, so that a person never waits longer.
    package var budget: Duration?

    package init(limit: Int = 2, budget: Duration? = nil) {
        self.limit = limit
        self.budget = budget
    }
}
