import Platform
package import Wire

/// The status of a join in `viperline ps`, and the notice to users when something is wrong.
struct JoinStatus {

    let session: String
    /// The addresses that are tried.
    private let servers: String
    /// When it began to try.
    private let began: Instant
    private var server: String?
    private var goneSince: Instant?
    /// Why it could not create streams and consumers.
    var setupTrouble: String?
    /// Why lines are held up.
    var trouble: String?
    var hasStreams = true
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

    /// Reports to the supervisor when there is something new.
    mutating func report(_ peers: Peers, at now: Instant, into effects: inout [BridgeEffect]) {
        let problem = problem(peers, at: now)
        let text = String((problem ?? summary(peers)).unicodeScalars.prefix(Self.longest))
        let isTrouble = problem != nil
        let kind = problem ?? "\(server ?? "") \(hasStreams) \(peers.present.map(\.presence.sender.name))"
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
        if let setupTrouble { return "\(session): \(setupTrouble)\(lines)" }
        if let trouble { return "\(session): \(trouble)\(lines)" }
        let gone = peers.gone.map(\.presence.sender.name)
        return gone.isEmpty ? nil : "\(session): \(gone.joined(separator: ", ")) is gone\(lines)"
    }

    private func summary(_ peers: Peers) -> String {
        guard let server else { return "\(session): not connected so far" }
        let names = peers.present.map { peer in
            peer.delay.map { "\(peer.presence.sender.name) \(Self.milliseconds($0))" } ?? peer.presence.sender.name
        }
        let mode = hasStreams ? "" : " (no JetStream: at most once)"
        return "\(server)\(mode): \(names.isEmpty ? "alone" : names.joined(separator: ", "))"
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}

/// A join's settings at its start.
package struct JoinSettings: Sendable {
    package let session: SessionSubjects
    /// The join's name in the session; the same after a restart.
    package let name: String
    /// The service's name on its own bus.
    package let service: String
    /// Distinguishes this process's events within its own session.
    package var run = "1"
    /// Random, so unique to this process.
    package let incarnation: String
    /// Part of the names of consumers for states: anyone who knows it may read them, so it is kept secret.
    package var secret = Token.random()
    /// Common to all services of this supervisor's session, and unique to it; nil outside of one.
    package var bus: String?
    /// Types that come from the bus and go to NATS.
    package var receives: [MessagePattern] = []
    /// Types that come from NATS and go to the bus.
    package var sends: [MessagePattern] = []
    /// Types of which only the newest event of each subject matters.
    package var states: [MessagePattern] = []
    /// The addresses of the NATS servers that are tried, without users.
    package var servers = ""
    /// Where the server keeps the streams.
    package var storage = StreamConfig.Storage.file
    /// Whether to be ready without a peer.
    package var isAlone = false
    /// Whether the first event is a predecessor's state.
    package var isRestored = false
    /// The longest line that the bus takes, in bytes.
    package var lineLimit = LineBuffer.standardLimit

    package init(session: SessionSubjects, name: String, service: String, incarnation: String) {
        self.session = session
        self.name = name
        self.service = service
        self.incarnation = incarnation
    }
}
