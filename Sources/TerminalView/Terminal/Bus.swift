import Wire

/// The view's stdin and stdout: events in, events out.
struct Bus: ~Copyable {
    let input = StandardStream.input
    private var reader: EventReader
    private let buffer = InputBuffer()

    init(lineLimit: Int) {
        reader = EventReader(limit: lineLimit)
    }

    /// What has come, and whether it was the last.
    mutating func read() throws(StandardStream.Failure) -> (incoming: [EventReader.Incoming], hasEnded: Bool) {
        let chunk = try buffer.read(input)
        reader.append(chunk)
        var incoming: [EventReader.Incoming] = []
        while let next = reader.next() { incoming.append(next) }
        if chunk.isEmpty, let last = reader.last() { incoming.append(last) }
        return (incoming, chunk.isEmpty)
    }

    /// - Parameter events: stamped; they go out in one write.
    func send(_ events: [Event]) throws(StandardStream.Failure) {
        try StandardStream.write(events.flatMap(\.line), to: StandardStream.output)
    }
}

extension EventReader.Incoming {
    /// Whether it says that another process takes this one's place.
    var isYield: Bool { if case .event(let event) = self { event.type == ProcessInput.Yield.type } else { false } }
}
