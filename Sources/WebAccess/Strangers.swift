/// Connections that have not shown yet who they are. Everybody on the machine can open them, so they are few and short: whoever
/// holds some of them keeps out nobody who comes later.
package struct Strangers<ID: Hashable> {
    private let most: Int
    private let patience: Int
    /// Milliseconds when each came, and the how manieth it was.
    private var arrivals: [ID: (time: Int, number: Int)] = [:]
    private var count = 0

    /// - Parameters:
    ///   - most: how many there may be.
    ///   - patience: milliseconds that each has.
    package init(most: Int, patience: Int) {
        self.most = most
        self.patience = patience
    }

    /// - Returns: the one that has been here longest, if there is no room for both; it is to be closed.
    package mutating func came(_ id: ID, now: Int) -> ID? {
        let oldest = arrivals.count < most ? nil : arrivals.min { $0.value.number < $1.value.number }?.key
        if let oldest { arrivals[oldest] = nil }
        count &+= 1
        arrivals[id] = (now, count)
        return oldest
    }

    /// It is known now, or has gone.
    package mutating func forget(_ id: ID) { arrivals[id] = nil }

    /// - Returns: those that have taken too long. They are forgotten; they are to be closed.
    package mutating func takeLate(now: Int) -> [ID] {
        let late = arrivals.filter { now - $0.value.time >= patience }.map(\.key)
        for id in late { arrivals[id] = nil }
        return late
    }

    /// Milliseconds until ``takeLate(now:)`` has something; nil for never.
    package func untilLate(now: Int) -> Int? {
        arrivals.values.map(\.time).min().map { max(0, $0 + patience - now) }
    }
}
