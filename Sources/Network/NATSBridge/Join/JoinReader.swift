import Platform
import Wire

/// The reader of the others' lines for this bus: reads each sender's stream, and passes lines to ``BusWriter``.
struct JoinReader {
    /// An event in the life of lines, for the status.
    enum Event {
        case lost(UInt64, of: String, type: String)
        case cameBack
    }

    private let settings: JoinSettings
    private let patterns: [MessagePattern]
    private var senders: [SenderReader] = []
    private var places: [String: Int] = [:]
    /// The last session's progress, or the predecessor's.
    private var progress = JoinProgress()
    var writer: BusWriter
    private var complaints = LogLimit()
    private var hasReportedReturn = false

    static let mostQueuedBytes = 1 << 20
    static let mostQueued = 1024

    init(_ settings: JoinSettings) {
        self.settings = settings
        patterns = Self.distinct(settings.sends).filter { settings.session.filter(of: $0, from: "x") != nil }
        writer = BusWriter(lineLimit: settings.lineLimit)
    }

    /// Removes patterns that others contain.
    static func distinct(_ patterns: [MessagePattern]) -> [MessagePattern] {
        var distinct: [MessagePattern] = []
        for pattern in patterns where !distinct.contains(where: { $0.narrowed(to: pattern) == pattern }) {
            distinct.removeAll { pattern.narrowed(to: $0) == $0 }
            distinct.append(pattern)
        }
        return distinct
    }

    /// Senders whose lines reach this join from now on.
    var read: [String] { senders.filter(\.isOpen).map(\.name) }

    /// Why a stream cannot be read.
    var trouble: String? { senders.lazy.compactMap(\.trouble).first }

    var deadline: Instant? { senders.reduce(nil) { earliest($0, $1.deadline) } }

    // MARK: - Senders

    /// Continues after a predecessor.
    mutating func restore(_ snapshot: JoinSnapshot) {
        writer = BusWriter(lineLimit: settings.lineLimit, after: snapshot)
        progress = snapshot.progress
    }

    /// Continues after the previous session, unless its progress is known.
    mutating func resume(after record: JoinRecord) {
        guard progress.senders.isEmpty, senders.isEmpty else { return }
        progress = record.progress
        writer.resume(after: progress)
    }

    /// Reads another join's lines, and creates its stream if need be.
    /// - Parameters:
    ///   - types: that it publishes.
    ///   - isNew: whether it appeared after this join.
    mutating func read(_ name: String, publishing types: [String], isNew: Bool) {
        guard !types.isEmpty, name != settings.name else { return }
        let place: Int
        if let known = places[name] {
            place = known
        } else {
            guard senders.count < Peers.mostPeers else { return }
            place = senders.count
            places[name] = place
            senders.append(SenderReader(name, after: progress.senders[name], isNew: isNew, settings))
        }
        let published = types.map(MessagePattern.init)
        senders[place].read(
            patterns.filter { pattern in published.contains { $0.overlaps(pattern) } }, of: published)
    }

    /// Begins after a connect.
    mutating func begin() {
        for place in senders.indices { senders[place].begin() }
    }

    // MARK: - The server

    /// - Parameters:
    ///   - mostPayload: the longest message that the server takes, in bytes.
    ///   - pulls: whether more may be pulled.
    mutating func advance(
        at now: Instant, mostPayload: Int, pulling pulls: Bool, _ effects: inout [BridgeEffect]
    ) -> [Event] {
        // An awaited line may come after everything in the stream.
        let hasRoom = writer.isAwaiting || (writer.bytes < Self.mostQueuedBytes && writer.count < Self.mostQueued)
        var messages: [NATSMessage] = []
        var events: [Event] = []
        for place in senders.indices {
            var outputs: [SenderReader.Output] = []
            senders[place].advance(at: now, &outputs)
            handle(outputs, of: place, at: now, &events, &effects)
            senders[place].due(
                at: now, mostBytes: mostPayload + JoinPublisher.roomForHeaders, pulling: pulls && hasRoom,
                reply: { "\($0 == "d" ? settings.directInbox : settings.inbox).\($0).\($1).\(place)" }, &messages)
        }
        for message in messages { effects.append(.publish(message)) }
        if writer.isAwaiting, isAwaitedLost { writer.awaitNothing() }
        return events
    }

    /// True if the line that a predecessor may have written is no longer in its sender's stream.
    private var isAwaitedLost: Bool {
        guard let name = writer.awaitedName, let place = places[name] else { return true }
        return senders[place].isCaughtUp
    }

    /// - Parameters:
    ///   - purpose: as in the reply subject.
    ///   - place: the sender's.
    mutating func handleAnswer(
        _ message: NATSMessage, _ purpose: Substring, number: Int, of place: Int, at now: Instant,
        _ effects: inout [BridgeEffect]
    ) -> [Event] {
        guard senders.indices.contains(place) else { return [] }
        var outputs: [SenderReader.Output] = []
        switch purpose {
        case "k":
            if let answer = ServerAnswer(message) {
                senders[place].handleStream(answer, number: number, at: now, &outputs)
            }
        case "q":
            if let answer = ServerAnswer(message) { senders[place].handleStatesStream(answer, number: number, at: now) }
        case "n", "staten":
            guard let answer = ServerAnswer(message) else { break }
            senders[place].handleCreation(answer, ofStates: purpose == "staten", number: number, at: now, &outputs)
        case "m", "statem":
            senders[place].handlePullEnd(message, ofStates: purpose == "statem", number: number, at: now, &outputs)
        default: break
        }
        var events: [Event] = []
        handle(outputs, of: place, at: now, &events, &effects)
        return events
    }

    /// A sender has answered a request for a line.
    mutating func handleDirect(
        _ message: NATSMessage, number: Int, of place: Int, at now: Instant, _ effects: inout [BridgeEffect]
    ) -> [Event] {
        guard senders.indices.contains(place) else { return [] }
        var outputs: [SenderReader.Output] = []
        senders[place].handleDirect(message, number: number, at: now, &outputs)
        var events: [Event] = []
        handle(outputs, of: place, at: now, &events, &effects)
        return events
    }

    /// A message from a consumer.
    mutating func handle(
        _ message: NATSMessage, reply: String, at now: Instant, _ effects: inout [BridgeEffect]
    ) -> [Event] {
        var events: [Event] = []
        for place in senders.indices {
            var outputs: [SenderReader.Output] = []
            guard senders[place].handle(message, reply: reply, at: now, &outputs) else { continue }
            handle(outputs, of: place, at: now, &events, &effects)
            break
        }
        return events
    }

    private mutating func handle(
        _ outputs: [SenderReader.Output], of place: Int, at now: Instant, _ events: inout [Event],
        _ effects: inout [BridgeEffect]
    ) {
        let name = senders[place].name
        for output in outputs {
            switch output {
            case .item(let item): writer.append(item)
            case .complaint(let text): complaints.write(text, at: now, into: &effects)
            case .lost(let count, let type): events.append(.lost(count, of: name, type: type))
            case .cameBack(let type):
                events.append(.cameBack)
                guard !hasReportedReturn else { continue }
                hasReportedReturn = true
                effects.append(
                    .log(
                        "\(type) of \(name) has passed this bus before, and is dropped: joins lead in a circle; give them types that do not overlap"
                    ))
            }
        }
    }
}
