package import Wire

/// What follows from a key, for the loop that has the terminal and the bus.
package enum KeyEffect: Equatable, Sendable {
    case send(Event)
    case quit
    /// Ends the session as SIGINT would.
    case interrupt
    case suspend, repaint
    /// Copies to the terminal's clipboard.
    case copy(String)
}
