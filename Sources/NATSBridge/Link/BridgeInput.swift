package import Wire

/// What happens to a ``Bridge``.
package enum BridgeInput: Sendable {
    /// The first input, before all others.
    case started
    /// The bus has sent an event.
    case line(BusLine)
    /// The bus has sent something that is not an event: why, and its beginning.
    case refused(EnvelopeError, line: String)
    /// The bus will send nothing more.
    case inputEnded
    case message(NATSMessage)
    case link(LinkStatus)
    /// A child has written an event.
    case childLine(ChildID, BusLine)
    /// A child has written something that is not an event: why, and its beginning.
    case childRefused(ChildID, EnvelopeError, line: String)
    /// A child has ended, and all that it wrote has been handled.
    /// - Parameter how: such as "ended with exit code 1".
    case childEnded(ChildID, how: String)
    /// A child could not be started, for example because there is no such program.
    case childNotStarted(ChildID, reason: String)
    /// The deadline has passed, or something else has ended the wait.
    case time
    /// SIGTERM: end cleanly, soon.
    case stopped
}
