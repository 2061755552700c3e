import Platform

/// The time that no one sets.
package enum SteadyClock {
    /// Milliseconds since some moment.
    package static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
