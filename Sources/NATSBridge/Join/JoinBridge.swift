import JSON
import Wire

/// Makes two sessions' buses one for the types that both name: what this bus says goes to NATS, and what other joins of the session
/// say comes to this bus, in the order of each sender, each line once.
package struct JoinBridge: Bridge {
    package typealias Instant = ContinuousClock.Instant

    private enum Phase: Equatable {
        /// The predecessor's state has not come.
        case waiting
        /// Streams and consumers are made.
        case settingUp
        case running
        /// The server has no JetStream: at most once.
        case core
    }

    private let settings: JoinSettings
    private let session: SessionSubjects
    private let patterns: [MessagePattern]
    private let requests: StreamRequests
    /// Where answers come to, and what is pulled.
    private let inbox: String
    private var sender: SenderID
    private var stamp: EventStamp
    private let peerLine: PeerLine

    private var phase = Phase.waiting
    private var isConnected = false
    private var mostPayload = 1 << 20
    private var setup: JoinSetup
    private var sent: SentLines
    private var sentStates = SentStates()
    private var consumers: [PatternConsumer]
    private var consumerIndex: [String: Int] = [:]
    private var order: PeerOrder
    private var writer: BusWriter
    private var lateStates = LateStates()
    private var hasJoined = false
    /// Whether the bus knows who publishes. Before, a successor would publish the same lines under another name.
    private var isKnown = false
    /// Whether a predecessor, or the session before, has said where to go on.
    private var goesOn = false
    /// The stream that the consumers' places are of.
    private var stream: JoinSetup.Stream?
    private var windows: PeerWindows
    private var record = OwnRecord()
    private var peers: Peers
    private var status: JoinStatus
    private var isReady = false
    private var complaints = LogLimit()
    private var hasSaved = false
    /// The bus's snapshot is older than what the server has stored.
    private var unsaved = 0
    private var unsavedSince: Instant?
    /// What senders had stored when a consumer was asked for its state, and when that was; one question at a time for each.
    private var asked: [Int: (number: Int, known: [SenderID: UInt64], at: Instant)] = [:]
    private var questions = 0
    /// Consumers that had nothing more when they were asked last.
    private var caughtUp: [Int: Bool] = [:]
    private var blockedSince: Instant?
    /// The newest snapshot's place in what came from the bus.
    private var safe: (stored: SentLines.Origin, types: [TypePosition])?
    private var foreignSeen: [String: ForeignPlace] = [:]
    private var endsAt: Instant?
    private var farewell = Farewell()
    /// What the others were told.
    private var wasListening = false
    /// When peers and status were looked at.
    private var lookedAt: Instant?

    static let mostQueuedBytes = 1 << 20
    static let mostQueued = 1024
    static let savesEvery = 256
    static let savesAfter = Duration.milliseconds(250)
    static let asksAfter = Duration.milliseconds(50)
    static let answersWithin = Duration.seconds(5)
    static let looksEvery = Duration.milliseconds(20)
    static let endPatience = Duration.seconds(2)

    package init(_ settings: JoinSettings, now: Instant) {
        self.settings = settings
        session = settings.session
        patterns = Self.distinct(settings.sends).filter { settings.session.filter(of: $0) != nil }
        requests = StreamRequests(session: settings.session, storage: settings.storage)
        inbox = "\(settings.session.inbox(of: settings.name)).\(settings.incarnation)"
        let sender = SenderID(name: settings.name, incarnation: settings.incarnation)
        self.sender = sender ?? SenderID.unknown
        stamp = EventStamp(source: settings.service, run: settings.run)
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
        sent = SentLines(sender: self.sender, service: settings.service)
        windows = PeerWindows(sender: self.sender, at: now)
        order = PeerOrder(consumer: Self.consumerOf(patterns))
        writer = BusWriter(lineLimit: settings.lineLimit)
        peers = Peers(origin: now)
        status = JoinStatus(session: settings.session.session)
        if !settings.isRestored { phase = .settingUp }
    }

    /// Without those that others contain.
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

    // MARK: - Bridge

    package var takesLines: Bool { sent.hasRoom && sentStates.hasRoom && windows.hasRoom && endsAt == nil }

    package var deadline: Instant? {
        var deadlines: [Instant?] = [
            peers.deadline, status.deadline, endsAt, unsavedSince.map { $0 + Self.savesAfter },
        ]
        if canLeave { deadlines.append(farewell.deadline) }
        if !isReady, isOpen { deadlines.append(lookedAt.map { $0 + Self.looksEvery }) }
        if isConnected {
            deadlines.append(setup.deadline)
            if isOpen { deadlines += [sent.deadline, sentStates.deadline] }
            if phase == .running, !writer.isBusy, !writer.isAwaiting { deadlines.append(record.deadline) }
            for consumer in consumers { deadlines.append(consumer.deadline(soon: writer.isAwaiting)) }
            deadlines.append(blockedSince.map { $0 + Self.asksAfter })
        }
        return deadlines.compactMap { $0 }.min()
    }

    package mutating func handle(
        _ input: consuming BridgeInput, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        switch input {
        case .started:
            effects.append(.subscribe("\(inbox).>", group: nil))
            effects.append(.subscribe(session.allPresences, group: nil))
            effects.append(.subscribe(session.allRecords, group: nil))
            complainOfTypes(&effects)
        case .line(let line): take(line, at: now, &effects)
        case .refused(let error, let line):
            complain("a line of the bus is no event: \(error): \(line)", at: now, &effects)
        case .message(let message): take(message, at: now, &effects)
        case .link(let link): take(link, at: now, &effects)
        case .inputEnded, .stopped:
            if endsAt == nil { endsAt = now + Self.endPatience }
            farewell.end(at: now)
            sayPresence(at: now, &effects)
        // There are no children.
        default: break
        }
        goOn(at: now, &effects)
    }

    package mutating func drained(at now: Instant, into effects: inout [BridgeEffect]) {
        done(writer.drained(), at: now)
        if farewell.busTook() { record.leave() }
        isKnown = isKnown || hasSaved
        if phase == .running, writer.count == 0 { hasJoined = true }
        store(at: now, &effects)
        goOn(at: now, &effects)
    }

    private mutating func done(_ entries: [ConsumerEntry], at now: Instant) {
        for entry in entries { consumers[entry.consumer].done(entry) }
        record.changed(entries.count, at: now)
    }

    // MARK: - From the bus

    private mutating func take(_ line: BusLine, at now: Instant, _ effects: inout [BridgeEffect]) {
        if line.type == ProcessInput.Restore.type { return restore(line, at: now, &effects) }
        guard settings.receives.contains(where: { $0.matches(line.type) }), !line.type.hasPrefix("process.") else {
            return
        }
        guard let subject = session.subject(of: line.type) else {
            return complain("the type \(line.type) cannot be a subject", at: now, &effects)
        }
        guard line.bytes.count + Self.roomForHeaders <= mostPayload else {
            return complain(
                "\(line.type) has \(line.bytes.count) bytes, and the server takes \(mostPayload) with the headers",
                at: now,
                &effects)
        }
        guard
            let stamp = sent.append(
                line.bytes, subject: subject, type: line.type, id: line.id ?? "", source: line.source ?? "")
        else { return complain("there are too many types: \(line.type)", at: now, &effects) }
        windows.append(stamp.position, type: line.type, bytes: line.bytes.count)
        guard settings.states.contains(where: { $0.matches(line.type) }),
            let stateSubject = session.stateSubject(of: line.type, key: line.subject)
        else { return }
        sentStates.set(
            CloudEventsBinding.message(line.bytes, on: stateSubject, headers: stamp.headers), position: stamp.position)
    }

    /// What the headers of a line take at most.
    private static let roomForHeaders = 4096

    private mutating func restore(_ line: BusLine, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase == .waiting else { return }
        phase = .settingUp
        guard let event = try? Event(line: line.bytes.span), let snapshot = try? JoinSnapshot(json: event.data),
            let sender = SenderID(name: settings.name, incarnation: snapshot.incarnation)
        else { return complain("the predecessor's state cannot be read", at: now, &effects) }
        self.sender = sender
        hasJoined = snapshot.hasJoined
        (isKnown, hasSaved) = (true, true)
        sent = SentLines(sender: sender, service: settings.service, stored: snapshot.stored, types: snapshot.types)
        windows = PeerWindows(sender: sender, backlogs: snapshot.backlogs, at: now)
        writer = BusWriter(lineLimit: settings.lineLimit, after: snapshot)
        goOn(after: snapshot.progress)
        if isConnected { beginAnew() }
        if let stored = snapshot.stored { safe = (stored, snapshot.types) }
        // The bus drops as many of these as the predecessor has written.
        for line in snapshot.lines { effects.append(.write(line: line)) }
    }

    /// A predecessor, or the session before, has written so much.
    private mutating func goOn(after progress: JoinProgress) {
        goesOn = !progress.places.isEmpty
        order = PeerOrder(progress.written, consumer: Self.consumerOf(patterns))
        foreignSeen = progress.foreign
        stream = progress.stream.map { JoinSetup.Stream(created: $0, first: 0, last: 0) }
        for index in consumers.indices {
            if let place = progress.places[consumers[index].names[0]] { consumers[index].goOn(after: place) }
        }
    }

    // MARK: - From NATS

    private mutating func take(_ link: LinkStatus, at now: Instant, _ effects: inout [BridgeEffect]) {
        switch link {
        case .connected(let server, let limit):
            isConnected = true
            mostPayload = limit
            status.connected(to: server)
            beginAnew()
            peers.speakSoon()
        case .disconnected:
            isConnected = false
            status.disconnected(at: now)
        case .closed(let reason):
            isConnected = false
            effects.append(.log("the connection is closed: \(reason)"))
            effects.append(.exit(.unavailable))
        }
    }

    private mutating func beginAnew() {
        guard phase != .core else { return }
        if phase == .running { phase = .settingUp }
        setup.begin(readingStates: !hasJoined)
        lateStates = LateStates()
        for index in consumers.indices { consumers[index].begin() }
        (asked, caughtUp) = ([:], [:])
        sent.publishAgain()
        sentStates.publishAgain()
        record.publishAgain()
    }

    /// The stream is there. If it is not the one that was read before, or has lost its end, all of it is read: a stamp tells what was
    /// written.
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

    /// Where the next consumer of a pattern begins: where the last one was, and else at the end, as it was when the stream was looked at.
    private func place(_ index: Int) -> JoinSetup.Place {
        let after = min(consumers[index].taken ?? stream?.last ?? 0, JoinProgress.highestPlace)
        return JoinSetup.Place(name: consumers[index].nextName, after: after)
    }

    /// Something that a consumer has delivered is lost, or the consumer itself: another one goes on behind what has come.
    private mutating func reopen(_ index: Int) {
        consumers[index].begin()
        (asked[index], caughtUp[index]) = (nil, nil)
        setup.reopen(index)
    }

    private mutating func take(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        if let reply = message.reply, let (index, place) = delivery(reply) {
            take(message, place, from: index, at: now, &effects)
        } else if let reply = message.reply, let ack = DeliverySubject(reply) {
            guard setup.reads(from: ack.consumer) else { return }
            if let name = session.recorded(message.subject) {
                takeRecord(message, of: String(name), isStored: true, at: now, &effects)
            } else {
                takeState(message, ack, at: now, &effects)
            }
            setup.tookOne(pending: ack.pending)
        } else if let name = session.recorded(message.subject) {
            takeRecord(message, of: String(name), isStored: false, at: now, &effects)
        } else if message.subject.hasPrefix("\(inbox).") {
            takeAnswer(message, at: now, &effects)
        } else if message.subject.hasPrefix("vlp.") {
            takePresence(message, at: now, &effects)
        } else if phase == .core {
            takePlain(message, at: now, &effects)
        }
    }

    /// - Returns: nil unless it is of one of our consumers.
    private func delivery(_ reply: String) -> (index: Int, place: DeliveryPlace)? {
        for consumer in consumers {
            if let place = DeliveryPlace(reply, after: consumer.replyPrefix) { return (consumer.index, place) }
        }
        // Newer servers put more words in front.
        guard let delivery = DeliverySubject(reply), let index = consumerIndex[delivery.consumer],
            delivery.consumer == consumers[index].name
        else { return nil }
        return (index, DeliveryPlace(delivery))
    }

    private mutating func takePullEnd(of index: Int, _ number: Int, _ message: NATSMessage) {
        guard consumers.indices.contains(index) else { return }
        let unused = message["Nats-Pending-Messages"].flatMap { Int($0) }.map { max(0, $0) }
        consumers[index].pullEnded(number, unused: unused)
    }

    private mutating func takeAnswer(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        let words = message.subject.dropFirst(inbox.utf8.count + 1).split(separator: ".")
        guard words.count >= 2, let number = Int(words[1]) else { return }
        let detail = words.count > 2 ? Int(words[2]) : nil
        guard let answer = ServerAnswer(message) else { return }
        switch words[0] {
        case "p": tookPublication(UInt64(clamping: number), round: detail ?? 0, answer, at: now)
        case "s": if answer.errorCode == nil { sentStates.wasStored(number) } else { sentStates.failed(number) }
        case "a": tookSetup(answer, number: number, at: now, &effects)
        case "r": if answer.errorCode == nil { record.wasStored(number, at: now) }
        case "i": tookState(of: number, question: detail ?? 0, answer, at: now)
        case "m": takePullEnd(of: number, detail ?? 0, message)
        default: break
        }
    }

    private mutating func tookPublication(_ position: UInt64, round: Int, _ answer: ServerAnswer, at now: Instant) {
        if answer.errorCode != nil {
            sent.wasRefused(position, round: round, why: answer.error ?? "refused", at: now)
        } else {
            let before = sent.storedPosition
            sent.wasStored(position)
            unsaved += Int(clamping: sent.storedPosition - before)
            if unsaved > 0, unsavedSince == nil { unsavedSince = now }
        }
    }

    private mutating func tookSetup(
        _ answer: ServerAnswer, number: Int, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        switch setup.take(answer, number: number, at: now) {
        case .goesOn: status.setupTrouble = nil
        case .opened(let index, let name, let place):
            status.setupTrouble = nil
            consumers[index].open(name, after: place)
        case .found(let stream): found(stream, &effects)
        case .failed(let why): status.setupTrouble = why
        case .noStreams:
            phase = .core
            status.setupTrouble = nil
            status.hasStreams = false
            effects.append(.log("the server has no JetStream: what is lost on the way is not sent again"))
            for pattern in patterns {
                if let filter = session.filter(of: pattern) { effects.append(.subscribe(filter, group: nil)) }
            }
        }
    }

    /// A consumer says how far it is.
    private mutating func tookState(of index: Int, question: Int, _ answer: ServerAnswer, at now: Instant) {
        guard let known = asked[index], known.number == question, consumers.indices.contains(index) else { return }
        asked[index] = nil
        guard answer.errorCode == nil else { return makeAgain(index, answer) }
        guard consumers[index].learn(answer, at: now) else {
            if consumers[index].isBroken { reopen(index) }
            return
        }
        // It has passed this place, and all that it found is here.
        order.reach(answer.delivered, consumer: index)
        caughtUp[index] = answer.pending == 0
        guard answer.pending == 0 else { return }
        if writer.isAwaiting, consumers.indices.allSatisfy({ caughtUp[$0] == true }) { writer.awaitNothing() }
        forgetOldStates(of: index)
        for arrival in order.complete(index, upTo: known.known) { write(arrival) }
    }

    /// A consumer may be gone, or the stream with it.
    private mutating func makeAgain(_ index: Int, _ answer: ServerAnswer) {
        guard phase == .running, consumers[index].isOpen else { return }
        switch answer.errorCode {
        case ServerAnswer.streamNotFound: beginAnew()
        case ServerAnswer.consumerNotFound: reopen(index)
        default: break
        }
    }

    private mutating func take(
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

    /// - Returns: the line for our bus, its type, its stamp if a join has published it, and its subject if states are to be compared.
    private mutating func read(
        _ message: NATSMessage, subject: Substring? = nil, number: Int, at now: Instant,
        _ effects: inout [BridgeEffect]
    ) -> (line: [UInt8], type: String, stamp: LineStamp?, key: String?)? {
        guard let type = subject ?? session.type(of: message.subject),
            let consumer = patterns.firstIndex(where: { $0.matches(String(type)) })
        else { return nil }
        let payload: [UInt8]
        do throws(BindingError) { payload = try CloudEventsBinding.payload(of: message) } catch {
            complain("\(message.subject): \(error)", at: now, &effects)
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
            switch error {
            case .noEvent(let reason): complain("\(message.subject) is no event: \(reason)", at: now, &effects)
            case .otherType(let other): complain("\(message.subject) says that it is \(other)", at: now, &effects)
            }
            return nil
        }
    }

    private mutating func takeState(
        _ message: NATSMessage, _ ack: DeliverySubject, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        let words = message.subject.dropFirst("vls.\(session.session).".utf8.count)
        if message.subject.hasPrefix("vls.\(session.session)."), let dot = words.lastIndex(of: "."),
            let (line, type, stamp, _) = read(message, subject: words[..<dot], number: ack.sequence, at: now, &effects),
            stamp?.sender.name != settings.name
        {
            let key = (try? BusLine(line))?.subject
            if !lateStates.take(LateStates.State(stamp: stamp, type: type, key: key, line: line, time: ack.time)) {
                complain("there are too many states", at: now, &effects)
            }
        }
    }

    /// A join says how far it is. Our own one is of the session before.
    private mutating func takeRecord(
        _ message: NATSMessage, of name: String, isStored: Bool, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        guard SenderID.isWord(name), let record = JoinRecord(message.payload) else { return }
        guard name == settings.name else { return windows.hear(record, of: name, at: now) }
        guard isStored, !goesOn, phase == .settingUp, consumers.allSatisfy({ $0.taken == nil })
        else { return }
        let current = stream
        writer.goOn(after: record.progress)
        goOn(after: record.progress)
        if let current { found(current, &effects) }
    }

    private mutating func takePlain(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard let (line, _, stamp, _) = read(message, number: 0, at: now, &effects),
            stamp?.sender.name != settings.name
        else { return }
        writer.append(BusWriter.Item(line: line, origin: nil, entries: []))
    }

    private mutating func takePresence(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        let name = message.subject.dropFirst("vlp.\(session.session).".utf8.count)
        guard let presence = Presence(message.payload, of: name) else { return }
        if presence.sender.name == settings.name {
            if presence.sender.incarnation != sender.incarnation, !presence.isLeaving {
                complain(
                    "another join calls itself \(settings.name): give one of them another name (--as)", at: now,
                    &effects)
            }
            return
        }
        if peers.hear(presence, as: settings.name, at: now) { peers.speakSoon() }
        for arrival in order.hasSuccessor(presence.sender) { write(arrival) }
        order.heard(stored: presence.stored, of: presence.sender)
    }

    // MARK: - What is due

    private var isOpen: Bool { isConnected && (phase == .running || phase == .core) }

    private mutating func goOn(at now: Instant, _ effects: inout [BridgeEffect]) {
        if isConnected, phase == .settingUp || phase == .running && !setup.isDone { setUp(at: now, &effects) }
        if isOpen, isKnown { publish(at: now, &effects) }
        if isConnected, phase == .running { hear(at: now, &effects) }
        if !writer.isBusy { store(at: now, &effects) }
        writeBatch(at: now, &effects)
        save(at: now, &effects)
        if isConnected, phase != .waiting, peers.speaks(at: now) { sayPresence(at: now, &effects) }
        if lookedAt.map({ now - $0 >= Self.looksEvery }) ?? true {
            lookedAt = now
            if isListening != wasListening {
                wasListening = isListening
                sayPresence(at: now, &effects)
            }
            sayReady(&effects)
            sayStatus(at: now, &effects)
        }
        end(at: now, &effects)
    }

    private mutating func setUp(at now: Instant, _ effects: inout [BridgeEffect]) {
        let places = consumers.indices.map(place)
        if let message = setup.due(at: now, inbox: inbox, places: places) { effects.append(.publish(message)) }
        guard setup.isDone, phase == .settingUp else { return }
        for line in lateStates.takeLines() { writer.append(BusWriter.Item(line: line, origin: nil, entries: [])) }
        phase = .running
    }

    private mutating func publish(at now: Instant, _ effects: inout [BridgeEffect]) {
        if phase == .core {
            for message in sent.takeAll() { effects.append(.publish(message)) }
            return
        }
        for message in sent.due(at: now, inbox: inbox) { effects.append(.publish(message)) }
        if !sentStates.isEmpty {
            for message in sentStates.due(at: now, inbox: inbox) { effects.append(.publish(message)) }
        }
    }

    private mutating func hear(at now: Instant, _ effects: inout [BridgeEffect]) {
        // A line that is awaited may stand behind everything that the stream has.
        let hasRoom = writer.isAwaiting || (writer.bytes < Self.mostQueuedBytes && writer.count < Self.mostQueued)
        var blocked: Set<Int> = []
        if order.held > 0 {
            let ourOf = Self.consumerOf(patterns)
            for blocker in order.blockers where blocker.isStored {
                if let index = ourOf(blocker.type) { blocked.insert(index) }
            }
        }
        if blocked.isEmpty { blockedSince = nil } else if blockedSince == nil { blockedSince = now }
        let asksAll = blockedSince.map { now - $0 >= Self.asksAfter } ?? false
        if asksAll { blockedSince = now }
        for index in consumers.indices {
            let isDue = consumers[index].asks(at: now, soon: writer.isAwaiting)
            if isDue || (asksAll && blocked.contains(index)) { ask(index, at: now, &effects) }
            // One that is far ahead of the others waits for them, unless what is missing comes from itself.
            guard hasRoom, endsAt == nil, !order.isFull(index) || blocked.contains(index),
                let number = consumers[index].pull(at: now)
            else { continue }
            effects.append(
                .publish(
                    requests.pull(
                        consumers[index].name, count: PatternConsumer.pulled,
                        bytes: max(PatternConsumer.mostPulledBytes, mostPayload + Self.roomForHeaders),
                        reply: "\(inbox).m.\(index).\(number)")))
        }
    }

    /// Asks how far a consumer is, unless it was asked and has not answered. An answer is lost with its connection alone, or with the
    /// server.
    private mutating func ask(_ index: Int, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard consumers[index].isOpen, asked[index].map({ now - $0.at >= Self.answersWithin }) ?? true else { return }
        questions += 1
        asked[index] = (questions, order.storedPositions, now)
        effects.append(
            .publish(requests.consumerInfo(consumers[index].name, reply: "\(inbox).i.\(index).\(questions)")))
    }

    private mutating func writeBatch(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase != .waiting, let batch = writer.next() else { return }
        if !batch.lines.isEmpty {
            effects.append(.write(line: snapshot(of: batch)))
        }
        for line in batch.lines { effects.append(.write(line: line)) }
        // Nothing is written, so nothing is waited for.
        if batch.lines.isEmpty {
            done(writer.passed(), at: now)
            goOn(at: now, &effects)
        }
    }

    /// Stores how far this join is, when nothing is on its way.
    private mutating func store(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard isConnected, phase == .running, !writer.isAwaiting, let number = record.due(at: now) else { return }
        var progress = JoinProgress(written: writer.written, foreign: writer.foreign)
        note(&progress)
        let takes = settings.sends.map(\.description)
        let json = JoinRecord(progress: progress, takes: takes, hasLeft: record.isFarewell).json
        guard json.count <= min(JoinRecord.mostBytes, mostPayload) else {
            return complain(
                "how far this join is takes \(json.count) bytes, which the server does not", at: now, &effects)
        }
        effects.append(
            .publish(
                NATSMessage(session.record(of: settings.name), reply: "\(inbox).r.\(number)", payload: json)))
    }

    private func note(_ progress: inout JoinProgress) {
        progress.stream = stream?.created
        for consumer in consumers { progress.places[consumer.names[0]] = consumer.written }
    }

    /// The newest snapshot's place in what came from the bus: all up to it is stored, the states too.
    private mutating func noteSafe() {
        guard let stored = sent.stored, (sentStates.oldest ?? .max) > stored.position else { return }
        safe = (stored, sent.storedTypes)
    }

    private mutating func save(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase != .waiting, !writer.isAwaiting else { return }
        let triesBus = canLeave && farewell.triesBus(at: now)
        let isDue = triesBus || unsaved >= Self.savesEvery || unsavedSince.map { now - $0 >= Self.savesAfter } ?? false
        guard isDue || !hasSaved || (writer.needsSnapshot && !writer.isBusy) else { return }
        effects.append(
            .write(line: snapshot(of: BusWriter.Batch(written: writer.written, foreign: writer.foreign, lines: []))))
        writer.tookSnapshot()
    }

    private mutating func snapshot(of batch: BusWriter.Batch) -> [UInt8] {
        noteSafe()
        (unsaved, unsavedSince, hasSaved) = (0, nil, true)
        var snapshot = JoinSnapshot(incarnation: sender.incarnation, stored: safe?.stored, types: safe?.types ?? [])
        snapshot.progress = JoinProgress(written: batch.written, foreign: batch.foreign)
        note(&snapshot.progress)
        snapshot.backlogs = windows.backlogs(upTo: safe?.stored.position ?? 0)
        snapshot.lines = batch.next == nil ? batch.lines : []
        snapshot.next = batch.next
        snapshot.hasJoined = hasJoined
        var event = Event(ProcessOutput.Snapshot.type, snapshot)
        event.causationID = safe?.stored.id ?? ProcessOutput.Snapshot.start.id
        event.causationSource = safe?.stored.source ?? ProcessOutput.Snapshot.start.source
        return line(of: event)
    }

    private mutating func line(of event: Event) -> [UInt8] { Array(stamp.stamp(event).line.dropLast()) }

    // MARK: - What is said

    private mutating func sayPresence(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard isConnected else { return }
        var presence = Presence(
            sender: sender, service: settings.service, sends: settings.sends.map(\.description),
            receives: settings.receives.map(\.description), stored: sent.storedPosition, time: peers.time(at: now),
            heard: peers.heard(at: now))
        presence.isLeaving = endsAt != nil
        presence.isListening = isListening
        effects.append(.publish(presence.message(to: session.presence(of: settings.name))))
    }

    private mutating func sayReady(_ effects: inout [BridgeEffect]) {
        guard !isReady, isListening, settings.isAlone || hasListener else { return }
        isReady = true
        effects.append(.write(line: line(of: Event(ProcessOutput.Ready.type, ProcessOutput.Ready()))))
    }

    /// Whether what others publish from now on reaches this join.
    private var isListening: Bool {
        isOpen && (phase == .core || consumers.allSatisfy(\.isOpen))
    }

    /// Whether a peer takes anything of what we publish, if we publish anything.
    private var hasListener: Bool {
        settings.receives.isEmpty
            || peers.present.contains { peer in
                peer.presence.isListening
                    && peer.presence.sends.contains { sent in
                        let pattern = MessagePattern(sent)
                        return settings.receives.contains { $0.overlaps(pattern) }
                    }
            }
    }

    private mutating func sayStatus(at now: Instant, _ effects: inout [BridgeEffect]) {
        for name in peers.takeGone(at: now) { effects.append(.log("\(name) is gone")) }
        status.waiting = sent.count
        windows.forgetSilent(at: now)
        let slow = windows.full
        status.trouble =
            sent.trouble ?? (slow.isEmpty ? nil : "\(slow.joined(separator: ", ")) has still to take what was said")
        status.report(peers, at: now, into: &effects)
    }

    private mutating func complain(_ text: String, at now: Instant, _ effects: inout [BridgeEffect]) {
        complaints.say(text, at: now, into: &effects)
    }

    private func complainOfTypes(_ effects: inout [BridgeEffect]) {
        for pattern in settings.sends where session.filter(of: pattern) == nil {
            effects.append(.log("\(pattern) cannot be a subject; nothing of it comes from NATS"))
        }
    }

    // MARK: - The end

    private var hasSaidAll: Bool { sent.isEmpty && sentStates.isEmpty && !writer.isBusy }

    /// Whether the others can be told that they need not wait for this join.
    private var canLeave: Bool { hasSaidAll && isConnected && phase == .running && !writer.isAwaiting }

    private mutating func end(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard let endsAt else { return }
        guard hasSaidAll && (record.hasLeft || !canLeave) || now >= endsAt else { return }
        if !sent.isEmpty { effects.append(.log("\(sent.count) lines are not stored")) }
        effects.append(.exit(.done))
    }
}
