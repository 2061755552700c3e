package import Wire

/// What came of an action.
package enum Outcome: Equatable, Sendable {
    /// Events to send; none where only the view has changed.
    case done([Event])
    /// The screen does not offer that, or no more: the page showed an older one. Nothing has changed.
    case stale
    /// The person has left the session.
    case quit
}
