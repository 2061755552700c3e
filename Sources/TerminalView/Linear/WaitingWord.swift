/// Tells a person once what is awaited. The clock is the caller's.
package struct WaitingWord: Sendable {
    private var patience: Patience
    private var told: Awaited?

    /// - Parameter milliseconds: how long to wait silently.
    package init(after milliseconds: Int) {
        patience = Patience(milliseconds: milliseconds)
    }

    mutating func remaining(_ awaited: Awaited?, now: Int) -> Int? {
        let remaining = patience.remaining(awaited, now: now)
        if awaited == nil { told = nil }
        return awaited == told ? nil : remaining
    }

    /// - Returns: what to say; nil before it is time, and once it is said.
    mutating func take(_ awaited: Awaited, now: Int) -> String? {
        guard remaining(awaited, now: now) == 0 else { return nil }
        told = awaited
        return if case .activity(let activity, _) = awaited { activity } else { "Waiting…" }
    }
}
