import JSON
import Platform
import Wire

/// The sender of this bus's lines: a link for each process that takes any of them.
struct JoinSender {
    private var settings: JoinSettings
    private var links: [SendLink] = []
    private var states = NewestStates()
    private var taken = TakenLines()
    /// Lines that have come before the first link; nil once this join no longer waits for one.
    private var early: [SentLine]? = []
    /// The time of the connection; nil without one.
    private(set) var connectedAt: Instant?
    /// Bytes of the longest message that the server takes.
    private var limit = 1 << 20
    /// Snapshots that were begun, and those that the bus has for certain.
    private(set) var snapshots = (begun: 0, saved: 0)

    /// Links to processes of the same name.
    static let mostOfName = 2
    /// Lines that come before the first link are kept for so long after the connection.
    static let waitsFor = Duration.seconds(1)
    static let mostEarly = 1024
    static let mostEarlyBytes: UInt64 = 1 << 20

    init(_ settings: JoinSettings) { self.settings = settings }

    /// Continues after a predecessor, under its name.
    mutating func restore(_ snapshot: JoinSnapshot, at now: Instant) {
        settings.incarnation = snapshot.incarnation
        early = nil
        taken = TakenLines(after: snapshot.place)
        for state in snapshot.states {
            guard let event = try? BusLine(state.line.bytes) else { continue }
            let kept = SentLine(position: state.position, offset: 0, type: event.type, bytes: event.bytes)
            states.set(kept, subject: event.subject)
        }
        links = snapshot.links.prefix(Peers.mostPeers).map { SendLink($0, most: settings.mostWaiting, at: now) }
        snapshots = (1, 1)
    }

    var hasRoom: Bool {
        if let early { return early.count < Self.mostEarly && taken.offset < Self.mostEarlyBytes }
        return !links.contains { $0.isPresent && $0.isFull(at: taken.offset) }
    }

    var slow: [String] {
        Set(links.filter { $0.isPresent && $0.isFull(at: taken.offset) }.map(\.receiver.name)).sorted()
    }

    /// The most lines that a join has not acknowledged.
    var count: Int { max(early?.count ?? 0, links.map(\.count).max() ?? 0) }
    /// True if everything has arrived that can.
    var isIdle: Bool { (early ?? []).isEmpty && !links.contains { $0.isPresent && $0.count > 0 } }
    /// True if another join takes lines of this one, or there is nothing to take.
    var hasListener: Bool {
        settings.receives.isEmpty || links.contains { $0.isPresent && $0.opened < snapshots.saved }
    }

    // MARK: - From the bus

    mutating func take(_ line: BusLine, _ turn: inout Turn) {
        guard settings.receives.contains(where: { $0.matches(line.type) }), !line.type.hasPrefix("process."),
            let sent = taken.append(line)
        else { return }
        guard SubjectWords.isType(line.type) else {
            return turn.complain("the type \(line.type) cannot be part of a NATS subject")
        }
        if settings.states.contains(where: { $0.matches(line.type) }) { states.set(sent, subject: line.subject) }
        early?.append(sent)
        for place in links.indices { links[place].append(sent, isReplayed: line.isReplayed) }
    }

    // MARK: - The other joins

    mutating func handle(_ link: LinkStatus, at now: Instant) {
        guard case .connected(_, let limit) = link else { return connectedAt = nil }
        (self.limit, connectedAt) = (limit, now)
        for place in links.indices { links[place].reconnect(at: now) }
    }

    mutating func handle(_ presence: Presence, _ turn: inout Turn) {
        let id = JoinID(name: presence.name, incarnation: presence.incarnation)
        guard let place = links.firstIndex(where: { $0.receiver == id }) else {
            if !presence.isLeaving { open(to: id, taking: presence.sends, &turn) }
            return
        }
        guard !presence.isLeaving else { return links[place].leave(at: turn.now) }
        if let known = presence.has[settings.incarnation] { acknowledge(known, by: place, at: turn.now) }
        links[place].noteSign(isNew: presence.begins, at: turn.now)
    }

    private mutating func open(to id: JoinID, taking types: [String], _ turn: inout Turn) {
        let takes = MessagePattern.common(to: types.map(MessagePattern.init), settings.receives)
        guard !takes.isEmpty else { return }
        guard takes.reduce(0, { $0 + $1.description.utf8.count }) <= SendLink.mostTaken else {
            return turn.complain("\(id.name) takes too many types")
        }
        let others = links.filter { $0.receiver.name == id.name }
        if others.count >= Self.mostOfName, let first = others.first(where: { !$0.isPresent }) ?? others.first {
            end(first.receiver, &turn)
        }
        if links.count >= Peers.mostPeers, let gone = links.first(where: { !$0.isPresent }) {
            end(gone.receiver, &turn)
        }
        guard links.count < Peers.mostPeers else { return }
        let begins = early == nil ? taken.position : 0
        var link = SendLink(
            to: id, taking: takes, after: begins, opened: snapshots.begun, most: settings.mostWaiting, at: turn.now)
        for line in early ?? [] { link.append(line) }
        links.append(link)
    }

    mutating func handle(_ answer: Acknowledgement, of name: Substring, at now: Instant) {
        let id = JoinID(name: String(name), incarnation: answer.receiver)
        guard answer.sender == settings.incarnation, let place = links.firstIndex(where: { $0.receiver == id }) else {
            return
        }
        acknowledge(answer.position, by: place, at: now)
        if answer.asksAgain { links[place].goBack() }
    }

    private mutating func acknowledge(_ position: UInt64, by place: Int, at now: Instant) {
        // The receiver may have more of a predecessor's lines than have come again. It reports those when they come.
        links[place].acknowledge(min(position, taken.position), at: now)
    }

    /// Ends a link whose receiver does not come back.
    private mutating func end(_ receiver: JoinID, _ turn: inout Turn) {
        guard let place = links.firstIndex(where: { $0.receiver == receiver }) else { return }
        let link = links.remove(at: place)
        if case .left = link.life { return }
        // A newer process of that name has what came after its own beginning.
        let begins = links.last { $0.receiver.name == receiver.name }?.begins
        let missing = link.missing(upTo: begins ?? .max)
        guard missing > 0 else { return }
        let lost = "\(Losses.lines(missing)) for its predecessor lost"
        turn.complain("\(receiver.name) is another one now; \(lost)")
    }

    // MARK: - To the other joins

    mutating func advance(_ turn: inout Turn) {
        if let connectedAt {
            for place in links.indices { links[place].advance(at: turn.now) }
            if early != nil, hasListener && !links.isEmpty || turn.now - connectedAt >= Self.waitsFor { early = nil }
        }
        if links.contains(where: { !$0.isPresent }) { endLinks(&turn) }
        if connectedAt != nil {
            for place in links.indices where links[place].opened < snapshots.saved {
                links[place].send(from: settings, states, taken: taken.position, limit: limit, &turn)
            }
        }
        let needed = earliest(early?.first?.position, links.lazy.compactMap(\.needed).min())
        taken.advance(needed: needed, state: states.oldest, at: turn.now)
    }

    /// Ends links whose receivers do not come back: a new session has taken the place of one that has died, or one has ended.
    private mutating func endLinks(_ turn: inout Turn) {
        let present = Set(links.filter(\.isPresent).map(\.receiver.name))
        for link in links
        where link.hasEnded(at: turn.now) || link.life == .gone && present.contains(link.receiver.name) {
            end(link.receiver, &turn)
        }
    }

    var deadline: Instant? {
        guard let connectedAt else { return nil }
        return links.reduce(early == nil ? nil : connectedAt + Self.waitsFor) { earliest($0, $1.deadline) }
    }

    /// When the bus needs another snapshot.
    var saveDeadline: Instant? { taken.deadline }

    // MARK: - Snapshots

    func isToSave(at now: Instant) -> Bool {
        snapshots.begun == 0 || taken.isToSave(at: now) || links.contains { $0.opened == snapshots.begun }
    }

    /// Adds to a snapshot what a successor has to know.
    mutating func note(in snapshot: inout JoinSnapshot) {
        snapshot.place = taken.place
        let kept = states.oldest(upTo: taken.place?.position ?? 0, bytes: settings.environment.lineLimit / 8)
        snapshot.states = kept.map { JoinSnapshot.State(position: $0.position, line: JSONBytes($0.bytes)) }
        snapshot.links = links.map(\.saved)
        snapshots.begun += 1
        taken.didSave()
    }

    mutating func wasSaved() { snapshots.saved = snapshots.begun }
}
