import Platform
import Wire

/// The status of a join in `viperline ps`, and the notice to users when something is wrong.
struct JoinStatus {

    let session: String
    /// The addresses that are tried.
    private let servers: String
    /// The time of the first attempt.
    private let began: Instant
    private var server: String?
    private var goneSince: Instant?
    /// The time since which no other join takes the lines of this one; nil if one does, or has done so.
    private var unheardSince: Instant?
    /// Why lines are held up.
    var trouble: String?
    var losses = Losses()
    /// Lines that came back to this bus, and were dropped.
    private var returned = 0
    /// Lines that another join has not acknowledged.
    var waiting = 0
    private var report = StatusReport()
    private var reportedAt: Instant?
    private var reported = ""
    /// The reported text except delays.
    private var reportedKind = ""

    /// If only a delay has changed, the report can wait.
    static let patience = Duration.seconds(10)
    static let longest = 200
    /// An absent server is reported after this time.
    static let connectPatience = Duration.seconds(1)
    /// The absence of a listener is reported after this time.
    static let listenerPatience = Duration.milliseconds(800)

    init(session: String, servers: String, at now: Instant) {
        (self.session, self.servers, began) = (session, servers, now)
    }

    mutating func connected(to server: String) {
        self.server = server
        goneSince = nil
    }

    /// - Parameter isUnheard: whether no other join has listened so far.
    mutating func note(isUnheard: Bool, at now: Instant) {
        unheardSince = isUnheard ? unheardSince ?? now : nil
    }

    mutating func disconnected(at now: Instant) { goneSince = goneSince ?? now }

    var deadline: Instant? {
        if let deadline = earliest(report.deadline, losses.deadline) { return deadline }
        return server == nil && !report.isTroubled ? began + Self.connectPatience : nil
    }

    mutating func didReturn() { returned += 1 }

    /// Reports to the supervisor when there is something new.
    mutating func report(_ peers: Peers, at now: Instant, into effects: inout [BridgeEffect]) {
        let problem = problem(peers, at: now)
        let text = String((problem ?? summary(peers)).unicodeScalars.prefix(Self.longest))
        let isTrouble = problem != nil
        let kind = problem ?? "\(server ?? "") \(counts) \(peers.present.map(\.presence.name))"
        guard text != reported || report.deadline != nil else { return }
        if report.deadline == nil, kind == reportedKind, let reportedAt, now - reportedAt < Self.patience { return }
        (reported, reportedKind, reportedAt) = (text, kind, now)
        report.report(text, trouble: isTrouble, at: now, into: &effects)
    }

    private func problem(_ peers: Peers, at now: Instant) -> String? {
        let lines = waiting == 0 ? "" : waiting == 1 ? "; 1 line waits" : "; \(waiting) lines wait"
        if goneSince != nil { return "\(server.map { "the server \($0)" } ?? "the server") is gone\(lines)" }
        guard server != nil else {
            return now - began < Self.connectPatience ? nil : "no NATS server answers at \(servers)\(lines)"
        }
        if let trouble { return "\(session): \(trouble)\(lines)" }
        if let news = losses.news(at: now) { return "\(session): \(news)\(lines)" }
        if let unheardSince, now - unheardSince >= Self.listenerPatience {
            return "\(session): nobody is on the other side; what is sent now may reach nobody\(lines)"
        }
        let gone = peers.gone.map(\.presence.name)
        return gone.isEmpty ? nil : "\(session): \(gone.joined(separator: ", ")) is gone\(lines)"
    }

    private func summary(_ peers: Peers) -> String {
        guard let server else { return "\(session): not connected so far" }
        let names = peers.present.map { peer in
            peer.delay.map { "\(peer.presence.name) \(Self.milliseconds($0))" } ?? peer.presence.name
        }
        return "\(server): \(names.isEmpty ? "alone" : names.joined(separator: ", "))\(counts)"
    }

    /// Losses and returns since the start.
    private var counts: String {
        (losses.total > 0 ? "; \(losses.total) lost" : "") + (returned > 0 ? "; \(returned) came back" : "")
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) ms"
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
        count == 1 ? "1 line of \(name) is lost" : "\(count) lines of \(name) are lost"
    }

    static func lines(_ count: UInt64) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
