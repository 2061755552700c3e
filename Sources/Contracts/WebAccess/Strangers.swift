package import Platform

/// Connections that have not identified themselves yet. Any user of the machine can open them, so they are few and short: holding
/// some of them keeps no later one out.
package struct Strangers<ID: Hashable> {
    private let most: Int
    private let patience: Duration
    /// The time when each came, and its number.
    private var arrivals: [ID: (time: Instant, number: Int)] = [:]
    private var count = 0

    /// - Parameters:
    ///   - most: the most strangers at a time.
    ///   - patience: the time that each has.
    package init(most: Int, patience: Duration) {
        self.most = most
        self.patience = patience
    }

    /// - Returns: the oldest one, which the caller must close, if there is no room for both.
    package mutating func came(_ id: ID, now: Instant) -> ID? {
        let oldest = arrivals.count < most ? nil : self.oldest
        if let oldest { arrivals[oldest] = nil }
        count &+= 1
        arrivals[id] = (now, count)
        return oldest
    }

    /// The stranger that has been here longest.
    package var oldest: ID? { arrivals.min { $0.value.number < $1.value.number }?.key }

    /// Forgets a stranger that has identified itself, or is closed.
    package mutating func forget(_ id: ID) { arrivals[id] = nil }

    /// - Returns: the strangers that have taken too long. They are forgotten; the caller closes them.
    package mutating func takeLate(now: Instant) -> [ID] {
        let late = arrivals.filter { now - $0.value.time >= patience }.map(\.key)
        for id in late { arrivals[id] = nil }
        return late
    }

    /// Time until ``takeLate(now:)`` has something; nil for never.
    package func untilLate(now: Instant) -> Duration? {
        arrivals.values.map(\.time).min().map { max(.zero, $0 + patience - now) }
    }
}
