import Platform
import Wire

/// The reader of the others' lines for this bus: takes each sender's lines in its order, each once, and passes them to ``BusWriter``.
struct JoinReader {
    /// The last word to a sender.
    private struct Answer {
        var position: UInt64 = 0
        var at: Instant?
        /// The last line that had arrived when lines behind it were asked for again.
        var askedBehind: UInt64?
        /// The newest messages: their last lines, and how many. The sender may not know that they have arrived, and count them as lost.
        var recent: [(last: UInt64, count: UInt64)] = []

        func count(after position: UInt64) -> UInt64 {
            recent.reduce(0) { $1.last > position ? $0 + min($1.count, $1.last - position) : $0 }
        }

        /// Messages up to a position that the sender knows nothing of.
        func unanswered(upTo last: UInt64) -> Int {
            recent.reversed().prefix { $0.last > position }.count { $0.last <= last }
        }
    }

    private var settings: JoinSettings
    private let peerLine: PeerLine
    /// Up to the last line that has arrived; `writer` has that of the lines that are written.
    private var arrived = JoinProgress()
    private var answers: [JoinID: Answer] = [:]
    private(set) var writer: BusWriter
    /// Messages without a stamp.
    private var strangers = 0
    /// Lines that came back to this bus, and were dropped.
    private(set) var returned = 0

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

    init(_ settings: JoinSettings) {
        self.settings = settings
        peerLine = PeerLine(service: settings.environment.service, bus: settings.bus)
        writer = BusWriter(lineLimit: settings.environment.lineLimit)
    }

    /// Continues after a predecessor.
    mutating func restore(_ snapshot: JoinSnapshot) {
        settings.incarnation = snapshot.incarnation
        writer = BusWriter(lineLimit: settings.environment.lineLimit, after: snapshot)
        arrived = snapshot.progress
    }

    /// The position up to which each sender's lines are on the bus, by the sender's incarnation.
    var has: [String: UInt64] {
        Dictionary(writer.confirmed.origins.map { ($0.sender.incarnation, $0.position) }, uniquingKeysWith: max)
    }

    private var hasRoom: Bool { writer.count < Self.mostQueued && writer.bytes < Self.mostQueuedBytes }

    // MARK: - Messages

    mutating func handle(_ message: NATSMessage, at address: SessionSubjects.Address, _ turn: inout Turn) {
        let type = String(address.type)
        guard settings.sends.contains(where: { $0.matches(type) }) else { return }
        guard let text = message[LineStamp.header] else { return readStranger(message, address, &turn) }
        guard let stamp = LineStamp(text), stamp.receiver == settings.incarnation else { return }
        let sender = JoinID(name: String(address.sender), incarnation: stamp.sender)
        let last = arrived.position(of: sender)
        guard stamp.last > last else { return repeatAnswer(to: sender, &turn) }
        guard stamp.previous <= last || stamp.isFirst, hasRoom else {
            return askAgain(sender, behind: last, &turn)
        }
        let missing = missing(before: stamp, from: sender, after: last)
        note(sender) { answer in
            answer.askedBehind = nil
            if answer.recent.count >= 2 * Self.mostRecent { answer.recent.removeFirst(Self.mostRecent) }
            answer.recent.append((stamp.last, stamp.last - max(last, stamp.position - 1)))
        }
        append(message, stamp, from: sender, type, after: last, missing: missing, &turn)
    }

    /// The number of lines between the last one that has arrived and those of a message.
    private func missing(before stamp: LineStamp, from sender: JoinID, after last: UInt64) -> UInt64 {
        guard stamp.position > last else { return 0 }
        let known = answers[sender]?.count(after: stamp.previous) ?? 0
        return (max(stamp.lost, known) - known) + (stamp.previous > last ? 1 : 0)
    }

    private mutating func append(
        _ message: NATSMessage, _ stamp: LineStamp, from sender: JoinID, _ type: String, after last: UInt64,
        missing: UInt64, _ turn: inout Turn
    ) {
        let parts =
            stamp.count == 1
            ? [payload(of: message, &turn)]
            : message.payload.split(separator: 0x0A, maxSplits: stamp.count, omittingEmptySubsequences: false).map(
                Array.init)
        arrived.note(LineOrigin(sender: sender, position: stamp.last))
        guard parts.count == stamp.count else {
            let loss = Loss(sender: sender.name, type: type, count: missing + UInt64(stamp.count))
            return writer.append(BusWriter.Item(origin: LineOrigin(sender: sender, position: stamp.last), loss: loss))
        }
        var loss = missing > 0 ? Loss(sender: sender.name, type: type, count: missing) : nil
        for (position, part) in zip(stamp.position..., parts) where position > last {
            let line = part.flatMap { rewrite($0, type, stamp, of: sender.name, &turn) }
            let origin = LineOrigin(sender: sender, position: position)
            writer.append(BusWriter.Item(line: line, origin: origin, loss: loss))
            loss = nil
        }
    }

    /// Programs outside of all joins publish messages without a stamp.
    private mutating func readStranger(_ message: NATSMessage, _ address: SessionSubjects.Address, _ turn: inout Turn) {
        guard hasRoom else { return }
        strangers += 1
        guard let payload = payload(of: message, &turn),
            let line = rewrite(payload, String(address.type), nil, of: String(address.sender), &turn)
        else { return }
        // A snapshot cannot contain a longer line, and nobody sends it to a successor again.
        if line.count <= writer.longest { return writer.append(BusWriter.Item(line: line)) }
        let limit = "\(line.count) bytes; without the header \(LineStamp.header), it may have \(writer.longest)"
        turn.complain("\(message.subject): the message has \(limit)")
    }

    private func payload(of message: NATSMessage, _ turn: inout Turn) -> [UInt8]? {
        do throws(BindingError) { return try CloudEventsBinding.payload(of: message) } catch {
            turn.complain("\(message.subject): \(error)")
            return nil
        }
    }

    private mutating func rewrite(
        _ payload: [UInt8], _ type: String, _ stamp: LineStamp?, of name: String, _ turn: inout Turn
    ) -> [UInt8]? {
        do throws(PeerLine.Failure) {
            let own = settings.environment
            let id = stamp == nil ? "\(own.service)-\(own.run)-\(name)-\(strangers)" : ""
            return try peerLine.rewrite(payload, type: type, from: stamp?.service, of: stamp?.bus, id: id)
        } catch {
            if error == .cameBack { returned += 1 }
            if error != .cameBack || returned == 1 { turn.complain("\(type) of \(name) \(error)") }
            return nil
        }
    }

    // MARK: - Answers

    /// A sender whose lines arrive a second time does not know how far this join is.
    private mutating func repeatAnswer(to sender: JoinID, _ turn: inout Turn) {
        if let at = answers[sender]?.at, turn.now - at < Self.answersEvery { return }
        acknowledge(sender, writer.confirmed.position(of: sender), &turn)
    }

    /// Asks for lines that are missing; once for each gap, since the sender repeats them by itself after a while.
    private mutating func askAgain(_ sender: JoinID, behind last: UInt64, _ turn: inout Turn) {
        guard answers[sender]?.askedBehind != last else { return }
        acknowledge(sender, writer.confirmed.position(of: sender), again: true, &turn)
        answers[sender]?.askedBehind = last
    }

    /// Acknowledges all lines that are on the bus since the last time.
    mutating func acknowledgeAll(_ turn: inout Turn) {
        deadline = nil
        for origin in writer.confirmed.origins where answers[origin.sender]?.position != origin.position {
            acknowledge(origin.sender, origin.position, &turn)
        }
    }

    /// Acknowledges lines that have come to the bus, unless more of them may follow soon.
    private mutating func acknowledgeSoon(_ turn: inout Turn) {
        deadline = deadline ?? turn.now + Self.answersAfter
        let isDue = answers.contains { sender, answer in
            answer.unanswered(upTo: writer.confirmed.position(of: sender)) >= Self.mostUnanswered
        }
        if isDue { acknowledgeAll(&turn) }
    }

    private mutating func acknowledge(
        _ sender: JoinID, _ position: UInt64, again asksAgain: Bool = false, _ turn: inout Turn
    ) {
        note(sender) { ($0.position, $0.at) = (position, turn.now) }
        let answer = Acknowledgement(
            sender: sender.incarnation, receiver: settings.incarnation, position: position, asksAgain: asksAgain)
        let subject = settings.session.acknowledgement(by: settings.name, to: sender.name)
        turn.publish(NATSMessage(subject, payload: answer.payload))
    }

    private mutating func note(_ sender: JoinID, _ change: (inout Answer) -> Void) {
        if answers.count >= JoinProgress.most, answers[sender] == nil { answers = [:] }
        change(&answers[sender, default: Answer()])
    }

    // MARK: - The bus

    /// The next lines for the bus; a snapshot goes before them.
    mutating func next() -> BusWriter.Batch? { writer.next() }

    mutating func drained(_ turn: inout Turn) {
        if writer.drained() { acknowledgeSoon(&turn) }
    }

    /// Logs the losses that are due.
    /// - Returns: whether there were some: then only a snapshot keeps a successor from logging them again.
    mutating func logLosses(at now: Instant, _ turn: inout Turn) -> Bool {
        let texts = writer.losses.dueForLog(at: now)
        for text in texts { turn.log(text) }
        return !texts.isEmpty
    }

    /// Acknowledges what is due.
    mutating func advance(_ turn: inout Turn) {
        if let deadline, deadline <= turn.now { acknowledgeAll(&turn) }
    }
}
