import JSON
package import Platform
import Wire

/// Merges the buses of two sessions for the types that both name: ``JoinPublisher`` takes this bus's lines to NATS, and ``JoinReader``
/// brings other joins' lines to this bus, in each sender's order, each line once.
package struct JoinBridge: Bridge {

    private enum Phase: Equatable {
        /// The predecessor's state has not arrived.
        case waiting
        /// Reads the joins' records.
        case starting
        case running
    }

    /// The state of this join's snapshot on the bus. A successor would publish the same lines under another name while there is none.
    private enum Snapshot {
        case none, onItsWay, known
    }

    private let settings: JoinSettings
    private var sender: SenderID
    private var stamp: EventStamp
    private var phase: Phase
    /// The longest message that the server takes, in bytes; nil without a connection.
    private var mostPayload: Int?
    private var publisher: JoinPublisher
    private var reader: JoinReader
    private var records: RecordsReader
    private var record = OwnRecord()
    private var snapshot = Snapshot.none
    private var peers: Peers
    private var status: JoinStatus
    private var announced = Announced()
    private var complaints = LogLimit()
    private var farewell = Farewell()

    /// The last announcement to the others and to the supervisor.
    private struct Announced {
        var reads: [String] = []
        var isReady = false
        var at: Instant?
    }

    static let looksEvery = Duration.milliseconds(20)

    package init(_ settings: JoinSettings, now: Instant) {
        self.settings = settings
        let sender = SenderID(name: settings.name, incarnation: settings.incarnation) ?? .unknown
        self.sender = sender
        stamp = EventStamp(source: settings.service, run: settings.run)
        phase = settings.isRestored ? .waiting : .starting
        publisher = JoinPublisher(settings, sender: sender, at: now)
        reader = JoinReader(settings)
        records = RecordsReader(settings)
        peers = Peers(origin: now)
        status = JoinStatus(session: settings.session.session, servers: settings.servers, at: now)
    }

    private var session: SessionSubjects { settings.session }
    private var isConnected: Bool { mostPayload != nil }
    private var isRunning: Bool { isConnected && phase == .running }

    // MARK: - Bridge

    package var takesLines: Bool { publisher.hasRoom && farewell.endsAt == nil }

    package var deadline: Instant? {
        let always = earliest(
            peers.deadline, status.deadline, farewell.endsAt, publisher.saveDeadline,
            canLeave ? farewell.deadline : nil, !announced.isReady ? announced.at.map { $0 + Self.looksEvery } : nil)
        guard isConnected else { return always }
        return earliest(
            always, phase == .starting ? records.deadline : nil, reader.deadline, publisher.deadline,
            phase == .running && !reader.writer.isBusy && !reader.writer.isAwaiting ? record.deadline : nil)
    }

    package mutating func handle(
        _ input: consuming BridgeInput, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        switch input {
        case .started: start(&effects)
        case .line(let line): handle(line, at: now, &effects)
        case .refused(let error, let line):
            complaints.write("a line of the bus is not an event: \(error): \(line)", at: now, into: &effects)
        case .message(let message): handle(message, at: now, &effects)
        case .link(let link): handle(link, at: now, &effects)
        case .inputEnded, .stopped:
            farewell.end(at: now)
            publishPresence(at: now, &effects)
        // A join has no children.
        default: break
        }
        advance(at: now, &effects)
    }

    package mutating func drained(at now: Instant, into effects: inout [BridgeEffect]) {
        if reader.writer.drained() { record.didChange(at: now) }
        if farewell.busTook() { record.leave() }
        if case .onItsWay = snapshot { snapshot = .known }
        storeRecord(at: now, &effects)
        advance(at: now, &effects)
    }

    private func start(_ effects: inout [BridgeEffect]) {
        var subjects = ["\(settings.inbox).>", "\(settings.directInbox).>", session.allPresences, session.allRecords]
        if !settings.receives.isEmpty { subjects.append(session.requests(to: settings.name)) }
        for subject in subjects { effects.append(.subscribe(subject, group: nil)) }
        for pattern in settings.sends where session.filter(of: pattern, from: settings.name) == nil {
            effects.append(.log("\(pattern) cannot be a subject; nothing of it comes from NATS"))
        }
    }

    // MARK: - From the bus

    private mutating func handle(_ line: BusLine, at now: Instant, _ effects: inout [BridgeEffect]) {
        if line.type == ProcessInput.Restore.type { return restore(line, at: now, &effects) }
        publisher.handle(line, mostPayload: mostPayload ?? 1 << 20, at: now, &effects)
    }

    private mutating func restore(_ line: BusLine, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase == .waiting else { return }
        phase = .starting
        guard let event = try? Event(line: line.bytes.span), var snapshot = try? JoinSnapshot(json: event.data),
            let sender = SenderID(name: settings.name, incarnation: snapshot.incarnation)
        else { return complaints.write("the snapshot of the previous process cannot be read", at: now, into: &effects) }
        snapshot.progress = snapshot.progress.bounded
        self.sender = sender
        self.snapshot = .known
        publisher.restore(snapshot, sender: sender, at: now)
        reader.restore(snapshot)
        if isConnected { begin() }
        // The bus drops as many of these as the predecessor has written.
        for line in snapshot.lines { effects.append(.write(line: line.bytes)) }
    }

    // MARK: - From NATS

    private mutating func handle(_ link: LinkStatus, at now: Instant, _ effects: inout [BridgeEffect]) {
        switch link {
        case .connected(let server, let limit):
            mostPayload = limit
            status.connected(to: server)
            begin()
            peers.speakSoon()
        case .disconnected:
            mostPayload = nil
            status.disconnected(at: now)
        case .closed(let reason):
            mostPayload = nil
            effects.append(.log("the connection is closed: \(reason)"))
            effects.append(.exit(.unavailable))
        }
    }

    /// Begins after a connect, when nothing at the server is certain.
    private mutating func begin() {
        if phase == .running { phase = .starting }
        records.begin()
        reader.begin()
        publisher.begin()
        record.publishAgain()
    }

    private mutating func handle(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        if message.subject.hasPrefix("\(settings.inbox).") {
            handleAnswer(message, at: now, &effects)
        } else if message.subject.hasPrefix("\(settings.directInbox).d.") {
            let words = message.subject.dropFirst(settings.directInbox.utf8.count + 3).split(separator: ".")
            guard words.count == 2, let number = Int(words[0]), let place = Int(words[1]) else { return }
            note(reader.handleDirect(message, number: number, of: place, at: now, &effects), at: now)
        } else if let name = session.recorded(message.subject) {
            handleRecord(message, of: String(name), at: now)
        } else if let name = session.announced(message.subject) {
            handlePresence(message, of: name, at: now, &effects)
        } else if message.subject.hasPrefix("vld.") {
            if let answer = publisher.answer(message) { effects.append(.publish(answer)) }
        } else if let reply = message.reply {
            note(reader.handle(message, reply: reply, at: now, &effects), at: now)
        }
    }

    private mutating func handleAnswer(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        let words = message.subject.dropFirst(settings.inbox.utf8.count + 1).split(separator: ".")
        guard words.count >= 2, let number = Int(words[1]) else { return }
        let detail = words.count > 2 ? Int(words[2]) ?? -1 : -1
        switch words[0] {
        case "p":
            guard let answer = ServerAnswer(message) else { return }
            publisher.handleAnswer(answer, round: number, place: detail, at: now)
        case "s": if let answer = ServerAnswer(message) { publisher.handleAnswer(answer, state: number) }
        case "t":
            if let answer = ServerAnswer(message) {
                publisher.handleLinesStream(answer, number: number, at: now, &effects)
            }
        case "u":
            if let answer = ServerAnswer(message) { publisher.handleStatesStream(answer, number: number, at: now) }
        case "c": publisher.handleLast(message, number: number, at: now)
        case "r":
            if let answer = ServerAnswer(message), answer.error == nil, answer.stream == session.recordsStream {
                record.wasStored(number, at: now)
            }
        case "records" where words.count > 2:
            if phase == .starting { records.handleAnswer(message, words[2], number: number, at: now) }
        default: note(reader.handleAnswer(message, words[0], number: number, of: detail, at: now, &effects), at: now)
        }
    }

    private mutating func note(_ events: [JoinReader.Event], at now: Instant) {
        for event in events {
            switch event {
            case .lost(let count, let name, let type): status.losses.add(count, of: name, type: type, at: now)
            case .cameBack: status.didReturn()
            }
        }
    }

    /// Handles a join's report of its progress. A record of this join is from the session before.
    private mutating func handleRecord(_ message: NATSMessage, of name: String, at now: Instant) {
        let record = JoinRecord(message.payload)
        if let reply = message.reply, reply.hasPrefix("$JS.ACK.") {
            guard records.handle(record, of: name, as: settings.name, reply: reply, at: now) else { return }
        }
        if let record, name != settings.name { publisher.handle(record, of: name, at: now) }
    }

    private mutating func handlePresence(
        _ message: NATSMessage, of name: Substring, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        guard let presence = Presence(message.payload, of: name) else { return }
        guard presence.name != settings.name else {
            if presence.incarnation != sender.incarnation, !presence.isLeaving {
                complaints.write(
                    "another join calls itself \(settings.name): give one of them another name (--as)", at: now,
                    into: &effects)
            }
            return
        }
        if peers.handle(presence, as: settings.name, at: now) { peers.speakSoon() }
        if phase == .running, !presence.isLeaving {
            reader.read(presence.name, publishing: presence.receives, isNew: true)
        }
    }

    // MARK: - What is due

    private mutating func advance(at now: Instant, _ effects: inout [BridgeEffect]) {
        if let mostPayload, phase != .waiting {
            readRecords(at: now, mostPayload: mostPayload, &effects)
            if phase == .running {
                let events = reader.advance(
                    at: now, mostPayload: mostPayload, pulling: farewell.endsAt == nil, &effects)
                note(events, at: now)
            }
            let isKnown = if case .known = snapshot { true } else { false }
            publisher.publish(at: now, publishing: isKnown, &effects)
            if !reader.writer.isBusy { storeRecord(at: now, &effects) }
        }
        writeBatch(at: now, &effects)
        save(at: now, &effects)
        if isConnected, phase != .waiting, peers.speaks(at: now) { publishPresence(at: now, &effects) }
        if announced.at.map({ now - $0 >= Self.looksEvery }) ?? true { announce(at: now, &effects) }
        end(at: now, &effects)
    }

    private mutating func readRecords(at now: Instant, mostPayload: Int, _ effects: inout [BridgeEffect]) {
        guard phase == .starting else { return }
        let request = records.due(at: now, mostBytes: mostPayload + JoinPublisher.roomForHeaders) {
            "\(settings.inbox).records.\($1).\($0)"
        }
        if let request { effects.append(.publish(request)) }
        guard records.isDone else { return }
        phase = .running
        if let own = records.own { reader.resume(after: own) }
        for (name, types) in records.publishers.sorted(by: { $0.key < $1.key }) {
            reader.read(name, publishing: types, isNew: false)
        }
        for peer in peers.present {
            reader.read(peer.presence.name, publishing: peer.presence.receives, isNew: true)
        }
    }

    private mutating func writeBatch(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase != .waiting else { return }
        while let batch = reader.writer.next() {
            guard batch.lines.isEmpty else {
                effects.append(.write(line: snapshotLine(of: batch)))
                for line in batch.lines { effects.append(.write(line: line)) }
                return
            }
            // Nothing is written, so there is nothing to wait for.
            if reader.writer.passed() { record.didChange(at: now) }
        }
    }

    /// Stores this join's progress when nothing is on its way.
    private mutating func storeRecord(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard let mostPayload, phase == .running, !reader.writer.isAwaiting, let number = record.due(at: now) else {
            return
        }
        let json = JoinRecord(
            progress: reader.writer.confirmed, takes: settings.sends.map(\.description),
            publishes: settings.receives.map(\.description), hasLeft: record.isFarewell
        ).json
        guard json.count <= min(JoinRecord.mostBytes, mostPayload) else {
            return complaints.write(
                "how far this join is takes \(json.count) bytes, which the server does not", at: now, into: &effects)
        }
        let reply = "\(settings.inbox).r.\(number)"
        effects.append(.publish(NATSMessage(session.record(of: settings.name), reply: reply, payload: json)))
    }

    private mutating func save(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase != .waiting, !reader.writer.isAwaiting else { return }
        let triesBus = canLeave && farewell.triesBus(at: now)
        let isFirst = if case .none = snapshot { true } else { false }
        guard
            triesBus || isFirst || publisher.isToSave(at: now)
                || (reader.writer.needsSnapshot && !reader.writer.isBusy)
        else { return }
        effects.append(.write(line: snapshotLine(of: BusWriter.Batch(progress: reader.writer.progress, lines: []))))
        reader.writer.didSave()
    }

    private mutating func snapshotLine(of batch: BusWriter.Batch) -> [UInt8] {
        if case .none = snapshot { snapshot = .onItsWay }
        var state = JoinSnapshot(incarnation: sender.incarnation)
        publisher.note(in: &state)
        state.progress = batch.progress
        if batch.next == nil { state.lines = batch.lines.map(JoinSnapshot.RawLine.init) }
        state.next = batch.next
        var event = Event(ProcessOutput.Snapshot.type, state)
        event.causationID = state.stored?.id ?? ProcessOutput.Snapshot.start.id
        event.causationSource = state.stored?.source ?? ProcessOutput.Snapshot.start.source
        return line(of: event)
    }

    private mutating func line(of event: Event) -> [UInt8] { Array(stamp.stamp(event).line.dropLast()) }

    // MARK: - Announcements

    private mutating func publishPresence(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard isConnected else { return }
        var presence = Presence(
            name: settings.name, incarnation: sender.incarnation, sends: settings.sends.map(\.description),
            receives: settings.receives.map(\.description), time: peers.time(at: now))
        presence.heard = peers.received(at: now)
        presence.isLeaving = farewell.endsAt != nil
        presence.reads = announced.reads
        effects.append(.publish(presence.message(to: session.presence(of: settings.name))))
    }

    private mutating func announce(at now: Instant, _ effects: inout [BridgeEffect]) {
        announced.at = now
        let reads = isRunning ? reader.read : []
        if reads != announced.reads {
            announced.reads = reads
            publishPresence(at: now, &effects)
        }
        if !announced.isReady, isRunning, publisher.isOpen, settings.isAlone || hasListener {
            announced.isReady = true
            effects.append(.write(line: line(of: Event(ProcessOutput.Ready.type, ProcessOutput.Ready()))))
        }
        for name in peers.takeGone(at: now) { effects.append(.log("\(name) is gone")) }
        for text in status.losses.dueForLog(at: now) { effects.append(.log(text)) }
        status.note(isUnheard: isRunning && !announced.isReady && !settings.receives.isEmpty, at: now)
        status.waiting = publisher.count
        status.trouble = publisher.trouble(at: now) ?? (phase == .starting ? records.trouble : reader.trouble)
        status.report(peers, at: now, into: &effects)
    }

    /// True if a peer takes any type that this join publishes, or if it publishes nothing.
    private var hasListener: Bool {
        settings.receives.isEmpty
            || peers.present.contains { peer in
                peer.presence.reads.contains(settings.name)
                    && peer.presence.sends.contains { sent in
                        let pattern = MessagePattern(sent)
                        return settings.receives.contains { $0.overlaps(pattern) }
                    }
            }
    }

    // MARK: - The end

    private var hasPublishedAll: Bool { publisher.isEmpty && !reader.writer.isBusy }

    /// True if the others need not wait for this join.
    private var canLeave: Bool { hasPublishedAll && isRunning && !reader.writer.isAwaiting }

    private mutating func end(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard let endsAt = farewell.endsAt else { return }
        guard hasPublishedAll && (record.hasLeft || !canLeave) || now >= endsAt else { return }
        if publisher.count > 0 {
            effects.append(
                .log(publisher.count == 1 ? "1 line is not stored" : "\(publisher.count) lines are not stored"))
        }
        effects.append(.exit(.done))
    }
}
