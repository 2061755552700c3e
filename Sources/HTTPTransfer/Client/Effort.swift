/// What a response took, or a failure.
package struct Effort: Equatable, Sendable {
    /// Attempts.
    package let attempts: Int
    /// From the first attempt's beginning to the end.
    package let time: Duration

    package init(attempts: Int, time: Duration) {
        self.attempts = attempts
        self.time = time
    }
}
