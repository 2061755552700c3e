import Platform
import ScreenModel
import Wire

/// The view's stdin and stdout: events in, events out. A role in the same process is between them and the view.
struct Bus: ~Copyable {
    let input = StandardStream.input
    private var reader: EventReader
    /// A predecessor has begun the session.
    let isRestored: Bool
    private let aliases: ProtocolAliases
    private var hosted: HostedRole?
    private let buffer = InputBuffer()

    /// Bytes of one read. They are few, since a key waits until their events are handled.
    private static let chunk = 1 << 14

    init(in environment: RoleEnvironment, hosting role: (any Role)?) {
        hosted = role.map { HostedRole($0, in: environment) }
        reader = EventReader(limit: environment.lineLimit, aliases: environment.aliases)
        aliases = environment.aliases
        isRestored = environment.isRestored
    }

    /// Whether ``read()`` returns at once, although ``input`` has no data.
    var hasAnswers: Bool { hosted?.hasAnswers ?? false }

    /// Begins a session, unless a predecessor has begun it.
    mutating func start() throws(StandardStream.Failure) {
        if let events = hosted?.start() { try Self.write(events, aliases) }
    }

    /// - Returns: the new events, and whether the bus has ended.
    mutating func read() throws(StandardStream.Failure) -> (incoming: [EventReader.Incoming], hasEnded: Bool) {
        if hasAnswers, let answers = hosted?.takeAnswers() { return (answers, false) }
        let chunk = try buffer.read(input, atMost: Self.chunk)
        reader.append(chunk)
        var incoming: [EventReader.Incoming] = []
        while let next = reader.next() { incoming.append(next) }
        if chunk.isEmpty, let last = reader.last() { incoming.append(last) }
        let hasEnded = chunk.isEmpty
        guard hosted != nil else { return (incoming, hasEnded) }
        for next in incoming { try Self.write(hosted?.receive(fromBus: next) ?? [], aliases) }
        return (hosted?.takeAnswers() ?? [], hasEnded)
    }

    /// - Parameter events: stamped; they go out in one write.
    mutating func send(_ events: [Event]) throws(StandardStream.Failure) {
        let aliases = aliases
        guard hosted != nil else { return try Self.write(events, aliases) }
        try hosted?.receive(fromView: events) { events throws(StandardStream.Failure) in
            try Self.write(events, aliases)
        }
    }

    /// What ``send(_:)`` would write, so that nothing is left to do between an effect and the report of it.
    /// - Parameter reports: to the supervisor: no role acts on them.
    mutating func lines(of reports: [Event]) -> [UInt8] {
        Self.lines(of: hosted?.remember(reports) ?? reports, aliases)
    }

    /// - Parameter lines: from ``lines(of:)``.
    func send(lines: [UInt8]) throws(StandardStream.Failure) {
        if !lines.isEmpty { try StandardStream.write(lines, to: StandardStream.output) }
    }

    private static func write(_ events: [Event], _ aliases: ProtocolAliases) throws(StandardStream.Failure) {
        try StandardStream.write(lines(of: events, aliases), to: StandardStream.output)
    }

    private static func lines(of events: [Event], _ aliases: ProtocolAliases) -> [UInt8] {
        events.flatMap { event in
            var event = event
            aliases.applyToOutput(&event)
            return event.line
        }
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

    /// Milliseconds of the monotonic clock.
    package static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
