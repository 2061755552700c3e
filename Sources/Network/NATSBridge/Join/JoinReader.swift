import Platform
import Wire

/// The reader of the others' lines for this bus: takes each sender's lines in its order, each once, and passes them to ``BusWriter``.
struct JoinReader {
    /// An event in the life of lines, for the status.
    enum Event {
        case lost(UInt64, of: String, type: String)
        case cameBack
    }

    /// The last word to a sender.
    private struct Answer {
        var position: UInt64 = 0
        var at: Instant?
        /// The last line that had arrived when lines behind it were asked for again.
        var askedBehind: UInt64?
        /// The newest messages. The sender may not know that they have arrived, and count them as lost.
        var recent: [Arrival] = []

        /// Lines of these behind a position.
        func count(after position: UInt64) -> UInt64 {
            recent.reduce(0) { $1.last > position ? $0 + min($1.count, $1.last - position) : $0 }
        }

        /// Messages up to a position that the sender knows nothing of.
        func unanswered(upTo last: UInt64) -> Int {
            recent.reversed().prefix { $0.last > position }.count { $0.last <= last }
        }
    }

    private struct Arrival {
        let last: UInt64
        let count: UInt64
    }

    private let settings: JoinSettings
    private let peerLine: PeerLine
    private var incarnation: String
    /// Up to the last line that has arrived; `writer` has that of the lines that are written.
    private var arrived = JoinProgress()
    private var answers: [JoinID: Answer] = [:]
    private(set) var writer: BusWriter
    /// Messages without a stamp.
    private var strangers = 0
    private var complaints = LogLimit()
    private var hasReportedReturn = false

    /// Lines on their way to the bus. A sender that keeps to its limits has 16 messages under way, so this is enough for many of them.
    static let mostQueued = 16_384
    static let mostQueuedBytes = 16 << 20
    /// Messages of a sender whose acknowledgement may be on its way.
    private static let mostRecent = 64
    /// The shortest time between two answers that contain the same.
    static let answersEvery = Duration.milliseconds(20)
    /// A sender is answered after so many messages, or so long after the first of them is on the bus. It has 16 under way.
    static let mostUnanswered = 4
    static let answersAfter = Duration.milliseconds(5)
    /// The latest time to answer messages whose lines are on the bus.
    private(set) var deadline: Instant?

    init(_ settings: JoinSettings, as id: JoinID) {
        self.settings = settings
        incarnation = id.incarnation
        peerLine = PeerLine(service: settings.service, bus: settings.busMark)
        writer = BusWriter(lineLimit: settings.lineLimit)
    }

    /// Continues after a predecessor.
    mutating func restore(_ snapshot: JoinSnapshot, as id: JoinID) {
        incarnation = id.incarnation
        writer = BusWriter(lineLimit: settings.lineLimit, after: snapshot)
        arrived = snapshot.progress
    }

    /// The position up to which each sender's lines are on the bus, by the sender's incarnation.
    var has: [String: UInt64] {
        var has: [String: UInt64] = [:]
        for sender in writer.confirmed.senders.values { has.merge(sender.positions) { max($0, $1) } }
        return has
    }

    // MARK: - Messages

    mutating func handle(
        _ message: NATSMessage, at address: SessionSubjects.Address, _ now: Instant, _ effects: inout [BridgeEffect]
    ) -> [Event] {
        let type = String(address.type)
        guard settings.sends.contains(where: { $0.matches(type) }) else { return [] }
        guard let text = message[LineStamp.header] else {
            readStranger(message, address, now, &effects)
            return []
        }
        guard let stamp = LineStamp(text), stamp.receiver == incarnation,
            let sender = JoinID(name: address.sender, incarnation: stamp.sender)
        else { return [] }
        let last = arrived.position(of: sender)
        guard stamp.last > last else {
            answer(sender, at: now, &effects)
            return []
        }
        let isNext = stamp.previous <= last || stamp.lost != nil
        guard isNext, writer.count < Self.mostQueued, writer.bytes < Self.mostQueuedBytes else {
            askAgain(sender, behind: last, at: now, &effects)
            return []
        }
        var events: [Event] = []
        var answer = answers[sender] ?? Answer()
        if let lost = stamp.lost, lost > 0 || stamp.previous > last {
            let known = answer.count(after: stamp.previous)
            if lost > known { events.append(.lost(lost - known, of: sender.name, type: type)) }
            if stamp.previous > last { events.append(.lost(1, of: sender.name, type: type)) }
        }
        answer.askedBehind = nil
        if answer.recent.count >= 2 * Self.mostRecent { answer.recent.removeFirst(Self.mostRecent) }
        answer.recent.append(Arrival(last: stamp.last, count: stamp.last - max(last, stamp.position - 1)))
        remember(answer, for: sender)
        append(message, stamp, type, from: sender, after: last, now, &events, &effects)
        return events
    }

    private mutating func append(
        _ message: NATSMessage, _ stamp: LineStamp, _ type: String, from sender: JoinID, after last: UInt64,
        _ now: Instant, _ events: inout [Event], _ effects: inout [BridgeEffect]
    ) {
        let parts =
            stamp.count == 1
            ? [payload(of: message, now, &effects)]
            : message.payload.split(separator: 0x0A, maxSplits: stamp.count, omittingEmptySubsequences: false).map(
                Array.init)
        arrived.note(LineOrigin(sender: sender, position: stamp.last))
        guard parts.count == stamp.count else {
            events.append(.lost(UInt64(stamp.count), of: sender.name, type: type))
            return append(nil, LineOrigin(sender: sender, position: stamp.last))
        }
        for (position, part) in zip(stamp.position..., parts) where position > last {
            let line = part.flatMap { part in
                rewrite(part, type, stamp, of: sender.name, id: "", now, &events, &effects)
            }
            append(line, LineOrigin(sender: sender, position: position))
        }
    }

    private mutating func append(_ line: [UInt8]?, _ origin: LineOrigin) {
        // A successor waits for a line that its predecessor may have written; its sender no longer has it.
        if let awaited = writer.awaitedOrigin, awaited.sender == origin.sender, awaited.position < origin.position {
            writer.awaitNothing()
        }
        writer.append(BusWriter.Item(line: line, origin: origin))
    }

    /// Programs outside of all joins publish messages without a stamp.
    private mutating func readStranger(
        _ message: NATSMessage, _ address: SessionSubjects.Address, _ now: Instant, _ effects: inout [BridgeEffect]
    ) {
        guard writer.count < Self.mostQueued, writer.bytes < Self.mostQueuedBytes else { return }
        strangers += 1
        var events: [Event] = []
        let id = "\(settings.service)-\(settings.run)-\(address.sender)-\(strangers)"
        let line = payload(of: message, now, &effects).flatMap {
            rewrite($0, String(address.type), nil, of: String(address.sender), id: id, now, &events, &effects)
        }
        if let line { writer.append(BusWriter.Item(line: line, origin: nil)) }
    }

    private mutating func payload(
        of message: NATSMessage, _ now: Instant, _ effects: inout [BridgeEffect]
    ) -> [UInt8]? {
        do throws(BindingError) { return try CloudEventsBinding.payload(of: message) } catch {
            complaints.write("\(message.subject): \(error)", at: now, into: &effects)
            return nil
        }
    }

    private mutating func rewrite(
        _ payload: [UInt8], _ type: String, _ stamp: LineStamp?, of name: String, id: String, _ now: Instant,
        _ events: inout [Event], _ effects: inout [BridgeEffect]
    ) -> [UInt8]? {
        do throws(PeerLine.Failure) {
            return try peerLine.rewrite(payload, type: type[...], from: stamp?.service, of: stamp?.bus, id: id)
        } catch {
            var text: String?
            switch error {
            case .noEvent(let reason): text = "\(type) of \(name) is not an event: \(reason)"
            case .otherType(let other): text = "\(type) of \(name) contains another type: \(other)"
            case .tooFar: text = "\(type) of \(name) has passed too many buses"
            case .cameBack:
                events.append(.cameBack)
                if !hasReportedReturn {
                    text =
                        "\(type) of \(name) has passed this bus before, and is dropped: joins lead in a circle; give them types that do not overlap"
                }
                hasReportedReturn = true
            }
            if let text { complaints.write(text, at: now, into: &effects) }
            return nil
        }
    }

    // MARK: - Answers

    /// A sender whose lines arrive a second time does not know how far this join is.
    private mutating func answer(_ sender: JoinID, at now: Instant, _ effects: inout [BridgeEffect]) {
        if let at = answers[sender]?.at, now - at < Self.answersEvery { return }
        acknowledge(sender, writer.confirmed.position(of: sender), at: now, &effects)
    }

    /// Asks for lines that are missing; once for each gap, since the sender repeats them by itself after a while.
    private mutating func askAgain(
        _ sender: JoinID, behind last: UInt64, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        guard answers[sender]?.askedBehind != last else { return }
        acknowledge(sender, writer.confirmed.position(of: sender), again: true, at: now, &effects)
        answers[sender]?.askedBehind = last
    }

    /// Acknowledges all lines that are on the bus since the last time.
    mutating func acknowledgeAll(at now: Instant, _ effects: inout [BridgeEffect]) {
        deadline = nil
        for (name, progress) in writer.confirmed.senders {
            for (incarnation, position) in progress.positions {
                guard let sender = JoinID(name: name, incarnation: incarnation), answers[sender]?.position != position
                else { continue }
                acknowledge(sender, position, at: now, &effects)
            }
        }
    }

    /// Acknowledges lines that have come to the bus, unless more of them may follow soon.
    private mutating func acknowledgeSoon(at now: Instant, _ effects: inout [BridgeEffect]) {
        deadline = deadline ?? now + Self.answersAfter
        let isDue = answers.contains { sender, answer in
            answer.unanswered(upTo: writer.confirmed.position(of: sender)) >= Self.mostUnanswered
        }
        if isDue { acknowledgeAll(at: now, &effects) }
    }

    private mutating func acknowledge(
        _ sender: JoinID, _ position: UInt64, again asksAgain: Bool = false, at now: Instant,
        _ effects: inout [BridgeEffect]
    ) {
        var last = answers[sender] ?? Answer()
        (last.position, last.at) = (position, now)
        remember(last, for: sender)
        let answer = Acknowledgement(
            sender: sender.incarnation, receiver: incarnation, position: position, asksAgain: asksAgain)
        let subject = settings.session.acknowledgement(by: settings.name, to: sender.name)
        effects.append(.publish(NATSMessage(subject, payload: answer.payload)))
    }

    private mutating func remember(_ answer: Answer, for sender: JoinID) {
        if answers.count >= JoinProgress.mostSenders * SenderProgress.mostRuns, answers[sender] == nil { answers = [:] }
        answers[sender] = answer
    }

    // MARK: - The bus

    /// The next lines for the bus, with a snapshot before them.
    mutating func next(at now: Instant, _ effects: inout [BridgeEffect]) -> BusWriter.Batch? {
        while let batch = writer.next() {
            guard batch.lines.isEmpty else { return batch }
            // Nothing is written, so there is nothing to wait for.
            if writer.passed() { acknowledgeSoon(at: now, &effects) }
        }
        return nil
    }

    /// Everything has left this process.
    mutating func drained(at now: Instant, _ effects: inout [BridgeEffect]) {
        if writer.drained() { acknowledgeSoon(at: now, &effects) }
    }

    mutating func didSave() { writer.didSave() }

    /// Acknowledges what is due.
    mutating func advance(at now: Instant, _ effects: inout [BridgeEffect]) {
        if let deadline, deadline <= now { acknowledgeAll(at: now, &effects) }
    }

    /// Stops waiting for a line that a predecessor may have written, once its sender is gone.
    /// - Parameter isPresent: whether a join of a name is there.
    mutating func advance(_ isPresent: (String) -> Bool) {
        guard writer.isAwaiting else { return }
        if writer.awaitedOrigin.map({ !isPresent($0.sender.name) }) ?? true { writer.awaitNothing() }
    }
}
