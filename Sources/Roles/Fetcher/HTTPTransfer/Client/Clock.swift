package import Platform

/// A client's source of time and randomness; tests have their own.
package struct Clock {
    /// Seconds since 1970, to compare with servers' dates.
    package var wall: () -> Int
    /// The clock for waits.
    package var steady: () -> Instant
    /// A random number from 0 to 1.
    package var chance: () -> Double

    package init(
        wall: @escaping () -> Int = { time(nil) }, steady: @escaping () -> Instant = { .now },
        chance: @escaping () -> Double = { .random(in: 0..<1) }
    ) {
        self.wall = wall
        self.steady = steady
        self.chance = chance
    }
}
