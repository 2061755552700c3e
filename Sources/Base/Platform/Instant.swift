/// A moment of the monotonic clock, which nobody sets and which stands still while the machine is suspended. `ContinuousClock` would
/// link the concurrency runtime into each program.
package struct Instant: Comparable, Hashable, Sendable {
    /// Nanoseconds since some moment.
    private let nanoseconds: Int64

    private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// A moment before all others.
    package static let past = Instant(nanoseconds: .min)

    package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The latest moment there is (in 292 years) where the sum would be later; `-` alike.
    package static func + (moment: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = moment.nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return Instant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    package static func - (moment: Instant, duration: Duration) -> Instant {
        let (rest, overflow) = moment.nanoseconds.subtractingReportingOverflow(duration.nanoseconds)
        return Instant(nanoseconds: overflow ? (duration < .zero ? .max : .min) : rest)
    }

    /// The time from the right moment to the left one.
    package static func - (left: Instant, right: Instant) -> Duration {
        let (rest, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return .nanoseconds(overflow ? (left < right ? .min : .max) : rest)
    }

    package static func += (moment: inout Instant, duration: Duration) { moment = moment + duration }
}

extension Duration {
    /// Rounded towards zero; the longest there are where it is longer.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, tooLong) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || tooLong ? (seconds < 0 ? .min : .max) : sum
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
