/// The monotonic clock: nobody sets it, and it stands still while the machine is suspended.
package enum SteadyClock {
    /// Milliseconds since some moment, for loops that count in numbers.
    package static func now() -> Int {
        let time = read()
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// The time since the same moment.
    package static func time() -> Duration {
        let time = read()
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func read() -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time
    }
}

/// The earliest of several moments, or the shortest of several waits. Any of them may be missing; nil if all are. Loops
/// call this for each round or message, so it makes no array.
@inlinable
package func earliest<Moment: Comparable>(
    _ first: Moment?, _ second: Moment?, _ third: Moment? = nil, _ fourth: Moment? = nil, _ fifth: Moment? = nil,
    _ sixth: Moment? = nil, _ seventh: Moment? = nil, _ eighth: Moment? = nil
) -> Moment? {
    var found = first
    func include(_ other: Moment?) {
        guard let other else { return }
        found = found.map { min($0, other) } ?? other
    }
    include(second)
    include(third)
    include(fourth)
    include(fifth)
    include(sixth)
    include(seventh)
    include(eighth)
    return found
}
