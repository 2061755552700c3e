/// Changes of live fields that are still to be reported: at most one of each field in 100 ms, always with its newest value. The
/// clock is the caller's.
package struct LiveChanges: Equatable, Sendable {
    /// Milliseconds between two reports.
    static let interval = 100

    /// The fields that have changed, the first one first.
    private var names: [String] = []
    private var last: Int?

    mutating func note(_ name: String) {
        if !names.contains(name) { names.append(name) }
    }

    /// What was changed is reported in another way, or does not matter any more.
    mutating func cancel() { names = [] }

    /// Milliseconds from `now` until ``take(now:)`` has something; nil while nothing has changed.
    func remaining(now: Int) -> Int? {
        guard !names.isEmpty else { return nil }
        return last.map { max(Self.interval - (now - $0), 0) } ?? 0
    }

    /// - Returns: the fields to report now.
    mutating func take(now: Int) -> [String] {
        guard remaining(now: now) == 0 else { return [] }
        defer { names = [] }
        last = now
        return names
    }
}
