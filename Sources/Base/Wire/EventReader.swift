import JSON

/// Turns bytes into events, one at a time. An event without an id gets one from a count.
package struct EventReader: Sendable {
    package enum Incoming: Equatable, Sendable {
        case event(Event)
        /// A line that is not an event: the reason, and its beginning.
        case refused(EnvelopeError, line: String)
    }

    private var buffer: LineBuffer
    private var count = 0
    private let aliases: ProtocolAliases
    /// The longest line that a sender may write.
    private let limit: Int
    /// Room for what the bus adds to a line (`"replayed":true,`), so that a line within its limit is never too long here.
    private static let roomForMarks = 64
    private static let quoted = 200

    package init(limit: Int = LineBuffer.standardLimit, aliases: ProtocolAliases = .none) {
        self.limit = limit
        self.aliases = aliases
        buffer = LineBuffer(limit: limit > .max - Self.roomForMarks ? .max : limit + Self.roomForMarks)
    }

    /// Reads what is there; waits for the first byte.
    /// - Returns: the number of bytes; 0 at the end of the stream.
    /// - Parameter room: the most bytes of one read.
    package mutating func fill(from descriptor: Int32, room: Int = 1 << 16) throws(StandardStream.Failure) -> Int {
        try buffer.fill(room: room) { space throws(StandardStream.Failure) in
            try StandardStream.read(descriptor, into: space)
        }
    }

    package mutating func append(_ chunk: UnsafeRawBufferPointer) { buffer.append(chunk) }

    /// The next event; nil until more is read. Empty lines are skipped.
    package mutating func next() -> Incoming? {
        while let line = buffer.next() {
            if let incoming = read(line) { return incoming }
        }
        return nil
    }

    /// The event of a last line without LF at the end of the stream, if any.
    package mutating func last() -> Incoming? { buffer.last().flatMap { read($0) } }

    private mutating func read(_ line: LineBuffer.Line) -> Incoming? {
        switch line {
        case .tooLong(let bytes, let beginning):
            return .refused(.lineTooLong(bytes: bytes, limit: limit), line: text(beginning.prefix(Self.quoted)))
        case .whole(let range):
            guard !JSONScanner.isBlank(buffer.bytes.span.extracting(range)) else { return nil }
            count += 1
            do throws(EnvelopeError) {
                let event = try Event(line: buffer.bytes.span.extracting(range))
                return .event(event.id.isEmpty || !aliases.isEmpty ? completed(event) : event)
            } catch {
                return .refused(error, line: text(range.prefix(Self.quoted)))
            }
        }
    }

    private func completed(_ event: consuming Event) -> Event {
        if event.id.isEmpty { event.id = "\(event.source.isEmpty ? "input" : event.source)-\(count)" }
        aliases.applyToInput(&event)
        return event
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: buffer.bytes[range], as: UTF8.self)
    }
}

/// Messages from the supervisor to any process.
package enum ProcessInput {
    /// The last `process.output.snapshot` of the service's previous process, with the same data. It is the first event; the
    /// process writes nothing before it (`VIPERLINE_RESTORED` is set).
    package enum Restore {
        package static let type = "process.input.restore"
    }

    /// Another process is about to take the terminal. The receiver ends at once and silently; it starts nothing more. No event
    /// follows.
    package enum Yield {
        package static let type = "process.input.yield"
    }

    /// A message for the user, sent to the service that has the terminal: another service keeps dying and being restarted,
    /// or a line was dropped.
    package struct Notice: JSONCodable, Equatable, Sendable {
        package static let type = "process.input.notice"
        package var message: String
        /// The line that was dropped because it was over the limit. Subject and correlation are those of the line: it may
        /// be what the user waits for. The sender gets a report, too (``Refused``), and may send a shorter one.
        package var dropped: Dropped?
        /// The notice reports a success.
        package var isGood: Bool?

        package struct Dropped: JSONCodable, Equatable, Sendable {
            /// The sender of the line.
            package var service: String
            package var type: String
            /// The length of the line once completed by the bus.
            package var bytes: Int
            package var limit: Int
        }
    }

    /// A line of the process was over the limit and was dropped. Subject and correlation are those of the line; the cause is
    /// the line.
    package struct Refused: JSONCodable, Equatable, Sendable {
        package static let type = "process.input.refused"
        package var type: String
        /// The length of the line once completed by the bus.
        package var bytes: Int
        package var limit: Int
    }
}
