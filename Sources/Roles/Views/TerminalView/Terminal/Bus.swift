import Platform
import ScreenModel
import Wire

/// The view's stdin and stdout: events in, events out. A role in the same process is between them and the view.
struct Bus: ~Copyable {
    private var port: EventPort
    /// A predecessor has begun the session.
    let isRestored: Bool
    private var hosted: HostedRole?

    /// Bytes of one read. They are few, since a key waits until their events are handled.
    private static let chunk = 1 << 14

    init(in environment: RoleEnvironment, hosting role: (any Role)?) {
        hosted = role.map { HostedRole($0, in: environment) }
        // The view and the role stamp their own events, and the bus completes snapshots.
        port = EventPort(in: environment, stamp: nil, room: Self.chunk)
        isRestored = environment.isRestored
    }

    var input: Int32 { port.input }

    /// Whether ``read()`` returns at once, although ``input`` has no data.
    var hasAnswers: Bool { hosted?.hasAnswers ?? false }

    /// Begins a session, unless a predecessor has begun it.
    mutating func start() throws(StandardStream.Failure) {
        if let events = hosted?.start() { try port.send(events) }
    }

    /// - Returns: the new events, and whether the bus has ended.
    mutating func read() throws(StandardStream.Failure) -> (incoming: [EventReader.Incoming], hasEnded: Bool) {
        if hasAnswers, let answers = hosted?.takeAnswers() { return (answers, false) }
        let hasEnded = try !port.fill()
        var incoming: [EventReader.Incoming] = []
        while let next = port.next() { incoming.append(next) }
        if hasEnded, let last = port.last() { incoming.append(last) }
        guard hosted != nil else { return (incoming, hasEnded) }
        for next in incoming { try port.send(hosted?.receive(fromBus: next) ?? []) }
        return (hosted?.takeAnswers() ?? [], hasEnded)
    }

    /// - Parameter events: stamped; they go out in one write.
    mutating func send(_ events: [Event]) throws(StandardStream.Failure) {
        guard var role = hosted.take() else { return try port.send(events) }
        defer { hosted = role }
        try role.receive(fromView: events) { events throws(StandardStream.Failure) in try port.send(events) }
    }

    /// What ``send(_:)`` would write, so that nothing is left to do between an effect and the report of it.
    /// - Parameter reports: to the supervisor: no role acts on them.
    mutating func lines(of reports: [Event]) -> [UInt8] {
        port.lines(of: hosted?.remember(reports) ?? reports)
    }

    /// - Parameter lines: from ``lines(of:)``.
    mutating func send(lines: [UInt8]) throws(StandardStream.Failure) {
        if !lines.isEmpty { try port.send(unfinished: lines) }
    }
}

extension EventReader.Incoming {
    /// Whether it announces that another process takes over.
    var isYield: Bool { if case .event(let event) = self { event.type == ProcessInput.Yield.type } else { false } }
}

/// Waits until descriptors can be read.
package enum Readiness {
    /// - Parameter timeout: milliseconds; nil for no limit.
    /// - Returns: for each descriptor, whether it can be read (or has ended). All are false after a timeout.
    static func wait(_ descriptors: [Int32], timeout: Int?) -> [Bool] {
        var pollSet = PollSet(reading: descriptors)
        // Signals wake the poll through a descriptor of their own (SignalPipe).
        while pollSet.wait(milliseconds: Int32(clamping: timeout ?? -1)) == .interrupted {}
        return descriptors.indices.map(pollSet.isReady)
    }
}
