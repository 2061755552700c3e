package import Platform

/// Changes of live fields that are still to be reported: at most one of each field in 100 ms, always with its newest value; of a
/// prompt that picks rows, ten times as often. The clock is the caller's.
package struct LiveChanges: Equatable, Sendable {
    /// The fields that have changed, the first one first.
    private var names: [String] = []
    private var throttle = Throttle()

    package init() {}

    package var isEmpty: Bool { names.isEmpty }

    package mutating func note(_ name: String) {
        if !names.contains(name) { names.append(name) }
    }

    /// The changes were reported in another way, or no longer matter.
    package mutating func cancel() { names = [] }

    /// Time from `now` until ``take(now:)`` has something; nil while nothing has changed.
    package func remaining(now: Instant, picking: Bool = false) -> Duration? {
        names.isEmpty ? nil : throttle.remaining(now: now, interval: Self.interval(picking))
    }

    /// - Parameter picking: for a prompt that picks rows: the user waits for these rows with each letter.
    /// - Returns: the fields to report now.
    package mutating func take(now: Instant, picking: Bool = false) -> [String] {
        guard !names.isEmpty, throttle.take(now: now, interval: Self.interval(picking)) else { return [] }
        defer { names = [] }
        return names
    }

    /// - Returns: the fields to report, whatever the time is: something else is to be reported behind them.
    package mutating func takeAll() -> [String] {
        defer { names = [] }
        return names
    }

    private static func interval(_ picking: Bool) -> Duration { picking ? Throttle.interval / 10 : Throttle.interval }
}

/// Lets something happen at most once in an interval, mostly of 100 ms. The clock is the caller's.
package struct Throttle: Equatable, Sendable {
    /// Time from one to the next.
    package static let interval = Duration.milliseconds(100)

    private var last: Instant?

    package init() {}

    /// Time from `now` until it may happen.
    package func remaining(now: Instant, interval: Duration = interval) -> Duration {
        last.map { max(interval - (now - $0), .zero) } ?? .zero
    }

    /// - Returns: whether it may happen now. If so, it does.
    package mutating func take(now: Instant, interval: Duration = interval) -> Bool {
        guard remaining(now: now, interval: interval) == .zero else { return false }
        last = now
        return true
    }
}
