import Platform

/// The time and the chance that a client lives by; tests have their own.
package struct Clock {
    /// Seconds since 1970, for what servers say about moments.
    package var wall: () -> Int
    /// From any fixed moment, and never set back, for waits.
    package var steady: () -> Duration
    /// A number from 0 to 1.
    package var chance: () -> Double

    package init(
        wall: @escaping () -> Int = { time(nil) }, steady: @escaping () -> Duration = Self.monotonic,
        chance: @escaping () -> Double = { .random(in: 0..<1) }
    ) {
        self.wall = wall
        self.steady = steady
        self.chance = chance
    }

    package static func monotonic() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
