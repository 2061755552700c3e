import Platform
import Wire

/// The publisher of this bus's lines: they are kept until they are stored, and no more than the others can take.
struct JoinPublisher {

    private let settings: JoinSettings
    private let session: SessionSubjects
    private var sent: SentLines
    private var sentStates = SentStates()
    private var directLines = DirectLines()
    private var windows: PeerWindows
    /// Creates this join's stream; nil if it publishes nothing.
    private var linesMaker: StreamMaker?
    private var statesMaker: StreamMaker?
    /// A question for the stream's last message, its number, and the place that the stream reported.
    private var question: (number: Int, last: Int, at: Instant)?
    private var questions = 0
    private var setupTrouble: String?
    private var saving = SavedPlace()
    private var complaints = LogLimit()

    /// The most bytes for a line's headers.
    static let roomForHeaders = 4096
    static let patience = Duration.seconds(3)

    init(_ settings: JoinSettings, sender: SenderID, at now: Instant) {
        self.settings = settings
        session = settings.session
        sent = SentLines(sender: sender, service: settings.service, bus: settings.busMark)
        windows = PeerWindows(sender: sender, at: now)
        let streams = JoinStreams(session: session, storage: settings.storage)
        linesMaker = settings.receives.isEmpty ? nil : StreamMaker(streams.lines(of: settings.name))
        let hasStates = settings.states.contains { state in settings.receives.contains { $0.overlaps(state) } }
        statesMaker = hasStates ? StreamMaker(streams.states(of: settings.name)) : nil
    }

    /// Continues after a predecessor, under its name.
    mutating func restore(_ snapshot: JoinSnapshot, sender: SenderID, at now: Instant) {
        let stored = snapshot.stored.map { (origin: $0, types: snapshot.types) }
        sent = SentLines(sender: sender, service: settings.service, bus: settings.busMark, stored: stored)
        windows = PeerWindows(sender: sender, backlogs: snapshot.backlogs, at: now)
        if let stored { saving.place = stored }
    }

    var hasRoom: Bool { sent.hasRoom && sentStates.hasRoom && windows.hasRoom }

    /// True if everything is stored.
    var isEmpty: Bool { sent.isEmpty && sentStates.isEmpty }

    /// Lines not yet stored.
    var count: Int { sent.count }

    /// True if the streams of this join exist, and lines can be published.
    var isOpen: Bool { isSetUp && !sent.isDoubting }
    private var isSetUp: Bool { linesMaker?.isDone ?? true && statesMaker?.isDone ?? true }

    /// While something can be published.
    var deadline: Instant? {
        earliest(
            sent.deadline, sentStates.deadline, linesMaker?.deadline, statesMaker?.deadline,
            question.map { $0.at + Self.patience })
    }

    // MARK: - From the bus

    /// - Parameter mostPayload: the longest message that the server takes, in bytes.
    mutating func handle(_ line: BusLine, mostPayload: Int, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard settings.receives.contains(where: { $0.matches(line.type) }), !line.type.hasPrefix("process.") else {
            return
        }
        guard let subject = session.subject(of: line.type, from: settings.name) else {
            return complaints.write("the type \(line.type) cannot be part of a NATS subject", at: now, into: &effects)
        }
        guard line.bytes.count + Self.roomForHeaders <= mostPayload else {
            return complaints.write(
                "\(line.type) has \(line.bytes.count) bytes, and the server takes \(mostPayload) with the headers",
                at: now, into: &effects)
        }
        let isSecret = DirectLines.isSecret(line)
        guard
            let stamp = sent.append(
                line.bytes, subject: subject, type: line.type, id: line.id ?? "", source: line.source ?? "",
                isDirect: isSecret)
        else { return complaints.write("there are too many types: \(line.type)", at: now, into: &effects) }
        windows.append(stamp.position, type: line.type, bytes: line.bytes.count)
        guard !isSecret else { return directLines.append(line, at: stamp.position, now) }
        guard settings.states.contains(where: { $0.matches(line.type) }),
            let stateSubject = session.stateSubject(of: line.type, key: line.subject, from: settings.name)
        else { return }
        let headers = [NATSHeader(LineStamp.header, stamp.text)]
        sentStates.set(
            CloudEventsBinding.message(line.bytes, on: stateSubject, headers: headers), position: stamp.position)
    }

    // MARK: - To the server

    /// Begins anew after a reconnect, when it is unknown which lines the server has.
    mutating func begin() {
        sent.doubt()
        sentStates.publishAgain()
        linesMaker?.begin()
        statesMaker?.begin()
        question = nil
    }

    /// - Parameter publishes: whether lines may go out; otherwise only what prepares that.
    mutating func publish(at now: Instant, publishing publishes: Bool, _ effects: inout [BridgeEffect]) {
        let inbox = settings.inbox
        if let asked = question, now - asked.at >= Self.patience {
            question = nil
            linesMaker?.begin()
        }
        let lines = publishes && isSetUp ? sent.due(at: now, inbox: inbox) : []
        if sent.isDoubting, question == nil, linesMaker?.isDone ?? false { linesMaker?.begin() }
        if let message = statesMaker?.due(at: now, reply: { "\(inbox).u.\($0)" }) { effects.append(.publish(message)) }
        if let message = linesMaker?.due(at: now, reply: { "\(inbox).t.\($0)" }) { effects.append(.publish(message)) }
        // A latecomer finds a state in one of the two streams.
        if publishes, isSetUp, !sentStates.isEmpty {
            for message in sentStates.due(at: now, inbox: inbox) { effects.append(.publish(message)) }
        }
        for message in lines { effects.append(.publish(message)) }
    }

    /// The server has answered about this join's stream of lines.
    mutating func handleLinesStream(
        _ answer: ServerAnswer, number: Int, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        switch linesMaker?.handle(answer, number: number, at: now) {
        case .found(let stream):
            setupTrouble = nil
            guard sent.doubts(stream.last) else { return sent.didFind(last: stream.last, nil) }
            questions += 1
            question = (questions, stream.last, now)
            effects.append(
                .publish(
                    StreamAPI.directLastMessage(
                        on: session.lines(of: settings.name), of: session.stream(of: settings.name),
                        reply: "\(settings.inbox).c.\(questions)")))
        case .failed(let why): setupTrouble = why
        case .goesOn, nil: break
        }
    }

    mutating func handleStatesStream(_ answer: ServerAnswer, number: Int, at now: Instant) {
        switch statesMaker?.handle(answer, number: number, at: now) {
        case .failed(let why): setupTrouble = why
        case .found: setupTrouble = nil
        case .goesOn, nil: break
        }
    }

    /// The stream's last message has arrived, or there is none.
    mutating func handleLast(_ message: NATSMessage, number: Int, at now: Instant) {
        guard let asked = question, asked.number == number else { return }
        question = nil
        let place = message["Nats-Sequence"].flatMap { Int($0) }.map { ServerAnswer.bounded($0) }
        let before = sent.storedPosition
        sent.didFind(last: place ?? asked.last, message[LineStamp.header].flatMap { LineStamp($0) })
        saving.didStore(Int(clamping: sent.storedPosition - before), at: now)
    }

    /// The server has answered a message.
    mutating func handleAnswer(_ answer: ServerAnswer, round: Int, place: Int, at now: Instant) {
        let before = sent.storedPosition
        sent.handle(answer, round: round, place: place, stream: session.stream(of: settings.name), at: now)
        saving.didStore(Int(clamping: sent.storedPosition - before), at: now)
    }

    mutating func handleAnswer(_ answer: ServerAnswer, state number: Int) {
        let isStored = answer.error == nil && answer.stream == session.statesStream(of: settings.name)
        if isStored { sentStates.wasStored(number) } else { sentStates.failed(number) }
    }

    // MARK: - The others

    /// Handles another join's progress.
    mutating func handle(_ record: JoinRecord, of name: String, at now: Instant) {
        windows.handle(record, of: name, at: now)
    }

    /// Answers another join that asks for a line that the server must not store.
    func answer(_ message: NATSMessage) -> NATSMessage? {
        session.requestedType(message.subject, from: settings.name).flatMap {
            directLines.answer(message, type: $0, from: sent.sender)
        }
    }

    /// Why lines wait; nil if they do not.
    mutating func trouble(at now: Instant) -> String? {
        windows.forgetSilent(at: now)
        directLines.forgetOld(at: now)
        let slow = windows.full
        return setupTrouble ?? sent.trouble
            ?? (slow.isEmpty ? nil : "waiting for \(slow.joined(separator: ", ")) to catch up")
    }

    // MARK: - Snapshots

    var saveDeadline: Instant? { saving.deadline }

    func isToSave(at now: Instant) -> Bool { saving.isDue(at: now) }

    /// Adds to a snapshot what a successor has to know.
    mutating func note(in snapshot: inout JoinSnapshot) {
        if let stored = sent.stored, (sentStates.oldest ?? .max) > stored.origin.position { saving.place = stored }
        saving.didSave()
        (snapshot.stored, snapshot.types) = (saving.place?.origin, saving.place?.types ?? [:])
        snapshot.backlogs = windows.backlogs(upTo: saving.place?.origin.position ?? 0)
    }
}

/// The place among the bus's lines up to which the server has everything, including states, and when the bus needs to know it.
struct SavedPlace {
    var place: (origin: SentLines.Origin, types: [String: StampCounter.Last])?
    /// Lines that the server has stored since the bus's snapshot.
    private var unsaved = 0
    private var unsavedSince: Instant?

    static let savesEvery = 256
    static let savesAfter = Duration.milliseconds(250)

    mutating func didStore(_ count: Int, at now: Instant) {
        unsaved += count
        if unsaved > 0, unsavedSince == nil { unsavedSince = now }
    }

    mutating func didSave() { (unsaved, unsavedSince) = (0, nil) }

    var deadline: Instant? { unsavedSince.map { $0 + Self.savesAfter } }

    func isDue(at now: Instant) -> Bool { unsaved >= Self.savesEvery || deadline.map { now >= $0 } ?? false }
}
