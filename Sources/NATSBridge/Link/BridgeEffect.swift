package import Wire

/// What a ``Bridge`` wants done.
package enum BridgeEffect: Equatable, Sendable {
    /// Publishes a message. Without a connection it is lost.
    case publish(NATSMessage)
    /// Subscribes to a subject, even across reconnects.
    /// - Parameter group: the queue group; each message goes to one of its members.
    case subscribe(String, group: String?)
    case unsubscribe(String)
    /// Writes a line to the bus.
    /// - Parameter line: without its LF.
    case write(line: [UInt8])
    /// A line for the log, after the program's name.
    case log(String)
    /// Starts the program's command as a child.
    /// - Parameters:
    ///   - service: the child's service name.
    ///   - run: distinguishes its ids from those of all other processes.
    case startChild(ChildID, service: String, run: String)
    /// Sends a line to a child.
    /// - Parameter line: without its LF.
    case tellChild(ChildID, line: [UInt8])
    /// Ends a child's input, so that it ends by itself.
    case endChild(ChildID)
    /// Kills a child and everything it has started.
    case killChild(ChildID)
    /// Ends the program once all output is written.
    case exit(ExitStatus)
}
