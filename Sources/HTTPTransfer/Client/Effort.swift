/// What an answer took, also one that is none.
package struct Effort: Equatable, Sendable {
    /// How many times it was asked for.
    package let attempts: Int
    /// From the beginning of the first attempt to the answer.
    package let time: Duration

    package init(attempts: Int, time: Duration) {
        self.attempts = attempts
        self.time = time
    }
}
