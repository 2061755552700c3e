import JSON
package import Platform
import Wire

/// Merges the buses of two sessions for the types that both name: ``JoinPublisher`` takes this bus's lines to NATS, and ``JoinReader``
/// brings other joins' lines to this bus, in each sender's order, each line once.
package struct JoinBridge: Bridge {

    private enum Phase: Equatable {
        /// The predecessor's state has not arrived.
        case waiting
        /// Streams and consumers are being created.
        case settingUp
        case running
        /// The server has no JetStream: at most once.
        case core
    }

    private let settings: JoinSettings
    private let session: SessionSubjects
    /// The prefix of subjects for answers and pulled messages.
    private let inbox: String
    private var sender: SenderID
    private var stamp: EventStamp

    private var phase = Phase.waiting
    private var isConnected = false
    private var mostPayload = 1 << 20
    private var publisher: JoinPublisher
    private var reader: JoinReader
    private var hasJoined = false
    /// Whether the bus knows this sender. Until then, a successor would publish the same lines under another name.
    private var isKnown = false
    private var hasSaved = false
    private var record = OwnRecord()
    private var peers: Peers
    private var status: JoinStatus
    private var isReady = false
    private var complaints = LogLimit()
    private var endsAt: Instant?
    private var farewell = Farewell()
    /// The last farewell to the others.
    private var wasListening = false
    /// When peers and status were last checked.
    private var lookedAt: Instant?

    static let looksEvery = Duration.milliseconds(20)
    static let endPatience = Duration.seconds(2)

    package init(_ settings: JoinSettings, now: Instant) {
        self.settings = settings
        session = settings.session
        inbox = "\(settings.session.inbox(of: settings.name)).\(settings.incarnation)"
        let sender = SenderID(name: settings.name, incarnation: settings.incarnation) ?? .unknown
        self.sender = sender
        stamp = EventStamp(source: settings.service, run: settings.run)
        publisher = JoinPublisher(settings, sender: sender, at: now)
        reader = JoinReader(settings, inbox: inbox)
        peers = Peers(origin: now)
        status = JoinStatus(session: settings.session.session, servers: settings.servers, at: now)
        if !settings.isRestored { phase = .settingUp }
    }

    // MARK: - Bridge

    package var takesLines: Bool { publisher.hasRoom && endsAt == nil }

    package var deadline: Instant? {
        let always = earliest(
            peers.deadline, status.deadline, endsAt, publisher.saveDeadline, canLeave ? farewell.deadline : nil,
            !isReady && isOpen ? lookedAt.map { $0 + Self.looksEvery } : nil)
        guard isConnected else { return always }
        let recordsNext = phase == .running && !reader.writer.isBusy && !reader.writer.isAwaiting
        return earliest(
            always, reader.setupDeadline, reader.deadline, isOpen ? publisher.deadline : nil,
            recordsNext ? record.deadline : nil)
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
        case .line(let line): handle(line, at: now, &effects)
        case .refused(let error, let line):
            complaints.write("a line of the bus is not an event: \(error): \(line)", at: now, into: &effects)
        case .message(let message): handle(message, at: now, &effects)
        case .link(let link): handle(link, at: now, &effects)
        case .inputEnded, .stopped:
            if endsAt == nil { endsAt = now + Self.endPatience }
            farewell.end(at: now)
            publishPresence(at: now, &effects)
        // It has no children.
        default: break
        }
        advance(at: now, &effects)
    }

    package mutating func drained(at now: Instant, into effects: inout [BridgeEffect]) {
        done(reader.writer.drained(), at: now)
        if farewell.busTook() { record.leave() }
        isKnown = isKnown || hasSaved
        if phase == .running, reader.writer.count == 0 { hasJoined = true }
        store(at: now, &effects)
        advance(at: now, &effects)
    }

    private mutating func done(_ entries: [ConsumerEntry], at now: Instant) {
        reader.done(entries)
        record.changed(entries.count, at: now)
    }

    // MARK: - From the bus

    private mutating func handle(_ line: BusLine, at now: Instant, _ effects: inout [BridgeEffect]) {
        if line.type == ProcessInput.Restore.type { return restore(line, at: now, &effects) }
        publisher.take(line, mostPayload: mostPayload, at: now, &effects)
    }

    private mutating func restore(_ line: BusLine, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase == .waiting else { return }
        phase = .settingUp
        guard let event = try? Event(line: line.bytes.span), let snapshot = try? JoinSnapshot(json: event.data),
            let sender = SenderID(name: settings.name, incarnation: snapshot.incarnation)
        else { return complaints.write("the snapshot of the previous process cannot be read", at: now, into: &effects) }
        self.sender = sender
        hasJoined = snapshot.hasJoined
        (isKnown, hasSaved) = (true, true)
        publisher.restore(snapshot, sender: sender, at: now)
        reader.restore(snapshot)
        if isConnected { beginAgain() }
        // The bus drops as many of these as the predecessor has written.
        for line in snapshot.lines { effects.append(.write(line: line)) }
    }

    // MARK: - From NATS

    private mutating func handle(_ link: LinkStatus, at now: Instant, _ effects: inout [BridgeEffect]) {
        switch link {
        case .connected(let server, let limit):
            isConnected = true
            mostPayload = limit
            status.connected(to: server)
            beginAgain()
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

    private mutating func beginAgain() {
        guard phase != .core else { return }
        if phase == .running { phase = .settingUp }
        reader.begin(readingStates: !hasJoined)
        publisher.publishAgain()
        record.publishAgain()
    }

    private mutating func handle(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        if let reply = message.reply, let (index, place) = reader.delivery(reply) {
            reader.take(message, place, from: index, at: now, &effects)
        } else if let ack = message.reply.flatMap(DeliverySubject.init) {
            guard reader.reads(ack) else { return }
            if let name = session.recorded(message.subject) {
                handleRecord(message, of: String(name), isStored: true, at: now, &effects)
            } else {
                reader.handleState(message, ack, at: now, &effects)
            }
            reader.tookOne(ack)
        } else if let name = session.recorded(message.subject) {
            handleRecord(message, of: String(name), isStored: false, at: now, &effects)
        } else if message.subject.hasPrefix("\(inbox).") {
            handleAnswer(message, at: now, &effects)
        } else if message.subject.hasPrefix("vlp.") {
            handlePresence(message, at: now, &effects)
        } else if phase == .core {
            reader.handlePlain(message, at: now, &effects)
        }
    }

    private mutating func handleAnswer(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        let words = message.subject.dropFirst(inbox.utf8.count + 1).split(separator: ".")
        guard words.count >= 2, let number = Int(words[1]), let answer = ServerAnswer(message) else { return }
        let detail = words.count > 2 ? Int(words[2]) ?? 0 : 0
        switch words[0] {
        case "p": publisher.handleAnswer(position: UInt64(clamping: number), round: detail, answer, at: now)
        case "s": publisher.handleAnswer(state: number, answer)
        case "a": handleSetup(answer, number: number, at: now, &effects)
        case "r": if answer.errorCode == nil { record.wasStored(number, at: now) }
        case "i":
            let hasStream = reader.handleConsumerState(of: number, question: detail, answer, at: now)
            if !hasStream { beginAgain() }
        case "m": reader.handlePullEnd(of: number, detail, message)
        default: break
        }
    }

    private mutating func handleSetup(
        _ answer: ServerAnswer, number: Int, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        switch reader.handleSetup(answer, number: number, at: now, &effects) {
        case .goesOn, .opened: status.setupTrouble = nil
        case .found: break
        case .failed(let why): status.setupTrouble = why
        case .noStreams:
            phase = .core
            status.setupTrouble = nil
            status.hasStreams = false
            effects.append(.log("the server has no JetStream: lost messages are not sent again"))
            for filter in reader.filters { effects.append(.subscribe(filter, group: nil)) }
        }
    }

    /// A join reports its progress. A record of our own is from the session before.
    private mutating func handleRecord(
        _ message: NATSMessage, of name: String, isStored: Bool, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        guard SenderID.isWord(name), let record = JoinRecord(message.payload) else { return }
        guard name == settings.name else { return publisher.handle(record, of: name, at: now) }
        if isStored, phase == .settingUp { reader.resume(after: record, &effects) }
    }

    private mutating func handlePresence(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        let name = message.subject.dropFirst("vlp.\(session.session).".utf8.count)
        guard let presence = Presence(message.payload, of: name) else { return }
        if presence.sender.name == settings.name {
            if presence.sender.incarnation != sender.incarnation, !presence.isLeaving {
                complaints.write(
                    "another join calls itself \(settings.name): give one of them another name (--as)", at: now,
                    into: &effects)
            }
            return
        }
        if isCircle(with: presence) {
            effects.append(
                .log(
                    "\(settings.service) and \(presence.service) join \(session.session) on one bus, and what one writes the other would publish again: give them types that do not overlap"
                ))
            effects.append(.exit(.usage))
            return
        }
        if peers.handle(presence, as: settings.name, at: now) { peers.speakSoon() }
        reader.handle(presence)
    }

    /// Whether two joins on one bus would pass a line back and forth for ever.
    private func isCircle(with other: Presence) -> Bool {
        guard let bus = settings.bus, other.bus == bus else { return false }
        func crosses(_ written: [MessagePattern], _ taken: [MessagePattern]) -> Bool {
            written.contains { pattern in taken.contains { $0.overlaps(pattern) } }
        }
        return crosses(settings.sends, other.receives.map(MessagePattern.init))
            || crosses(other.sends.map(MessagePattern.init), settings.receives)
    }

    // MARK: - What is due

    private var isOpen: Bool { isConnected && (phase == .running || phase == .core) }

    private mutating func advance(at now: Instant, _ effects: inout [BridgeEffect]) {
        if isConnected, phase == .settingUp || phase == .running && !reader.isSetUp { setUp(at: now, &effects) }
        if isOpen, isKnown { publish(at: now, &effects) }
        if isConnected, phase == .running {
            reader.pullMessages(
                at: now, mostPayload: mostPayload + JoinPublisher.roomForHeaders, pulling: endsAt == nil, &effects)
        }
        if !reader.writer.isBusy { store(at: now, &effects) }
        writeBatch(at: now, &effects)
        save(at: now, &effects)
        if isConnected, phase != .waiting, peers.speaks(at: now) { publishPresence(at: now, &effects) }
        if lookedAt.map({ now - $0 >= Self.looksEvery }) ?? true {
            lookedAt = now
            if isListening != wasListening {
                wasListening = isListening
                publishPresence(at: now, &effects)
            }
            reportReady(&effects)
            reportStatus(at: now, &effects)
        }
        end(at: now, &effects)
    }

    private mutating func setUp(at now: Instant, _ effects: inout [BridgeEffect]) {
        reader.setUp(at: now, &effects)
        guard reader.isSetUp, phase == .settingUp else { return }
        reader.writeLateStates()
        phase = .running
    }

    private mutating func publish(at now: Instant, _ effects: inout [BridgeEffect]) {
        if phase == .core {
            publisher.publishPlainly(&effects)
        } else {
            publisher.publish(at: now, inbox: inbox, &effects)
        }
    }

    private mutating func writeBatch(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase != .waiting, let batch = reader.writer.next() else { return }
        if !batch.lines.isEmpty {
            effects.append(.write(line: snapshot(of: batch)))
        }
        for line in batch.lines { effects.append(.write(line: line)) }
        // Nothing is written, so there is nothing to wait for.
        if batch.lines.isEmpty {
            done(reader.writer.passed(), at: now)
            advance(at: now, &effects)
        }
    }

    /// Stores this join's progress when nothing is on its way.
    private mutating func store(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard isConnected, phase == .running, !reader.writer.isAwaiting, let number = record.due(at: now) else {
            return
        }
        let progress = reader.progress(written: reader.writer.written, foreign: reader.writer.foreign)
        let takes = settings.sends.map(\.description)
        let json = JoinRecord(progress: progress, takes: takes, hasLeft: record.isFarewell).json
        guard json.count <= min(JoinRecord.mostBytes, mostPayload) else {
            return complaints.write(
                "how far this join is takes \(json.count) bytes, which the server does not", at: now, into: &effects)
        }
        effects.append(
            .publish(NATSMessage(session.record(of: settings.name), reply: "\(inbox).r.\(number)", payload: json)))
    }

    private mutating func save(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase != .waiting, !reader.writer.isAwaiting else { return }
        let triesBus = canLeave && farewell.triesBus(at: now)
        let writesAnyway = triesBus || !hasSaved || publisher.isToSave(at: now)
        guard writesAnyway || (reader.writer.needsSnapshot && !reader.writer.isBusy) else { return }
        let nothing = BusWriter.Batch(written: reader.writer.written, foreign: reader.writer.foreign, lines: [])
        effects.append(.write(line: snapshot(of: nothing)))
        reader.writer.tookSnapshot()
    }

    private mutating func snapshot(of batch: BusWriter.Batch) -> [UInt8] {
        hasSaved = true
        var snapshot = JoinSnapshot(incarnation: sender.incarnation)
        publisher.note(in: &snapshot)
        snapshot.progress = reader.progress(written: batch.written, foreign: batch.foreign)
        snapshot.lines = batch.next == nil ? batch.lines : []
        snapshot.next = batch.next
        snapshot.hasJoined = hasJoined
        var event = Event(ProcessOutput.Snapshot.type, snapshot)
        event.causationID = snapshot.stored?.id ?? ProcessOutput.Snapshot.start.id
        event.causationSource = snapshot.stored?.source ?? ProcessOutput.Snapshot.start.source
        return line(of: event)
    }

    private mutating func line(of event: Event) -> [UInt8] { Array(stamp.stamp(event).line.dropLast()) }

    // MARK: - Announcements

    private mutating func publishPresence(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard isConnected else { return }
        var presence = Presence(
            sender: sender, service: settings.service, sends: settings.sends.map(\.description),
            receives: settings.receives.map(\.description), stored: publisher.storedPosition,
            time: peers.time(at: now), heard: peers.received(at: now))
        presence.bus = settings.bus
        presence.isLeaving = endsAt != nil
        presence.isListening = isListening
        effects.append(.publish(presence.message(to: session.presence(of: settings.name))))
    }

    private mutating func reportReady(_ effects: inout [BridgeEffect]) {
        guard !isReady, isListening, settings.isAlone || hasListener else { return }
        isReady = true
        effects.append(.write(line: line(of: Event(ProcessOutput.Ready.type, ProcessOutput.Ready()))))
    }

    /// Whether lines that others publish from now on reach this join.
    private var isListening: Bool { isOpen && (phase == .core || reader.isOpen) }

    /// Whether a peer takes any type that we publish; true if we publish nothing.
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

    private mutating func reportStatus(at now: Instant, _ effects: inout [BridgeEffect]) {
        for name in peers.takeGone(at: now) { effects.append(.log("\(name) is gone")) }
        status.waiting = publisher.count
        status.trouble = publisher.trouble(at: now)
        status.report(peers, at: now, into: &effects)
    }

    private func complainOfTypes(_ effects: inout [BridgeEffect]) {
        for pattern in settings.sends where session.filter(of: pattern) == nil {
            effects.append(.log("\(pattern) cannot be a subject; nothing of it comes from NATS"))
        }
    }

    // MARK: - The end

    private var hasSaidAll: Bool { publisher.isEmpty && !reader.writer.isBusy }

    /// Whether the others need not wait for this join.
    private var canLeave: Bool { hasSaidAll && isConnected && phase == .running && !reader.writer.isAwaiting }

    private mutating func end(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard let endsAt else { return }
        guard hasSaidAll && (record.hasLeft || !canLeave) || now >= endsAt else { return }
        if publisher.count > 0 { effects.append(.log("\(publisher.count) lines are not stored")) }
        effects.append(.exit(.done))
    }
}
