import Platform
package import Wire

/// A view's end of the bus: events in, events out.
package protocol ViewBus: AnyObject {
    /// The descriptor that can be read when something has come, or the bus has ended.
    var input: Int32 { get }
    /// ``read()`` returns at once, although ``input`` has no data.
    var hasAnswers: Bool { get }

    func read() throws(StandardStream.Failure) -> (incoming: [EventReader.Incoming], hasEnded: Bool)

    /// - Parameter events: stamped; they go out in one write.
    func send(_ events: [Event]) throws(StandardStream.Failure)

    /// Bytes that ``send(_:)`` would write, so that nothing is left to do between an effect and the report of it.
    /// - Parameter reports: to the supervisor.
    func lines(of reports: [Event]) -> [UInt8]

    /// - Parameter lines: from ``lines(of:)``.
    func send(lines: [UInt8]) throws(StandardStream.Failure)
}

/// The bus on the view's stdin and stdout.
package final class StandardBus: ViewBus {
    private var port: EventPort

    /// Bytes of one read. They are few, since a key waits until their events are handled.
    private static let chunk = 1 << 14

    package init(in environment: RoleEnvironment) {
        // The view stamps its own events, and the bus completes snapshots.
        port = EventPort(in: environment, stamp: nil, room: Self.chunk)
    }

    package var input: Int32 { port.input }
    package var hasAnswers: Bool { false }

    package func read() throws(StandardStream.Failure) -> (incoming: [EventReader.Incoming], hasEnded: Bool) {
        let hasEnded = try !port.fill()
        var incoming: [EventReader.Incoming] = []
        while let next = port.next() { incoming.append(next) }
        return (incoming, hasEnded)
    }

    package func send(_ events: [Event]) throws(StandardStream.Failure) { try port.send(events) }

    package func lines(of reports: [Event]) -> [UInt8] { port.lines(of: reports) }

    package func send(lines: [UInt8]) throws(StandardStream.Failure) {
        if !lines.isEmpty { try port.send(unfinished: lines) }
    }
}

extension EventReader.Incoming {
    /// True for an event that announces that another process takes over.
    var isYield: Bool { if case .event(let event) = self { event.type == ProcessInput.Yield.type } else { false } }
}
