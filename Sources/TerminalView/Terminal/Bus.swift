import Wire

/// The view's stdin and stdout: events in, events out.
struct Bus: ~Copyable {
    let input = StandardStream.input
    private var reader: EventReader
    private let aliases: ProtocolAliases
    private let buffer = InputBuffer()

    /// Bytes of one read. They are few, since a key waits until their events are handled.
    private static let chunk = 1 << 14

    init(in environment: RoleEnvironment) {
        reader = EventReader(limit: environment.lineLimit, aliases: environment.aliases)
        aliases = environment.aliases
    }

    /// - Returns: what has come, and whether the bus has ended.
    mutating func read() throws(StandardStream.Failure) -> (incoming: [EventReader.Incoming], hasEnded: Bool) {
        let chunk = try buffer.read(input, atMost: Self.chunk)
        reader.append(chunk)
        var incoming: [EventReader.Incoming] = []
        while let next = reader.next() { incoming.append(next) }
        if chunk.isEmpty, let last = reader.last() { incoming.append(last) }
        return (incoming, chunk.isEmpty)
    }

    /// - Parameter events: stamped; they go out in one write.
    func send(_ events: [Event]) throws(StandardStream.Failure) {
        let lines = events.flatMap { event in
            var event = event
            aliases.applyToOutput(&event)
            return event.line
        }
        try StandardStream.write(lines, to: StandardStream.output)
    }
}

extension EventReader.Incoming {
    /// Whether it says that another process takes over.
    var isYield: Bool { if case .event(let event) = self { event.type == ProcessInput.Yield.type } else { false } }
}
