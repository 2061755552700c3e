/// Says what is awaited, once, to a person who would otherwise wonder. The clock is the caller's.
package struct WaitingWord: Sendable {
    private var patience: Patience
    private var told: Awaited?

    /// - Parameter milliseconds: what is faster is not worth a word.
    package init(after milliseconds: Int) {
        patience = Patience(milliseconds: milliseconds)
    }

    mutating func remaining(_ awaited: Awaited?, now: Int) -> Int? {
        let remaining = patience.remaining(awaited, now: now)
        if awaited == nil { told = nil }
        return awaited == told ? nil : remaining
    }

    /// - Returns: the word, when it is time.
    mutating func take(_ awaited: Awaited, now: Int) -> String? {
        guard remaining(awaited, now: now) == 0 else { return nil }
        told = awaited
        return if case .activity(let activity, _) = awaited { activity } else { "Waiting…" }
    }
}
