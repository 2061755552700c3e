package import Platform

/// Decides how long the rest of a sequence is waited for. The clock is the caller's.
///
/// ESC is a key and the beginning of other keys. After a short silence the view requests the terminal's status. Replies come in
/// order, so everything that belongs to the ESC arrives before the reply, however slow the link is. A terminal that does not reply
/// is not asked again; from then on a fixed time decides.
package struct EscapeWait: Sendable {
    package enum Step: Equatable, Sendable {
        /// Ask the terminal for its status.
        case ask
        /// Take the beginning for keys: the rest is missing.
        case giveUp
    }

    private var waiting = KeyDecoder.Waiting.nothing
    private var since = Instant.past
    /// Number of the sequence that is waited for.
    private var beginning = 0
    private var hasAsked = false
    private var isMute = false

    private static let silence = Duration.milliseconds(100)
    /// Time for an answer.
    private static let longestAnswer = Duration.milliseconds(500)
    private static let silenceOfTheMute = Duration.milliseconds(150)
    private static let silenceInPaste = Duration.seconds(1)

    package init() {}

    /// The terminal owes an answer, which must not be left for the next program that reads its input.
    package var owesAnswer: Bool { hasAsked && !isMute }

    /// Called after each read. The wait for a sequence is counted from its beginning: keys that are typed into what only looks like
    /// one do not make it longer.
    /// - Parameter beginning: the number of the sequence (``KeyDecoder/beginnings``).
    package mutating func began(_ waiting: KeyDecoder.Waiting, _ beginning: Int = 0, now: Instant) {
        let goesOn = waiting == .sequence && self.waiting == .sequence && beginning == self.beginning
        (self.waiting, self.beginning) = (waiting, beginning)
        if !goesOn { since = now }
    }

    package mutating func answered() {
        hasAsked = false
        isMute = false
    }

    /// Time from `now` until ``step(now:)`` has something to do; nil while the view waits for nothing.
    package func remaining(now: Instant) -> Duration? {
        limit.map { max($0 - (now - since), .zero) }
    }

    /// - Returns: nil while that time has not passed.
    package mutating func step(now: Instant) -> Step? {
        guard remaining(now: now) == .zero else { return nil }
        if waiting == .sequence, !hasAsked, !isMute {
            hasAsked = true
            since = now
            return .ask
        }
        if waiting == .sequence, hasAsked { isMute = true }
        hasAsked = false
        waiting = .nothing
        return .giveUp
    }

    private var limit: Duration? {
        switch waiting {
        case .nothing: nil
        case .paste: Self.silenceInPaste
        case .sequence where isMute: Self.silenceOfTheMute
        case .sequence: hasAsked ? Self.longestAnswer : Self.silence
        }
    }
}
