package import Platform
package import Wire

/// Connects a bus to NATS, as a value: inputs go in, effects come out. ``NATSLoop`` in NATSLink performs them.
package protocol Bridge {
    mutating func handle(_ input: consuming BridgeInput, _ turn: inout Turn)
    /// Everything written is now in the bus's pipe; the bus reads it from there even if this process is killed now.
    mutating func drained(_ turn: inout Turn)
    /// True while the bus's lines are to be read. While it is false, they wait in the pipe, and then in the bus's queue.
    var takesLines: Bool { get }
    /// The latest time for the next ``BridgeInput/time``.
    var deadline: Instant? { get }
}

extension Bridge {
    package mutating func drained(_ turn: inout Turn) {}
}

/// When something happened, and what is to be done about it.
package struct Turn: Sendable {
    package var now: Instant
    /// In order.
    package var effects: [BridgeEffect] = []
    /// Complaints since then.
    private var complaints: (begin: Instant?, count: Int) = (nil, 0)

    /// Complaints in the log in that time, and the characters of each.
    static let (mostComplaints, complaintInterval) = (5, Duration.seconds(10))
    static let longestComplaint = 500

    package init(at now: Instant) { self.now = now }

    mutating func publish(_ message: NATSMessage) { effects.append(.publish(message)) }
    mutating func write(_ event: Event) {
        // `dropLast()` copies byte by byte if its result has to be an array.
        var line = event.line
        line.removeLast()
        effects.append(.write(line: line))
    }
    mutating func log(_ text: String) { effects.append(.log(text)) }
    mutating func exit(_ status: ExitStatus) { effects.append(.exit(status)) }

    /// Logs what others do, which could be endless: a few lines in a while, then how many were left out.
    package mutating func complain(_ text: String) {
        if complaints.begin.map({ now - $0 >= Self.complaintInterval }) ?? true {
            let omitted = complaints.count - Self.mostComplaints
            if omitted > 0 { log("\(omitted) more messages suppressed") }
            complaints = (now, 0)
        }
        complaints.count += 1
        if complaints.count <= Self.mostComplaints { log(String(text.prefix(Self.longestComplaint))) }
    }
}

package enum BridgeInput: Sendable {
    case started
    case line(BusLine)
    /// The bus has sent something that is not an event: why, and its beginning.
    case refused(EnvelopeError, line: String)
    case inputEnded
    case message(NATSMessage)
    case link(LinkStatus)
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

package enum BridgeEffect: Equatable, Sendable {
    /// Without a connection it is lost.
    case publish(NATSMessage)
    /// Subscribes to a subject, even across reconnects.
    /// - Parameter group: the queue group; each message goes to one of its members.
    case subscribe(String, group: String?)
    case unsubscribe(String)
    /// Writes a line to the bus; it has no LF.
    case write(line: [UInt8])
    /// A line for the log, after the program's name.
    case log(String)
    /// Starts the program's command as a child.
    /// - Parameters:
    ///   - service: the child's service name.
    ///   - run: distinguishes its ids from those of all other processes.
    case startChild(ChildID, service: String, run: String)
    /// Sends a line to a child; it has no LF.
    case sendToChild(ChildID, line: [UInt8])
    case endChild(ChildID)
    /// Kills a child and everything it has started.
    case killChild(ChildID)
    /// Ends the program once all output is written.
    case exit(ExitStatus)
}

package enum LinkStatus: Equatable, Sendable {
    /// The server is its host and port; the limit is the bytes of the longest message that it takes, with headers.
    case connected(server: String, limit: Int)
    /// The connection is lost, and will be retried.
    case disconnected
}

/// Identifies a child process of a ``Bridge``; numbers are never reused.
package typealias ChildID = Int
