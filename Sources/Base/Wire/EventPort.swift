/// A program's two streams on the bus: events in, without their aliases; events out, stamped and with them.
package struct EventPort: ~Copyable {
    package let input: Int32
    private var reader: EventReader
    private var writer: EventWriter
    private let room: Int
    private var hasEnded = false

    /// - Parameters:
    ///   - stamp: nil where events have theirs, or the bus completes them.
    ///   - aliases: nil for those of the environment.
    ///   - room: the most bytes of one read.
    package init(
        in environment: RoleEnvironment, stamp: EventStamp?, aliases: ProtocolAliases? = nil, room: Int = 1 << 16,
        input: Int32 = StandardStream.input, output: Int32 = StandardStream.output
    ) {
        self.input = input
        self.room = room
        let aliases = aliases ?? environment.aliases
        reader = EventReader(limit: environment.lineLimit, aliases: aliases)
        writer = EventWriter(output, stamp: stamp, aliases: aliases)
    }

    /// Reads what is there; waits for the first byte.
    /// - Returns: false at the end of the stream.
    package mutating func fill() throws(StandardStream.Failure) -> Bool {
        hasEnded = try reader.fill(from: input, room: room) == 0
        return !hasEnded
    }

    /// The next line, at the end of the stream also one without LF; nil until more is read.
    package mutating func next() -> EventReader.Incoming? { reader.next() ?? (hasEnded ? reader.last() : nil) }

    /// Gathers events for ``flush()``.
    package mutating func write(_ events: consuming [Event]) throws(StandardStream.Failure) { try writer.write(events) }

    package mutating func flush() throws(StandardStream.Failure) { try writer.flush() }

    /// Writes events in one write, after what is gathered.
    package mutating func send(_ events: consuming [Event]) throws(StandardStream.Failure) { try writer.send(events) }

    /// The bytes that ``send(_:)`` would write, for ``send(unfinished:)``.
    package mutating func lines(of events: [Event]) -> [UInt8] { writer.lines(of: events) }

    /// Writes bytes that need not be an event, after what is gathered.
    package mutating func send(unfinished bytes: [UInt8]) throws(StandardStream.Failure) {
        try writer.write(unfinished: bytes)
    }
}
