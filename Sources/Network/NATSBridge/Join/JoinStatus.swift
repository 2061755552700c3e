import Platform
import Wire

/// The status of a join in `viperline ps`, and the notice to users when something is wrong.
struct JoinStatus {
    private let session: SubjectName
    private var status: BridgeStatus
    /// The time since which no other join takes the lines of this one; nil if one does, or has done so.
    private var unheardSince: Instant?
    /// When to report again.
    private(set) var deadline: Instant?

    /// The absence of a listener is reported after this time.
    static let patience = Duration.milliseconds(800)

    init(_ settings: JoinSettings, at now: Instant) {
        session = settings.session.session
        status = BridgeStatus(servers: settings.servers, isSupervised: true, at: now)
    }

    mutating func handle(_ link: LinkStatus, at now: Instant) { status.handle(link, at: now) }

    /// Reports to the supervisor when there is something new.
    /// - Parameter isUnheard: whether no other join has listened so far.
    mutating func report(
        _ peers: Peers, _ sender: JoinSender, _ reader: JoinReader, isUnheard: Bool, delay: String?,
        _ turn: inout Turn
    ) {
        unheardSince = isUnheard ? unheardSince ?? turn.now : nil
        let looksAgain = unheardSince.map { $0 + Self.patience }
        let (names, waiting) = (peers.present, sender.count)
        var parts = [names.isEmpty ? "alone" : names.joined(separator: ", ")]
        if reader.losses.total > 0 { parts.append("\(reader.losses.total) lost") }
        if reader.returned > 0 { parts.append("\(reader.returned) came back") }
        status.report(
            parts.joined(separator: ", "), delay: names.isEmpty ? nil : delay,
            problem: problem(peers, sender, reader, at: turn.now).map { "\(session): \($0)" },
            waiting: waiting == 0 ? nil : "\(Losses.lines(waiting)) \(waiting == 1 ? "waits" : "wait")", &turn)
        deadline = earliest(
            status.deadline, reader.losses.deadline, looksAgain.flatMap { $0 > turn.now ? $0 : nil })
    }

    private func problem(_ peers: Peers, _ sender: JoinSender, _ reader: JoinReader, at now: Instant) -> String? {
        let slow = sender.slow
        if !slow.isEmpty { return "waiting for \(slow.joined(separator: ", ")) to catch up" }
        if let news = reader.losses.news(at: now) { return news }
        if let unheardSince, now - unheardSince >= Self.patience {
            return "nobody is on the other side; what is sent now may reach nobody"
        }
        return peers.gone.isEmpty ? nil : "\(peers.gone.sorted().joined(separator: ", ")) is gone"
    }
}

/// Lines of the others that did not come: counted for each sender, and logged once a second at most.
struct Losses {
    private struct Loss {
        var count: UInt64 = 0
        var logged: UInt64 = 0
        /// The type of the last one.
        var type: String
        var at: Instant
    }

    private var senders: [String: Loss] = [:]
    private var loggedAt: Instant?

    /// How long users see that lines are lost.
    static let newsFor = Duration.seconds(60)
    static let logsEvery = Duration.seconds(1)

    mutating func add(_ count: UInt64, of name: String, type: String, at now: Instant) {
        guard senders[name] != nil || senders.count < Peers.mostPeers else { return }
        var loss = senders[name] ?? Loss(type: type, at: now)
        loss.count = min(loss.count + min(count, LineStamp.highest), LineStamp.highest)
        (loss.type, loss.at) = (type, now)
        senders[name] = loss
    }

    var total: UInt64 { senders.values.reduce(0) { min($0 + $1.count, LineStamp.highest) } }

    private var hasMore: Bool { senders.values.contains { $0.count > $0.logged } }

    var deadline: Instant? { hasMore ? loggedAt.map { $0 + Self.logsEvery } : nil }

    /// Lines that are due for the log.
    mutating func dueForLog(at now: Instant) -> [String] {
        guard hasMore, loggedAt.map({ now - $0 >= Self.logsEvery }) ?? true else { return [] }
        loggedAt = now
        var texts: [String] = []
        for (name, loss) in senders.sorted(by: { $0.key < $1.key }) where loss.count > loss.logged {
            texts.append("\(Self.text(loss.count - loss.logged, of: name)) (\(loss.type))")
            senders[name]?.logged = loss.count
        }
        return texts
    }

    /// News that users must see now; nil for none.
    func news(at now: Instant) -> String? {
        let recent = senders.filter { now - $0.value.at < Self.newsFor }.sorted { $0.key < $1.key }
        return recent.isEmpty ? nil : recent.map { Self.text($0.value.count, of: $0.key) }.joined(separator: ", ")
    }

    private static func text(_ count: UInt64, of name: String) -> String {
        "\(lines(count)) of \(name) \(count == 1 ? "is" : "are") lost"
    }

    static func lines(_ count: some BinaryInteger) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
