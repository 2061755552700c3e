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

    /// What was changed is reported in another way, or does not matter any more.
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
