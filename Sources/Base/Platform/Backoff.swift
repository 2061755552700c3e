/// Waits between attempts: each is twice as long as the one before, within bounds.
package struct Backoff: Sendable {
    package let range: ClosedRange<Duration>

    package init(_ range: ClosedRange<Duration>) { self.range = range }

    package func next(after last: Duration) -> Duration { min(max(last * 2, range.lowerBound), range.upperBound) }

    /// - Parameter failures: so far, from 1.
    package func delay(after failures: Int) -> Duration {
        min(range.lowerBound * (1 << min(max(failures, 1) - 1, 20)), range.upperBound)
    }

    /// - Parameter chance: from 0 to 1; spreads what has failed together.
    package func delay(after failures: Int, chance: Double) -> Duration {
        delay(after: failures) * (0.5 + chance / 2)
    }
}
