import Platform
import Wire

/// The others' lines on their way from the server to this bus: creates consumers, pulls from them, restores the senders' order, and
/// passes lines to ``BusWriter``.
struct JoinReader {

    private let settings: JoinSettings
    private let session: SessionSubjects
    private let patterns: [MessagePattern]
    private let requests: StreamRequests
    /// The prefix of subjects for pulled messages.
    private let inbox: String
    private let peerLine: PeerLine

    private var setup: JoinSetup
    private var consumers: [PatternConsumer]
    private var consumerIndex: [String: Int] = [:]
    private var order: PeerOrder
    var writer: BusWriter
    private var lateStates = LateStates()
    /// The stream to which the consumers' places belong.
    private var stream: JoinSetup.Stream?
    private var foreignSeen: [String: ForeignPlace] = [:]
    /// What senders had stored when a consumer was asked for its state, and when that was; one question at a time per consumer.
    private var asked: [Int: (number: Int, known: [SenderID: UInt64], at: Instant)] = [:]
    private var questions = 0
    /// Consumers that had nothing more when last asked.
    private var caughtUp: [Int: Bool] = [:]
    private var blockedSince: Instant?
    private var complaints = LogLimit()

    static let mostQueuedBytes = 1 << 20
    static let mostQueued = 1024
    static let asksAfter = Duration.milliseconds(50)
    static let answersWithin = Duration.seconds(5)

    /// - Parameter inbox: the prefix of subjects for answers.
    init(_ settings: JoinSettings, inbox: String) {
        self.settings = settings
        self.inbox = inbox
        session = settings.session
        patterns = Self.distinct(settings.sends).filter { settings.session.filter(of: $0) != nil }
        requests = StreamRequests(session: settings.session, storage: settings.storage)
        peerLine = PeerLine(service: settings.service)
        consumers = patterns.enumerated().map { index, pattern in
            PatternConsumer(
                index: index, pattern: pattern, name: settings.session.consumer(of: settings.name, for: pattern),
                filter: settings.session.filter(of: pattern) ?? "", stream: settings.session.stream)
        }
        for consumer in consumers {
            for name in consumer.names { consumerIndex[name] = consumer.index }
        }
        let stateFilters = patterns.filter { pattern in settings.states.contains { $0.overlaps(pattern) } }
        setup = JoinSetup(
            requests: requests, consumers: consumers.map { ($0.names, $0.filter) },
            stateFilters: stateFilters.compactMap { settings.session.stateFilter(of: $0) },
            readersName: "\(settings.name)=\(settings.secret)",
            storesStates: settings.states.contains { state in settings.receives.contains { $0.overlaps(state) } })
        order = PeerOrder(consumer: Self.consumerOf(patterns))
        writer = BusWriter(lineLimit: settings.lineLimit)
    }

    /// Removes patterns that others contain.
    private static func distinct(_ patterns: [MessagePattern]) -> [MessagePattern] {
        var distinct: [MessagePattern] = []
        for pattern in patterns where !distinct.contains(where: { $0.narrowed(to: pattern) == pattern }) {
            distinct.removeAll { pattern.narrowed(to: $0) == $0 }
            distinct.append(pattern)
        }
        return distinct
    }

    private static func consumerOf(_ patterns: [MessagePattern]) -> (String) -> Int? {
        { type in patterns.firstIndex { $0.matches(type) } }
    }

    /// Whether all its streams and consumers exist.
    var isSetUp: Bool { setup.isDone }

    /// Whether lines published from now on arrive here.
    var isOpen: Bool { consumers.allSatisfy(\.isOpen) }

    /// While the server can be asked.
    var setupDeadline: Instant? { setup.deadline }

    /// While lines are read.
    var deadline: Instant? {
        consumers.reduce(blockedSince.map { $0 + Self.asksAfter }) {
            earliest($0, $1.deadline(soon: writer.isAwaiting))
        }
    }

    /// All subjects that it reads, for a server that stores nothing.
    var filters: [String] { patterns.compactMap { session.filter(of: $0) } }

    // MARK: - Resuming

    /// Continues after a predecessor.
    mutating func restore(_ snapshot: JoinSnapshot) {
        writer = BusWriter(lineLimit: settings.lineLimit, after: snapshot)
        resume(after: snapshot.progress)
    }

    /// Continues after the previous session, unless the position is already known.
    mutating func resume(after record: JoinRecord, _ effects: inout [BridgeEffect]) {
        guard consumers.allSatisfy({ $0.taken == nil }) else { return }
        let current = stream
        writer.resume(after: record.progress)
        resume(after: record.progress)
        if let current { found(current, &effects) }
    }

    private mutating func resume(after progress: JoinProgress) {
        order = PeerOrder(progress.written, consumer: Self.consumerOf(patterns))
        foreignSeen = progress.foreign
        stream = progress.stream.map { JoinSetup.Stream(created: $0, first: 0, last: 0) }
        for index in consumers.indices {
            if let place = progress.places[consumers[index].names[0]] { consumers[index].resume(after: place) }
        }
    }

    /// Its progress, once the bus has all this.
    func progress(written: PeerPositions, foreign: [String: ForeignPlace]) -> JoinProgress {
        var progress = JoinProgress(written: written, foreign: foreign)
        progress.stream = stream?.created
        for consumer in consumers { progress.places[consumer.names[0]] = consumer.written }
        return progress
    }

    /// Lines have left this process.
    mutating func done(_ entries: [ConsumerEntry]) {
        for entry in entries { consumers[entry.consumer].done(entry) }
    }

    // MARK: - Setup

    /// After a reconnect, or when the stream is gone.
    mutating func begin(readingStates reads: Bool) {
        setup.begin(readingStates: reads)
        lateStates = LateStates()
        for index in consumers.indices { consumers[index].begin() }
        (asked, caughtUp) = ([:], [:])
    }

    /// Asks for the next thing that is missing.
    mutating func setUp(at now: Instant, _ effects: inout [BridgeEffect]) {
        let places = consumers.indices.map(place)
        if let message = setup.due(at: now, inbox: inbox, places: places) { effects.append(.publish(message)) }
    }

    /// Everything that a join needs before it continues exists.
    mutating func writeLateStates() {
        for line in lateStates.takeLines() { writer.append(BusWriter.Item(line: line, origin: nil, entries: [])) }
    }

    /// The server has answered a setup request.
    mutating func handleSetup(
        _ answer: ServerAnswer, number: Int, at now: Instant, _ effects: inout [BridgeEffect]
    ) -> JoinSetup.Outcome {
        let outcome = setup.take(answer, number: number, at: now)
        switch outcome {
        case .opened(let index, let name, let place): consumers[index].open(name, after: place)
        case .found(let stream): found(stream, &effects)
        case .goesOn, .failed, .noStreams: break
        }
        return outcome
    }

    /// The stream exists. If it is a different one than before, or has lost its end, all of it is read: stamps show
    /// which lines were written.
    private mutating func found(_ found: JoinSetup.Stream, _ effects: inout [BridgeEffect]) {
        let isAnother = stream.map { $0.created != found.created } ?? false
        stream = found
        for index in consumers.indices {
            guard let taken = consumers[index].taken else { continue }
            if isAnother || taken > found.last {
                consumers[index].startOver()
                order.forgetPlaces()
            } else if taken > 0, taken < found.first - 1 {
                let missing = "\(taken + 1) to \(found.first - 1)"
                effects.append(
                    .log(
                        "\(consumers[index].pattern): the server no longer has messages \(missing); lines may be missing"
                    ))
            }
        }
    }

    /// Where the next consumer of a pattern begins: where the last one stopped, or else at the stream's end when it was last checked.
    private func place(_ index: Int) -> JoinSetup.Place {
        let after = min(consumers[index].taken ?? stream?.last ?? 0, JoinProgress.highestPlace)
        return JoinSetup.Place(name: consumers[index].nextName, after: after)
    }

    /// A consumer, or something that it has delivered, is lost: another one continues after the last message that came.
    private mutating func reopen(_ index: Int) {
        consumers[index].begin()
        (asked[index], caughtUp[index]) = (nil, nil)
        setup.reopen(index)
    }

    // MARK: - Incoming messages

    /// - Parameter ack: the reply subject of a message that none of our consumers has delivered.
    /// - Returns: whether it comes from a read of records or states.
    func reads(_ ack: DeliverySubject) -> Bool { setup.reads(from: ack.consumer) }

    /// The initial read has brought one more.
    mutating func tookOne(_ ack: DeliverySubject) { setup.tookOne(pending: ack.pending) }

    /// - Returns: nil unless one of our consumers has delivered it.
    func delivery(_ reply: String) -> (index: Int, place: DeliveryPlace)? {
        for consumer in consumers {
            if let place = DeliveryPlace(reply, after: consumer.replyPrefix) { return (consumer.index, place) }
        }
        // Newer servers insert more words at the front.
        guard let delivery = DeliverySubject(reply), let index = consumerIndex[delivery.consumer],
            delivery.consumer == consumers[index].name
        else { return nil }
        return (index, DeliveryPlace(delivery))
    }

    mutating func take(
        _ message: NATSMessage, _ ack: DeliveryPlace, from index: Int, at now: Instant,
        _ effects: inout [BridgeEffect]
    ) {
        guard let entry = consumers[index].take(ack) else {
            if consumers[index].isBroken { reopen(index) }
            return
        }
        order.reach(ack.sequence, consumer: index)
        let onlyCounted = BusWriter.Item(line: nil, origin: nil, entries: [entry])
        guard let (line, type, stamp, key) = read(message, number: ack.sequence, at: now, &effects) else {
            return writer.append(onlyCounted)
        }
        guard let stamp else {
            let place = ForeignPlace(time: ack.time, sequence: ack.sequence)
            let name = consumers[index].names[0]
            guard foreignSeen[name].map({ place > $0 }) ?? true else { return writer.append(onlyCounted) }
            foreignSeen[name] = place
            return writer.append(
                BusWriter.Item(line: line, origin: .foreign(consumer: name, place), entries: [entry]))
        }
        guard stamp.sender.name != settings.name else { return writer.append(onlyCounted) }
        let isOld =
            !lateStates.isPast && settings.states.contains { $0.matches(type) }
            && lateStates.isOld(stamp, type: type, key: key, time: ack.time)
        let arrival = PeerOrder.Arrival(
            stamp: stamp, type: type, line: isOld ? [] : line, consumer: index, sequence: ack.sequence, entries: [entry]
        )
        let (isNew, ready) = order.take(arrival)
        for arrival in ready { write(arrival) }
        if !isNew { writer.append(onlyCounted) }
        if ack.pending == 0, !lateStates.isPast { forgetOldStates(of: index) }
    }

    /// A state from before this join started.
    mutating func handleState(
        _ message: NATSMessage, _ ack: DeliverySubject, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        let words = message.subject.dropFirst("vls.\(session.session).".utf8.count)
        if message.subject.hasPrefix("vls.\(session.session)."), let dot = words.lastIndex(of: "."),
            let (line, type, stamp, _) = read(message, subject: words[..<dot], number: ack.sequence, at: now, &effects),
            stamp?.sender.name != settings.name
        {
            let key = (try? BusLine(line))?.subject
            if !lateStates.take(LateStates.State(stamp: stamp, type: type, key: key, line: line, time: ack.time)) {
                complaints.write("there are too many states", at: now, into: &effects)
            }
        }
    }

    /// A line through a server that stores nothing.
    mutating func handlePlain(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard let (line, _, stamp, _) = read(message, number: 0, at: now, &effects),
            stamp?.sender.name != settings.name
        else { return }
        writer.append(BusWriter.Item(line: line, origin: nil, entries: []))
    }

    /// Another join has reported what it has stored.
    mutating func handle(_ presence: Presence) {
        for arrival in order.hasSuccessor(presence.sender) { write(arrival) }
        order.note(stored: presence.stored, of: presence.sender)
    }

    private mutating func forgetOldStates(of index: Int) {
        let consumerOf = Self.consumerOf(patterns)
        lateStates.forget { consumerOf($0) == index }
    }

    private mutating func write(_ arrival: PeerOrder.Arrival) {
        writer.append(
            BusWriter.Item(
                line: arrival.line.isEmpty ? nil : arrival.line,
                origin: .line(arrival.stamp.sender, type: arrival.type, position: arrival.stamp.position),
                entries: arrival.entries))
    }

    /// - Returns: the line for our bus, its type, its stamp if a join has published it, and its subject if states need comparing.
    private mutating func read(
        _ message: NATSMessage, subject: Substring? = nil, number: Int, at now: Instant,
        _ effects: inout [BridgeEffect]
    ) -> (line: [UInt8], type: String, stamp: LineStamp?, key: String?)? {
        guard let type = subject ?? session.type(of: message.subject),
            let consumer = patterns.firstIndex(where: { $0.matches(String(type)) })
        else { return nil }
        let payload: [UInt8]
        do throws(BindingError) { payload = try CloudEventsBinding.payload(of: message) } catch {
            complaints.write("\(message.subject): \(error)", at: now, into: &effects)
            return nil
        }
        var stamp: LineStamp?
        if let sender = message[LineStamp.senderHeader], let position = message[LineStamp.positionHeader] {
            stamp = LineStamp(senderText: sender, positionText: position)
        }
        do throws(PeerLine.Failure) {
            let line = try peerLine.rewrite(
                payload, type: type, from: stamp?.service, id: "\(settings.service)-\(consumer)-\(number)")
            let key = lateStates.isPast ? nil : (try? BusLine(payload))?.subject
            return (line, String(type), stamp, key)
        } catch {
            let what =
                switch error {
                case .noEvent(let reason): "is not an event: \(reason)"
                case .otherType(let other): "contains another type: \(other)"
                }
            complaints.write("\(message.subject) \(what)", at: now, into: &effects)
            return nil
        }
    }

    // MARK: - Pulls and questions

    /// - Parameters:
    ///   - mostPayload: the longest message that the server takes, in bytes.
    ///   - pulls: whether more may be pulled.
    mutating func pullMessages(at now: Instant, mostPayload: Int, pulling pulls: Bool, _ effects: inout [BridgeEffect])
    {
        // An awaited line may come after everything in the stream.
        let hasRoom = writer.isAwaiting || (writer.bytes < Self.mostQueuedBytes && writer.count < Self.mostQueued)
        let blocked = blocked
        if blocked.isEmpty { blockedSince = nil } else if blockedSince == nil { blockedSince = now }
        let asksAll = blockedSince.map { now - $0 >= Self.asksAfter } ?? false
        if asksAll { blockedSince = now }
        for index in consumers.indices {
            let isDue = consumers[index].asks(at: now, soon: writer.isAwaiting)
            if isDue || (asksAll && blocked.contains(index)) { ask(index, at: now, &effects) }
            // A consumer that is far ahead waits for the others, unless it must bring the missing line itself.
            guard hasRoom, pulls, !order.isFull(index) || blocked.contains(index),
                let number = consumers[index].pull(at: now)
            else { continue }
            effects.append(
                .publish(
                    requests.pull(
                        consumers[index].name, count: PatternConsumer.pulled,
                        bytes: max(PatternConsumer.mostPulledBytes, mostPayload),
                        reply: "\(inbox).m.\(index).\(number)")))
        }
    }

    /// Consumers that must bring lines for which others wait.
    private var blocked: Set<Int> {
        guard order.held > 0 else { return [] }
        let consumerOf = Self.consumerOf(patterns)
        return Set(order.blockers.filter(\.isStored).compactMap { consumerOf($0.type) })
    }

    /// Asks for a consumer's state, unless an answer is still pending. An answer is lost only with its connection or with the server.
    private mutating func ask(_ index: Int, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard consumers[index].isOpen, asked[index].map({ now - $0.at >= Self.answersWithin }) ?? true else { return }
        questions += 1
        asked[index] = (questions, order.storedPositions, now)
        effects.append(
            .publish(requests.consumerInfo(consumers[index].name, reply: "\(inbox).i.\(index).\(questions)")))
    }

    /// A consumer has reported its state.
    /// - Returns: whether the stream still exists.
    mutating func handleConsumerState(of index: Int, question: Int, _ answer: ServerAnswer, at now: Instant) -> Bool {
        guard let known = asked[index], known.number == question, consumers.indices.contains(index) else { return true }
        asked[index] = nil
        guard answer.errorCode == nil else {
            guard consumers[index].isOpen else { return true }
            if answer.errorCode == ServerAnswer.consumerNotFound { reopen(index) }
            return answer.errorCode != ServerAnswer.streamNotFound
        }
        guard consumers[index].learn(answer, at: now) else {
            if consumers[index].isBroken { reopen(index) }
            return true
        }
        // It has passed this place, and all that it found has arrived.
        order.reach(answer.delivered, consumer: index)
        caughtUp[index] = answer.pending == 0
        guard answer.pending == 0 else { return true }
        if writer.isAwaiting, consumers.indices.allSatisfy({ caughtUp[$0] == true }) { writer.awaitNothing() }
        forgetOldStates(of: index)
        for arrival in order.complete(index, upTo: known.known) { write(arrival) }
        return true
    }

    /// The server has ended a pull.
    mutating func handlePullEnd(of index: Int, _ number: Int, _ message: NATSMessage) {
        guard consumers.indices.contains(index) else { return }
        let unused = message["Nats-Pending-Messages"].flatMap { Int($0) }.map { max(0, $0) }
        consumers[index].pullEnded(number, unused: unused)
    }
}
