import Platform
import Wire

/// The sender of this bus's lines: a link for each process that takes any of them.
struct JoinSender {
    private let settings: JoinSettings
    private var line: LineSender
    private var links: [SendLink] = []
    private var states = NewestStates()
    private var taken = TakenLines()
    /// Lines that have come before the first link; nil once this join no longer waits for one.
    private var early: [SentLine]? = []
    /// The time of the connection; nil without one.
    private(set) var connectedAt: Instant?
    private var complaints = LogLimit()

    /// Links to processes of the same name.
    static let mostOfName = 2
    /// Lines that come before the first link are kept for so long after the connection.
    static let waitsFor = Duration.seconds(1)
    static let mostEarly = 1024
    static let mostEarlyBytes: UInt64 = 1 << 20

    init(_ settings: JoinSettings, as id: JoinID) {
        self.settings = settings
        line = LineSender(session: settings.session, id: id, service: settings.service, bus: settings.busMark)
    }

    /// Continues after a predecessor, under its name.
    mutating func restore(_ snapshot: JoinSnapshot, as id: JoinID, at now: Instant) {
        line.id = id
        early = nil
        taken = TakenLines(after: snapshot.place)
        for state in snapshot.states {
            guard let event = try? BusLine(state.line.bytes) else { continue }
            let kept = SentLine(position: state.position, offset: 0, type: event.type, bytes: event.bytes)
            states.set(kept, subject: event.subject)
        }
        links = snapshot.links.prefix(Peers.mostPeers).compactMap { SendLink($0, at: now) }
    }

    /// True if more lines of the bus can be taken.
    var hasRoom: Bool {
        if let early { return early.count < Self.mostEarly && taken.offset < Self.mostEarlyBytes }
        return !links.contains { $0.isPresent && $0.isFull(at: taken.offset) }
    }

    /// Joins that hold up this one.
    var slow: [String] {
        Set(links.filter { $0.isPresent && $0.isFull(at: taken.offset) }.map(\.receiver.name)).sorted()
    }

    /// The most lines that a join has not acknowledged.
    var count: Int { max(early?.count ?? 0, links.map(\.count).max() ?? 0) }
    /// True if everything has arrived that can.
    var isIdle: Bool { (early ?? []).isEmpty && !links.contains { $0.isPresent && $0.count > 0 } }
    /// True if another join takes lines of this one, or there is nothing to take.
    var hasListener: Bool { settings.receives.isEmpty || links.contains { $0.isPresent && $0.isSaved } }

    // MARK: - From the bus

    mutating func take(_ line: BusLine, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard settings.receives.contains(where: { $0.matches(line.type) }), !line.type.hasPrefix("process."),
            let sent = taken.append(line)
        else { return }
        guard SessionSubjects.isType(line.type) else {
            return complaints.write("the type \(line.type) cannot be part of a NATS subject", at: now, into: &effects)
        }
        if settings.states.contains(where: { $0.matches(line.type) }) { states.set(sent, subject: line.subject) }
        early?.append(sent)
        for place in links.indices { links[place].append(sent) }
    }

    // MARK: - The other joins

    mutating func connected(mostPayload: Int, at now: Instant) {
        (line.mostPayload, connectedAt) = (mostPayload, now)
        for place in links.indices { links[place].reconnect(at: now) }
    }

    mutating func disconnected() { connectedAt = nil }

    /// Another join announces itself.
    mutating func handle(_ presence: Presence, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard let id = JoinID(name: presence.name, incarnation: presence.incarnation) else { return }
        let place = links.firstIndex { $0.receiver == id }
        if presence.isLeaving {
            if let place { links[place].leave(at: now) }
            return
        }
        let known = presence.has[line.id.incarnation]
        if let place {
            if let known { acknowledge(known, by: place, at: now) }
            return links[place].noteSign(isNew: presence.begins, at: now)
        }
        open(to: id, taking: presence.sends, at: now, &effects)
    }

    private mutating func open(
        to id: JoinID, taking types: [String], at now: Instant, _ effects: inout [BridgeEffect]
    ) {
        let takes = Self.distinct(
            types.flatMap { type in settings.receives.compactMap { MessagePattern(type).narrowed(to: $0) } })
        guard !takes.isEmpty else { return }
        guard takes.reduce(0, { $0 + $1.description.utf8.count }) <= SendLink.mostTaken else {
            return complaints.write("\(id.name) takes too many types", at: now, into: &effects)
        }
        let others = links.filter { $0.receiver.name == id.name }
        if others.count >= Self.mostOfName, let first = others.first(where: { !$0.isPresent }) ?? others.first {
            end(first.receiver, at: now, &effects)
        }
        if links.count >= Peers.mostPeers, let gone = links.first(where: { !$0.isPresent }) {
            end(gone.receiver, at: now, &effects)
        }
        guard links.count < Peers.mostPeers else { return }
        var link = SendLink(to: id, taking: takes, after: early == nil ? taken.position : 0, at: now)
        for line in early ?? [] { link.append(line) }
        links.append(link)
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

    /// Another join acknowledges lines.
    mutating func handle(_ answer: Acknowledgement, of name: Substring, at now: Instant) {
        guard answer.sender == line.id.incarnation,
            let place = links.firstIndex(where: {
                $0.receiver.incarnation == answer.receiver && $0.receiver.name == name
            })
        else { return }
        acknowledge(answer.position, by: place, at: now)
        if answer.asksAgain { links[place].goBack() }
    }

    private mutating func acknowledge(_ position: UInt64, by place: Int, at now: Instant) {
        // A successor may not have all of its predecessor's lines yet; the receiver reports it again.
        guard position <= taken.position else { return }
        links[place].acknowledge(position, at: now)
    }

    /// Ends a link whose receiver does not come back.
    private mutating func end(_ receiver: JoinID, at now: Instant, _ effects: inout [BridgeEffect]) {
        guard let place = links.firstIndex(where: { $0.receiver == receiver }) else { return }
        let link = links.remove(at: place)
        if case .left = link.life { return }
        // A newer process of that name has what came after its own beginning.
        let begins = links.last { $0.receiver.name == receiver.name }?.begins
        let missing = link.missing(upTo: begins ?? .max)
        guard missing > 0 else { return }
        complaints.write(
            "\(receiver.name) is another one now; \(Losses.lines(missing)) for its predecessor lost", at: now,
            into: &effects)
    }

    // MARK: - To the other joins

    mutating func advance(at now: Instant, _ effects: inout [BridgeEffect]) {
        if let connectedAt {
            for place in links.indices { links[place].turn(at: now) }
            if early != nil, hasListener && !links.isEmpty || now - connectedAt >= Self.waitsFor { early = nil }
        }
        if links.contains(where: { !$0.isPresent }) { endLinks(at: now, &effects) }
        if connectedAt != nil {
            var (messages, failures): ([NATSMessage], [String]) = ([], [])
            for place in links.indices {
                links[place].due(at: now, from: line, states, taken: taken.position, &messages, &failures)
            }
            for message in messages { effects.append(.publish(message)) }
            for failure in failures { complaints.write(failure, at: now, into: &effects) }
        }
        var needed = early?.first?.position
        for link in links { if let own = link.needed { needed = min(own, needed ?? own) } }
        taken.advance(needed: needed, state: states.oldest, at: now)
    }

    /// Ends links whose receivers do not come back: a new session has taken the place of one that has died, or one has ended.
    private mutating func endLinks(at now: Instant, _ effects: inout [BridgeEffect]) {
        let present = Set(links.filter(\.isPresent).map(\.receiver.name))
        for link in links where link.hasEnded(at: now) || link.life == .gone && present.contains(link.receiver.name) {
            end(link.receiver, at: now, &effects)
        }
    }

    var deadline: Instant? {
        guard let connectedAt else { return nil }
        return links.reduce(early == nil ? nil : connectedAt + Self.waitsFor) { earliest($0, $1.deadline) }
    }

    /// When the bus needs another snapshot.
    var saveDeadline: Instant? { taken.deadline }

    // MARK: - Snapshots

    func isToSave(at now: Instant) -> Bool { taken.isToSave(at: now) || links.contains(where: \.needsSaving) }

    /// Adds to a snapshot what a successor has to know.
    mutating func note(in snapshot: inout JoinSnapshot) {
        snapshot.place = taken.place
        snapshot.states = states.oldest(upTo: taken.place?.position ?? 0, bytes: settings.lineLimit / 8).map {
            JoinSnapshot.State(position: $0.position, line: RawLine($0.bytes))
        }
        snapshot.links = links.map(\.saved)
        for place in links.indices { links[place].isBeingSaved() }
        taken.didSave()
    }

    /// The bus has the last snapshot.
    mutating func wasSaved() {
        for place in links.indices { links[place].wasSaved() }
    }
}
