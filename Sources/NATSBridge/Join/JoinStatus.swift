import JSON
import Wire

/// What `viperline ps` shows beside the join, and what the person is told when something is wrong.
struct JoinStatus {
    typealias Instant = ContinuousClock.Instant

    let session: String
    private var server: String?
    private var goneSince: Instant?
    /// Why streams and consumers could not be made.
    var setupTrouble: String?
    /// Why lines are not taken.
    var trouble: String?
    var hasStreams = true
    /// Lines that are not stored.
    var waiting = 0
    private var said: (text: String, isTrouble: Bool)?
    private var saidAt: Instant?
    private var isLate = false

    static let interval = Duration.seconds(1)
    /// A delay that has only become another one can wait.
    static let patience = Duration.seconds(10)
    static let longest = 200

    init(session: String) { self.session = session }

    mutating func connected(to server: String) {
        self.server = server
        goneSince = nil
    }

    mutating func disconnected(at now: Instant) { goneSince = goneSince ?? now }

    var deadline: Instant? { isLate ? saidAt.map { $0 + Self.interval } : nil }

    /// - Returns: the event for the supervisor, when there is something new.
    mutating func take(_ peers: Peers, at now: Instant) -> Event? {
        guard saidAt.map({ now - $0 >= Self.interval }) ?? true else {
            isLate = said?.isTrouble != (problem(peers) != nil)
            return nil
        }
        isLate = false
        let problem = problem(peers)
        let text = String((problem ?? summary(peers)).unicodeScalars.prefix(Self.longest))
        let isTrouble = problem != nil
        guard text != said?.text || isTrouble != said?.isTrouble else { return nil }
        if isTrouble == said?.isTrouble, let saidAt, now - saidAt < Self.patience { return nil }
        said = (text, isTrouble)
        saidAt = now
        return Event("process.output.status", Report(text: text, trouble: isTrouble))
    }

    private func problem(_ peers: Peers) -> String? {
        let lines = waiting == 0 ? "" : waiting == 1 ? "; 1 line waits" : "; \(waiting) lines wait"
        if goneSince != nil { return "\(server.map { "the server \($0)" } ?? "the server") is gone\(lines)" }
        guard server != nil else { return nil }
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

    private struct Report: JSONWritable {
        let text: String
        let trouble: Bool

        func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("text", text)
            writer.member("trouble", trouble)
            writer.endObject()
        }
    }
}
