import JSON
package import Platform
import Wire

/// Merges the buses of two sessions for the types that both name: ``JoinSender`` takes this bus's lines to other joins, and ``JoinReader``
/// brings their lines to this bus, in each sender's order, each line once.
package struct JoinBridge: Bridge {

    private enum Phase: Equatable {
        /// The predecessor's state has not arrived.
        case waiting
        /// The bus has no snapshot. A successor would have another name, so nobody may know this one yet.
        case nameless
        case beingNamed
        case running
        case ended
    }

    private let settings: JoinSettings
    private var id: JoinID
    private var stamp: EventStamp
    private var phase: Phase
    private var sender: JoinSender
    private var reader: JoinReader
    private var peers: Peers
    private var status: JoinStatus
    private var announced = Announced()
    private var complaints = LogLimit()
    /// When the process ends at the latest; nil while it stays.
    private var endsAt: Instant?

    /// The last announcement to the others and to the supervisor.
    private struct Announced {
        var isReady = false
        var at: Instant?
        /// The others do not know of this connection.
        var begins = true
    }

    static let looksEvery = Duration.milliseconds(20)
    /// A join that ends waits for acknowledgements for so long.
    static let farewell = Duration.seconds(2)

    package init(_ settings: JoinSettings, now: Instant) {
        self.settings = settings
        let id = JoinID(name: settings.name, incarnation: settings.incarnation) ?? .unknown
        self.id = id
        stamp = EventStamp(source: settings.service, run: settings.run)
        phase = settings.isRestored ? .waiting : .nameless
        sender = JoinSender(settings, as: id)
        reader = JoinReader(settings, as: id)
        peers = Peers(origin: now)
        status = JoinStatus(session: settings.session.session, servers: settings.servers, at: now)
    }

    private var session: SessionSubjects { settings.session }
    private var isRunning: Bool { sender.connectedAt != nil && phase == .running }

    // MARK: - Bridge

    package var takesLines: Bool { sender.hasRoom && endsAt == nil }

    package var deadline: Instant? {
        guard phase != .ended else { return nil }
        return earliest(
            sender.deadline, reader.writer.isAwaiting ? nil : sender.saveDeadline, isRunning ? peers.deadline : nil,
            status.deadline, endsAt, reader.deadline,
            !announced.isReady ? announced.at.map { $0 + Self.looksEvery } : nil)
    }

    package mutating func handle(
        _ input: consuming BridgeInput, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        switch input {
        case .started: start(&effects)
        case .line(let line):
            if line.type == ProcessInput.Restore.type {
                restore(line, at: now, &effects)
            } else {
                sender.take(line, at: now, &effects)
            }
        case .refused(let error, let line):
            complaints.write("a line of the bus is not an event: \(error): \(line)", at: now, into: &effects)
        case .message(let message): if phase == .running { handle(message, at: now, &effects) }
        case .link(let link): handle(link, at: now, &effects)
        case .inputEnded, .stopped: endsAt = endsAt ?? now + Self.farewell
        // A join has no children.
        default: break
        }
        advance(at: now, &effects)
    }

    package mutating func drained(at now: Instant, into effects: inout [BridgeEffect]) {
        reader.drained(at: now, &effects)
        sender.wasSaved()
        if phase == .beingNamed { phase = .running }
        advance(at: now, &effects)
    }

    private mutating func start(_ effects: inout [BridgeEffect]) {
        var subjects = [session.allPresences]
        if !settings.sends.isEmpty { subjects.append(session.lines(to: settings.name)) }
        if !settings.receives.isEmpty { subjects.append(session.acknowledgements(to: settings.name)) }
        for subject in subjects { effects.append(.subscribe(subject, group: nil)) }
        for pattern in settings.sends where pattern.subjectWords == nil {
            effects.append(.log("\(pattern) cannot be a subject; nothing of it comes from NATS"))
        }
    }

    private mutating func restore(_ line: BusLine, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase == .waiting else { return }
        phase = .nameless
        guard let event = try? Event(line: line.bytes.span), var snapshot = try? JoinSnapshot(json: event.data),
            let id = JoinID(name: settings.name, incarnation: snapshot.incarnation)
        else { return complaints.write("the snapshot of the previous process cannot be read", at: now, into: &effects) }
        snapshot.progress = snapshot.progress.bounded
        self.id = id
        phase = .running
        sender.restore(snapshot, as: id, at: now)
        reader.restore(snapshot, as: id)
        // The bus drops as many of these as the predecessor has written.
        for line in snapshot.lines { effects.append(.write(line: line.bytes)) }
    }

    // MARK: - From NATS

    private mutating func handle(_ link: LinkStatus, at now: Instant, _ effects: inout [BridgeEffect]) {
        switch link {
        case .connected(let server, let limit):
            status.connected(to: server)
            sender.connected(mostPayload: limit, at: now)
            announced.begins = true
            peers.speakSoon()
        case .disconnected:
            sender.disconnected()
            status.disconnected(at: now)
        case .closed(let reason):
            sender.disconnected()
            effects.append(.log("the connection is closed: \(reason)"))
            effects.append(.exit(.unavailable))
        }
    }

    private mutating func handle(_ message: NATSMessage, at now: Instant, _ effects: inout [BridgeEffect]) {
        if let address = session.address(message.subject, to: settings.name) {
            // A successor gets what comes now.
            guard endsAt == nil, address.sender != settings.name else { return }
            for event in reader.handle(message, at: address, now, &effects) {
                switch event {
                case .lost(let count, let name, let type): status.losses.add(count, of: name, type: type, at: now)
                case .cameBack: status.didReturn()
                }
            }
        } else if let name = session.acknowledger(message.subject, to: settings.name) {
            if let answer = Acknowledgement(message.payload) { sender.handle(answer, of: name, at: now) }
        } else if let name = session.announced(message.subject) {
            handlePresence(message, of: name, at: now, &effects)
        }
    }

    private mutating func handlePresence(
        _ message: NATSMessage, of name: Substring, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        guard let presence = Presence(message.payload, of: name) else { return }
        guard presence.name != settings.name else {
            if presence.incarnation != id.incarnation, !presence.isLeaving {
                complaints.write(
                    "another join calls itself \(settings.name): give one of them another name (--as)", at: now,
                    into: &effects)
            }
            return
        }
        if peers.handle(presence, as: settings.name, at: now) || presence.begins { peers.speakSoon() }
        sender.handle(presence, at: now, &effects)
    }

    // MARK: - What is due

    private mutating func advance(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard phase != .ended else { return }
        guard phase != .waiting else {
            status.report(peers, at: now, into: &effects)
            return end(at: now, &effects)
        }
        sender.advance(at: now, &effects)
        reader.advance(at: now, &effects)
        if let since = sender.connectedAt, now - since >= Peers.patience { reader.advance(peers.isPresent) }
        if endsAt == nil, let batch = reader.next(at: now, &effects) {
            effects.append(.write(line: snapshotLine(of: batch)))
            for line in batch.lines { effects.append(.write(line: line)) }
        }
        save(at: now, &effects)
        if isRunning, peers.speaks(at: now) { publishPresence(at: now, &effects) }
        if announced.at.map({ now - $0 >= Self.looksEvery }) ?? true { announce(at: now, &effects) }
        end(at: now, &effects)
    }

    private mutating func save(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard !reader.writer.isAwaiting else { return }
        guard
            phase == .nameless || sender.isToSave(at: now) || reader.writer.needsSnapshot && !reader.writer.isBusy
        else { return }
        effects.append(.write(line: snapshotLine(of: BusWriter.Batch(progress: reader.writer.progress, lines: []))))
        reader.didSave()
    }

    private mutating func snapshotLine(of batch: BusWriter.Batch) -> [UInt8] {
        if phase == .nameless { phase = .beingNamed }
        var state = JoinSnapshot(incarnation: id.incarnation)
        sender.note(in: &state)
        state.progress = batch.progress
        if batch.next == nil { state.lines = batch.lines.map(RawLine.init) }
        state.next = batch.next
        var event = Event(ProcessOutput.Snapshot.type, state)
        event.causationID = state.place?.id ?? ProcessOutput.Snapshot.start.id
        event.causationSource = state.place?.source ?? ProcessOutput.Snapshot.start.source
        return line(of: event)
    }

    private mutating func line(of event: Event) -> [UInt8] { Array(stamp.stamp(event).line.dropLast()) }

    // MARK: - Announcements

    private mutating func publishPresence(
        isLeaving: Bool = false, at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        var presence = Presence(id, sends: settings.sends.map(\.description), time: peers.time(at: now))
        presence.received = peers.received(at: now)
        presence.has = reader.has
        (presence.begins, presence.isLeaving) = (announced.begins, isLeaving)
        announced.begins = false
        effects.append(.publish(presence.message(to: session.presence(of: settings.name))))
    }

    private mutating func announce(at now: Instant, _ effects: inout [BridgeEffect]) {
        announced.at = now
        if !announced.isReady, isRunning, settings.isAlone || sender.hasListener {
            announced.isReady = true
            effects.append(.write(line: line(of: Event(ProcessOutput.Ready.type, ProcessOutput.Ready()))))
        }
        for name in peers.takeGone(at: now) { effects.append(.log("\(name) is gone")) }
        for text in status.losses.dueForLog(at: now) { effects.append(.log(text)) }
        status.note(isUnheard: isRunning && !announced.isReady && !settings.receives.isEmpty, at: now)
        status.waiting = sender.count
        let slow = sender.slow
        status.trouble = slow.isEmpty ? nil : "waiting for \(slow.joined(separator: ", ")) to catch up"
        status.report(peers, at: now, into: &effects)
    }

    // MARK: - The end

    private mutating func end(at now: Instant, _ effects: inout [BridgeEffect]) {
        guard let endsAt, sender.isIdle && !reader.writer.isBusy || now >= endsAt else { return }
        if !sender.isIdle { effects.append(.log("\(Losses.lines(UInt64(sender.count))) not acknowledged")) }
        reader.acknowledgeAll(at: now, &effects)
        if isRunning { publishPresence(isLeaving: true, at: now, &effects) }
        phase = .ended
        effects.append(.exit(.done))
    }
}
