import JSON
package import Platform
import Wire

/// Merges the buses of two sessions for the types that both name: ``JoinSender`` takes this bus's lines to other joins, and ``JoinReader``
/// brings their lines to this bus, in each sender's order, each line once.
package struct JoinBridge: Bridge {
    private enum Phase: Equatable {
        /// The predecessor's state has not arrived.
        case waiting
        case working
        case ended
    }

    private var settings: JoinSettings
    private var stamp: EventStamp
    private var phase: Phase
    private var sender: JoinSender
    private var reader: JoinReader
    private var peers = Peers()
    private var status: BridgeStatus
    /// This join's announcements, which come back to it.
    private var announcements = RoundTripTime()
    /// The others do not know of this connection.
    private var begins = true
    /// The supervisor knows that this join is ready.
    private var isReady = false
    /// The time since which no other join takes the lines of this one; nil if one does, or has done so.
    private var unheardSince: Instant?
    /// When to look at the status again: at the earliest, and at the latest.
    private var (nextLook, lookDeadline): (Instant, Instant?) = (.past, nil)
    /// When the process ends at the latest; nil while it stays.
    private var endsAt: Instant?

    static let looksEvery = Duration.milliseconds(20)
    /// The absence of a listener is reported after this time.
    static let listenerPatience = Duration.milliseconds(800)
    /// A join that ends waits for acknowledgements for so long.
    static let farewell = Duration.seconds(2)

    package init(_ settings: JoinSettings, now: Instant) {
        self.settings = settings
        stamp = settings.environment.stamp
        phase = settings.environment.isRestored ? .waiting : .working
        sender = JoinSender(settings)
        reader = JoinReader(settings)
        status = BridgeStatus(servers: settings.servers, isSupervised: true, at: now)
    }

    private var session: SessionSubjects { settings.session }
    /// A successor has this join's name only after a snapshot, so nobody may know it before.
    private var isNamed: Bool { sender.snapshots.saved > 0 }
    private var isRunning: Bool { sender.connectedAt != nil && isNamed && phase == .working }

    // MARK: - Bridge

    package var takesLines: Bool { sender.hasRoom && endsAt == nil }

    package var deadline: Instant? {
        guard phase != .ended else { return nil }
        return earliest(
            phase == .waiting ? nil : sender.deadline, sender.saveDeadline,
            isRunning ? announcements.deadline : nil, lookDeadline.map { max($0, nextLook) }, endsAt, reader.deadline)
    }

    package mutating func handle(_ input: consuming BridgeInput, _ turn: inout Turn) {
        switch input {
        case .started: start(&turn)
        case .line(let line) where line.type == ProcessInput.Restore.type: restore(line, &turn)
        case .line(let line): sender.take(line, &turn)
        case .refused(let error, let line):
            turn.complain("a line of the bus is not an event: \(error): \(line)")
        case .message(let message): if isNamed, phase == .working { handle(message, &turn) }
        case .link(let link): handle(link, &turn)
        case .inputEnded, .stopped: endsAt = endsAt ?? turn.now + Self.farewell
        // A join has no children.
        default: break
        }
        advance(&turn)
    }

    package mutating func drained(_ turn: inout Turn) {
        reader.drained(&turn)
        sender.wasSaved()
        advance(&turn)
    }

    private mutating func start(_ turn: inout Turn) {
        var permissions = HostPermissions()
        permissions.addJoin(
            session.session, as: settings.name, receives: settings.receives, sends: settings.sends, beside: [])
        for subject in permissions.subscribe { turn.effects.append(.subscribe(subject, group: nil)) }
        for pattern in settings.sends where pattern.subjectEnds.isEmpty {
            turn.log("\(pattern) cannot be a subject; nothing of it comes from NATS")
        }
    }

    private mutating func restore(_ line: BusLine, _ turn: inout Turn) {
        guard phase == .waiting else { return }
        phase = .working
        guard var snapshot = try? line.event?.decode(JoinSnapshot.self) else {
            return turn.complain("the snapshot of the previous process cannot be read")
        }
        settings.incarnation = snapshot.incarnation
        if let next = snapshot.next, settings.environment.repeats > 0 {
            // The bus has that line, and drops another one for it.
            snapshot.progress.note(next.origin)
            turn.write(stamp.stamp(Event(type: next.type)))
        }
        sender.restore(snapshot, at: turn.now)
        reader.restore(snapshot)
        // The bus drops as many of these as the predecessor has written.
        for line in snapshot.lines { turn.effects.append(.write(line: line.bytes)) }
    }

    // MARK: - From NATS

    private mutating func handle(_ link: LinkStatus, _ turn: inout Turn) {
        status.handle(link, at: turn.now)
        sender.handle(link, at: turn.now)
        guard case .connected = link else { return }
        begins = true
        announcements.forget()
    }

    private mutating func handle(_ message: NATSMessage, _ turn: inout Turn) {
        if let address = session.address(message.subject, to: settings.name) {
            // A successor gets what comes now.
            guard endsAt == nil, address.sender != settings.name else { return }
            reader.handle(message, at: address, &turn)
        } else if let name = session.acknowledger(message.subject, to: settings.name) {
            if let answer = Acknowledgement(message.payload) { sender.handle(answer, of: name, at: turn.now) }
        } else if let name = session.announced(message.subject), let presence = Presence(message.payload, of: name) {
            handle(presence, &turn)
        }
    }

    private mutating func handle(_ presence: Presence, _ turn: inout Turn) {
        guard presence.name != settings.name else {
            if presence.incarnation == settings.incarnation {
                return announcements.take(presence.number, at: turn.now)
            }
            guard !presence.isLeaving else { return }
            let advice = "give one of them another name (--as)"
            return turn.complain("another join calls itself \(settings.name): \(advice)")
        }
        if peers.handle(presence, at: turn.now) || presence.begins { announcements.hurry() }
        sender.handle(presence, &turn)
    }

    // MARK: - What is due

    private mutating func advance(_ turn: inout Turn) {
        guard phase != .ended else { return }
        if phase != .waiting {
            sender.advance(&turn)
            reader.advance(&turn)
            if endsAt == nil, let batch = reader.next() {
                writeSnapshot(of: batch, &turn)
                for line in batch.lines { turn.effects.append(.write(line: line)) }
            }
            if sender.isToSave(at: turn.now) { save(&turn) }
            if isRunning, let number = announcements.next(at: turn.now) { announce(number, &turn) }
        }
        look(&turn)
        end(&turn)
    }

    private mutating func save(_ turn: inout Turn) {
        writeSnapshot(of: BusWriter.Batch(progress: reader.writer.progress), &turn)
    }

    private mutating func writeSnapshot(of batch: BusWriter.Batch, _ turn: inout Turn) {
        var state = JoinSnapshot(
            incarnation: settings.incarnation, progress: batch.progress, losses: reader.writer.losses.all)
        sender.note(in: &state)
        if let origin = batch.next, let line = batch.lines.first.flatMap({ try? BusLine($0) }) {
            state.next = JoinSnapshot.Next(origin: origin, type: line.type)
        } else {
            state.lines = batch.lines.map(JSONBytes.init)
        }
        var event = Event(ProcessOutput.Snapshot.type, state)
        event.causationID = state.place?.id ?? ProcessOutput.Snapshot.start.id
        event.causationSource = state.place?.source ?? ProcessOutput.Snapshot.start.source
        turn.write(stamp.stamp(event))
    }

    private mutating func announce(_ number: Int, isLeaving: Bool = false, _ turn: inout Turn) {
        let presence = Presence(
            name: settings.name, incarnation: settings.incarnation, sends: settings.sends.map(\.description),
            has: reader.has, begins: begins, number: number, isLeaving: isLeaving)
        begins = false
        turn.publish(NATSMessage(session.presence(of: settings.name), payload: presence.json))
    }

    private mutating func end(_ turn: inout Turn) {
        guard let endsAt, sender.isIdle && !reader.writer.isBusy || turn.now >= endsAt else { return }
        if !sender.isIdle { turn.log("\(Losses.lines(sender.count)) not acknowledged") }
        if reader.logLosses(at: turn.now + Losses.logsEvery, &turn) { save(&turn) }
        reader.acknowledgeAll(&turn)
        if isRunning { announce(0, isLeaving: true, &turn) }
        phase = .ended
        turn.exit(.done)
    }

    // MARK: - The status

    /// Tells the supervisor and the log what is new.
    private mutating func look(_ turn: inout Turn) {
        if !isReady, isRunning, settings.isAlone || sender.hasListener {
            isReady = true
            turn.write(stamp.stamp(Event(ProcessOutput.Ready.type, ProcessOutput.Ready())))
        }
        guard turn.now >= nextLook else { return }
        nextLook = turn.now + Self.looksEvery
        for name in peers.takeGone(at: turn.now) { turn.log("\(name) is gone") }
        if reader.logLosses(at: turn.now, &turn) { save(&turn) }
        unheardSince = isRunning && !isReady && !settings.receives.isEmpty ? unheardSince ?? turn.now : nil
        report(&turn)
        let unheard = unheardSince.map { $0 + Self.listenerPatience }
        lookDeadline = earliest(
            status.deadline, reader.writer.losses.deadline, unheard.flatMap { $0 > turn.now ? $0 : nil })
    }

    private mutating func report(_ turn: inout Turn) {
        let (names, waiting) = (peers.present, sender.count)
        var parts = [names.isEmpty ? "alone" : names.joined(separator: ", ")]
        if reader.writer.losses.total > 0 { parts.append("\(reader.writer.losses.total) lost") }
        if reader.returned > 0 { parts.append("\(reader.returned) came back") }
        let summary = parts.joined(separator: ", ")
        let problem = problem(at: turn.now).map { "\(session.session): \($0)" }
        status.report(
            summary, delay: names.isEmpty ? nil : announcements.text, problem: problem,
            waiting: waiting == 0 ? nil : "\(Losses.lines(waiting)) \(waiting == 1 ? "waits" : "wait")", &turn)
    }

    private func problem(at now: Instant) -> String? {
        let slow = sender.slow
        if !slow.isEmpty { return "waiting for \(slow.joined(separator: ", ")) to catch up" }
        if let news = reader.writer.losses.news(at: now) { return news }
        if let unheardSince, now - unheardSince >= Self.listenerPatience {
            return "nobody is on the other side; what is sent now may reach nobody"
        }
        return peers.gone.isEmpty ? nil : "\(peers.gone.sorted().joined(separator: ", ")) is gone"
    }
}
