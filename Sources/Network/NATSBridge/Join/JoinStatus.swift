import Platform
import Wire

/// The status of a join in `viperline ps`, and the notice to users when something is wrong.
struct JoinStatus {

    let session: String
    /// The addresses that are tried.
    private let servers: String
    /// When it began to try.
    private let began: Instant
    private var server: String?
    private var goneSince: Instant?
    /// Why lines are held up.
    var trouble: String?
    /// By the sender's name: its lines that did not come, and when that was last noticed.
    private var lost: [String: (count: UInt64, at: Instant)] = [:]
    /// Lines that came back to this bus, and were dropped.
    private var returned = 0
    /// Lines not yet stored.
    var waiting = 0
    private var report = StatusReport()
    private var reportedAt: Instant?
    private var reported = ""
    /// Everything in it except delays.
    private var reportedKind = ""

    /// If only a delay has changed, the report can wait.
    static let patience = Duration.seconds(10)
    static let longest = 200
    /// An absent server is reported after this time.
    static let connectPatience = Duration.seconds(1)
    /// How long users see that lines are lost.
    static let tellsFor = Duration.seconds(60)

    init(session: String, servers: String, at now: Instant) {
        (self.session, self.servers, began) = (session, servers, now)
    }

    mutating func connected(to server: String) {
        self.server = server
        goneSince = nil
    }

    mutating func disconnected(at now: Instant) { goneSince = goneSince ?? now }

    var deadline: Instant? {
        if let deadline = report.deadline { return deadline }
        return server == nil && !report.isTroubled ? began + Self.connectPatience : nil
    }

    /// Lines of a sender did not come.
    mutating func didLose(_ count: UInt64, of name: String, at now: Instant) {
        let sum = (lost[name]?.count ?? 0).addingReportingOverflow(count)
        lost[name] = (sum.overflow ? .max : sum.partialValue, now)
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
        let news = lost.filter { now - $0.value.at < Self.tellsFor }.sorted { $0.key < $1.key }
        if !news.isEmpty {
            return "\(session): \(news.map { "\($0.value.count) lines of \($0.key)" }.joined(separator: ", ")) are lost\(lines)"
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

    /// What has happened since the start.
    private var counts: String {
        let all = lost.values.reduce(UInt64(0)) { $0.addingReportingOverflow($1.count).partialValue }
        return (all > 0 ? "; \(all) lines lost" : "") + (returned > 0 ? "; \(returned) came back" : "")
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
