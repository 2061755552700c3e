package import JSONRPC
package import Processes
package import Recording

/// The messages of a recorded dialogue, with what belongs together.
package struct DialogueScript: Sendable {
    package struct Entry: Sendable {
        package let place: Expectation.Place
        package let frame: RecordedFrame
        package let message: RPCMessage
        /// For a response, the place of its request in ``entries``; for a cancellation and a report of progress, too.
        fileprivate(set) var call: Int?
        /// True if it stands in an array of messages.
        let isInBatch: Bool
        var isCancellation = false

        package var sender: RPCPeer { frame.sender }
        var kind: RPCMessage.Kind { message.kind }
        /// A response has that of its request.
        var method: String { message.method ?? frame.method ?? "" }

        /// Such as `tools/call (line 7)`.
        var name: String { "\(method) (line \(place.line))" }
    }

    package let table: DialogueProtocol
    package let framing: Framing
    package private(set) var entries: [Entry] = []
    /// For each request, its response.
    private(set) var responses: [Int: Int] = [:]
    /// The sides that wrote bytes which are not messages.
    let noisy: Set<RPCPeer>
    /// True if secrets were replaced in it.
    package let isRedacted: Bool
    /// The command of the recorded server.
    package let command: [String]
    /// The number of messages that were not recorded.
    package private(set) var missed = 0
    /// The code with which the server ended by itself; nil if it is not known.
    package private(set) var exit: Int32?

    /// Reads the rest of a cassette, of which it keeps at most so much.
    package init(_ cassette: CassetteReader, kept: KeptEvents = .init()) throws(SystemError) {
        let header = cassette.header
        var frames: [(Expectation.Place, RecordedFrame)] = []
        var (time, missed, kept) = (ForwardTime(), 0, kept)
        while let line = try cassette.next() {
            switch line {
            case .missed(let count): missed += count
            case .passage(let passage):
                guard let frame = RecordedFrame(event: passage.event) else { continue }
                try kept.add(passage.event.count)
                frames.append((.init(line: cassette.lineNumber, time: time.next(passage.time)), frame))
            }
        }
        self.init(
            frames, table: header?.rpc.flatMap { DialogueProtocol.named($0.name) },
            framing: header?.rpc.flatMap { Framing(rawValue: $0.framing) }, isRedacted: header?.rpc?.redacted == true,
            command: header?.services[RPCPeer.server.rawValue]?.command ?? [], missed: missed)
        exit = cassette.exit
    }

    /// - Parameter table: nil to take what the first messages show.
    init(
        _ frames: [(Expectation.Place, RecordedFrame)], table: DialogueProtocol? = nil, framing: Framing? = nil,
        isRedacted: Bool = false, command: [String] = [], missed: Int = 0
    ) {
        (self.isRedacted, self.command, self.missed) = (isRedacted, command, missed)
        noisy = Set(frames.lazy.filter { $0.1.isNoise }.map { $0.1.sender })
        let messages = frames.flatMap { place, frame in
            Self.messages(of: frame).map { (place: place, frame: frame, message: $0.message, isInBatch: $0.isInBatch) }
        }
        let shown = messages.lazy.filter { $0.frame.sender == .client }.prefix(10).compactMap {
            DialogueProtocol.spoken(by: $0.message, in: framing ?? .headers)
        }
        self.table = table ?? shown.first ?? .jsonRPC
        self.framing = framing ?? self.table.framing
        var calls = PendingCalls(self.table)
        var places: [Int: Int] = [:]
        for (place, frame, message, isInBatch) in messages {
            var entry = Entry(place: place, frame: frame, message: message, isInBatch: isInBatch)
            let relation = calls.receive(message, from: frame.sender)
            let number = relation.request?.number
            if message.kind == .request {
                if let number { places[number] = entries.count }
            } else {
                entry.call = number.flatMap { places[$0] }
            }
            if case .cancellation = relation { entry.isCancellation = true }
            if message.kind == .response, let call = entry.call { responses[call] = entries.count }
            entries.append(entry)
        }
    }

    private static func messages(of frame: RecordedFrame) -> [(message: RPCMessage, isInBatch: Bool)] {
        guard case .message(_, let bytes) = frame.content, let message = try? RPCMessage(bytes) else { return [] }
        guard message.kind == .batch else { return [(message, false)] }
        return message.elements.compactMap { try? RPCMessage($0) }.map { ($0, true) }
    }
}
