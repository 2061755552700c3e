package import Wire

/// What happens to a ``Bridge``.
package enum BridgeInput: Sendable {
    /// The first input: nothing has happened.
    case started
    /// The bus has sent an event.
    case line(BusLine)
    /// The bus has sent what is no event: why, and its beginning.
    case refused(EnvelopeError, line: String)
    /// The bus sends nothing more.
    case inputEnded
    case message(NATSMessage)
    case link(LinkStatus)
    /// A child has written an event.
    case childLine(ChildID, BusLine)
    /// A child has written what is no event: why, and its beginning.
    case childRefused(ChildID, EnvelopeError, line: String)
    /// A child is gone, and all that it wrote has been told.
    /// - Parameter how: such as "ended with exit code 1".
    case childEnded(ChildID, how: String)
    /// A child could not be started, such as because there is no such program.
    case childNotStarted(ChildID, reason: String)
    /// The deadline has come, or something else has ended the wait.
    case time
    /// SIGTERM: end in good order, soon.
    case stopped
}
