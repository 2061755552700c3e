package import Wire

/// What a ``Bridge`` wants to be done.
package enum BridgeEffect: Equatable, Sendable {
    /// Tells NATS. It is lost when there is no connection.
    case publish(NATSMessage)
    /// Hears a subject from now on, also after the connection was lost and is back.
    /// - Parameter group: of all that name the same group, one gets each message.
    case subscribe(String, group: String?)
    case unsubscribe(String)
    /// Writes a line to the bus.
    /// - Parameter line: without its LF.
    case write(line: [UInt8])
    /// A word for the log, with the program's name before it.
    case log(String)
    /// Starts the command that the program was given.
    /// - Parameters:
    ///   - service: what it is called.
    ///   - run: distinguishes its ids from those of all other processes.
    case startChild(ChildID, service: String, run: String)
    /// Sends a line to a child.
    /// - Parameter line: without its LF.
    case tellChild(ChildID, line: [UInt8])
    /// Ends a child's input, so that it ends by itself.
    case endChild(ChildID)
    /// Kills a child and all that it has started.
    case killChild(ChildID)
    /// Ends the program when all that was written is out.
    case exit(ExitStatus)
}
