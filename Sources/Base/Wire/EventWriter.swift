import JSON
import Platform
import SafeText

/// Writes events as whole lines, gathered while there is more to read, so that a busy role needs few writes. On a terminal,
/// as of a role or a double that a user tries by hand, dangerous characters become JSON escapes.
package struct EventWriter: ~Copyable {
    private let descriptor: Int32
    private var encoder: EventEncoder
    private let isTerminal: Bool
    private var pending = JSONWriter(capacity: 2 * highWater)
    private static let highWater = 1 << 16

    package init(_ descriptor: Int32 = StandardStream.output, stamp: EventStamp?, aliases: ProtocolAliases = .none) {
        self.descriptor = descriptor
        encoder = EventEncoder(stamp: stamp, aliases: aliases)
        isTerminal = isatty(descriptor) == 1
    }

    package mutating func write(_ events: consuming [Event]) throws(StandardStream.Failure) {
        for index in events.indices {
            encoder.append(&events[index], to: &pending)
            if pending.count >= Self.highWater { try flush() }
        }
    }

    /// Writes the events at once, and all in one write, however long they are.
    package mutating func send(_ events: consuming [Event]) throws(StandardStream.Failure) {
        for index in events.indices { encoder.append(&events[index], to: &pending) }
        try flush()
    }

    /// The bytes that ``send(_:)`` would write.
    package mutating func lines(of events: [Event]) -> [UInt8] { encoder.lines(of: events) }

    package mutating func flush() throws(StandardStream.Failure) {
        guard pending.count > 0 else { return }
        try pending.withBytes { bytes throws(StandardStream.Failure) in
            if isTerminal {
                try write(line: Array(bytes))
            } else {
                try StandardStream.write(bytes, to: descriptor)
            }
        }
        pending.removeAll()
    }

    /// Writes bytes that need not be an event, after what is pending.
    package mutating func write(unfinished bytes: [UInt8]) throws(StandardStream.Failure) {
        try flush()
        try write(line: bytes)
    }

    /// - Parameter bytes: one line or several.
    private func write(line bytes: [UInt8]) throws(StandardStream.Failure) {
        guard isTerminal else { return try StandardStream.write(bytes, to: descriptor) }
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { PrintableJSON.escaping($0) }
        let last = lines.popLast() ?? []
        try StandardStream.write(lines.flatMap { $0 + [0x0A] } + last, to: descriptor)
    }
}

/// Makes the lines of outgoing events: stamps them, applies the aliases, and encodes them.
package struct EventEncoder: Sendable {
    private var stamp: EventStamp?
    private let aliases: ProtocolAliases

    /// - Parameter stamp: nil where events have theirs, or the bus completes them.
    package init(stamp: EventStamp?, aliases: ProtocolAliases = .none) {
        self.stamp = stamp
        self.aliases = aliases
    }

    mutating func append(_ event: inout Event, to writer: inout JSONWriter) {
        stamp?.complete(&event)
        aliases.applyToOutput(&event)
        event.appendLine(to: &writer)
    }

    package mutating func lines(of events: consuming [Event]) -> [UInt8] {
        var writer = JSONWriter()
        for index in events.indices { append(&events[index], to: &writer) }
        return writer.withBytes { Array($0) }
    }
}

/// Completes outgoing events: fills in the source and an id that the source has never used before.
package struct EventStamp: Sendable {
    /// Signs between the source and the rest of an id: in Viperline's ids, and in those given by the bus.
    package static let joints = Array("-+".utf8)

    package let source: String
    /// The life of the process: ids are `view-<run>-<n>`.
    package let run: String
    private let prefix: String
    private var count = 0

    package init(source: String, run: String) {
        self.source = source
        self.run = run
        prefix = "\(source)-\(run)-"
    }

    /// True if an id begins with a source and a joint.
    package static func isStamp(_ id: String, of source: String) -> Bool {
        let (id, source) = (id.utf8.span, source.utf8.span)
        guard id.count > source.count, joints.contains(id[source.count]) else { return false }
        return source.indices.allSatisfy { id[$0] == source[$0] }
    }

    /// True if the id is of this form.
    package func isOwn(_ id: String) -> Bool { id.hasPrefix(prefix) }

    package mutating func nextID() -> String {
        count += 1
        return prefix + String(count)
    }

    /// Fills in what is missing. An event that begins a chain is its own correlation.
    package mutating func complete(_ event: inout Event) {
        if event.source.isEmpty { event.source = source }
        if event.id.isEmpty { event.id = nextID() }
        if event.correlationID == nil { event.correlationID = event.id }
    }

    package mutating func stamp(_ event: Event) -> Event {
        var event = event
        complete(&event)
        return event
    }
}

/// Messages from any process to the supervisor.
package enum ProcessOutput {
    /// The process is ready to serve (`depends_on` with `condition: service_healthy` waits for it).
    package struct Ready: JSONCodable, Equatable, Sendable {
        package static let type = "process.output.ready"
    }

    /// The process's state after the event named by `causationid`. Only the role knows what the data means. A successor is sent
    /// this instead of all earlier events.
    package enum Snapshot {
        package static let type = "process.output.snapshot"
        /// The event that a snapshot names if it was taken before any event: `causationid` and `causationsource`.
        package static let start = (id: "start", source: "viperline")
    }

    /// Input of the user, for the recording (if `VIPERLINE_RECORDED` is set): the bytes read from the session's input, in
    /// order. The event has no receivers.
    package struct Entered: JSONCodable, Equatable, Sendable {
        package static let type = "process.output.entered"
        /// The text with line ends and control characters; invalid UTF-8 is replaced by U+FFFD.
        package var text: String
    }

    /// The status of the process, in words: the newest replaces the one before, and an empty text takes it away. It goes to
    /// `viperline ps` and to no role; the user gets a notice when trouble begins and ends.
    package struct Status: JSONCodable, Equatable, Sendable {
        package static let type = "process.output.status"
        package var text: String
        /// True if the user has to wait for something, or can't have it.
        package var trouble: Bool?
    }

    /// The process could not read a line; it continues with the next.
    package struct Refused: JSONCodable, Equatable, Sendable {
        package static let type = "process.output.refused"
        package var reason: String
        /// The beginning of the line.
        package var line: String
    }
}
