/// Changes of live fields that are still to be reported: at most one of each field in 100 ms, always with its newest value. The
/// clock is the caller's.
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

    /// Milliseconds from `now` until ``take(now:)`` has something; nil while nothing has changed.
    package func remaining(now: Int) -> Int? {
        names.isEmpty ? nil : throttle.remaining(now: now)
    }

    /// - Returns: the fields to report now.
    package mutating func take(now: Int) -> [String] {
        guard !names.isEmpty, throttle.take(now: now) else { return [] }
        defer { names = [] }
        return names
    }
}

/// Lets something happen at most once in 100 ms. The clock is the caller's.
package struct Throttle: Equatable, Sendable {
    /// Milliseconds from one time to the next.
    package static let interval = 100

    private var last: Int?

    package init() {}

    /// Milliseconds from `now` until it may happen.
    package func remaining(now: Int) -> Int { last.map { max(Self.interval - (now - $0), 0) } ?? 0 }

    /// - Returns: whether it may happen now. If so, it does.
    package mutating func take(now: Int) -> Bool {
        guard remaining(now: now) == 0 else { return false }
        last = now
        return true
    }
}
