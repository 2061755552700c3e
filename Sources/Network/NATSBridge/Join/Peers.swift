import Platform
import JSON
import Wire

/// The other joins of the session.
struct Peers {

    struct Peer {
        var presence: Presence
        var seenAt: Instant
        /// The round trip.
        var delay: Duration?
        var isGone = false
    }

    private(set) var peers: [String: Peer] = [:]
    private var announcedAt: Instant?
    private let origin: Instant

    static let interval = Duration.seconds(2)
    /// After this silence, a peer is gone.
    static let patience = Duration.seconds(7)
    static let mostPeers = 64

    init(origin: Instant) { self.origin = origin }

    /// - Returns: whether the peer is new.
    mutating func handle(_ presence: Presence, as name: String, at now: Instant) -> Bool {
        let id = presence.name
        guard peers[id] != nil || peers.count < Self.mostPeers else { return false }
        let isNew = peers[id].map(\.isGone) ?? true
        var peer = Peer(presence: presence, seenAt: now, delay: peers[id]?.delay)
        peer.isGone = presence.isLeaving
        if let echo = presence.received[name], echo.count == 2 {
            let then = Self.microseconds(echo[0]) + Self.microseconds(echo[1])
            let delay = now - origin - then
            if delay >= .zero, delay < .seconds(60) { peer.delay = delay }
        }
        peers[id] = peer
        return isNew && !peer.isGone
    }

    private static func microseconds(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        guard 0..<1 << 40 ~= seconds else { return 0 }
        return UInt64(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    private static func microseconds(_ count: UInt64) -> Duration {
        .microseconds(Int64(clamping: min(count, 1 << 52)))
    }

    /// - Returns: the names of peers that have gone since the last call.
    mutating func takeGone(at now: Instant) -> [String] {
        let gone = peers.filter { !$0.value.isGone && now - $0.value.seenAt >= Self.patience }.keys.sorted()
        for name in gone { peers[name]?.isGone = true }
        return gone
    }

    func isPresent(_ name: String) -> Bool { peers[name].map { !$0.isGone } ?? false }

    /// Peers that are there.
    var present: [Peer] {
        peers.values.filter { !$0.isGone }.sorted { $0.presence.name < $1.presence.name }
    }
    var gone: [Peer] { peers.values.filter(\.isGone).sorted { $0.presence.name < $1.presence.name } }

    /// True if this join is to announce itself now.
    mutating func speaks(at now: Instant) -> Bool {
        guard announcedAt.map({ now - $0 >= Self.interval }) ?? true else { return false }
        announcedAt = now
        return true
    }

    mutating func speakSoon() { announcedAt = nil }

    var deadline: Instant? { announcedAt.map { $0 + Self.interval } }

    func time(at now: Instant) -> UInt64 { Self.microseconds(now - origin) }

    func received(at now: Instant) -> [String: [UInt64]] {
        var received: [String: [UInt64]] = [:]
        for peer in present.prefix(Presence.mostReceived) {
            received[peer.presence.name] = [peer.presence.time, Self.microseconds(now - peer.seenAt)]
        }
        return received
    }
}

/// A join's announcement every two seconds, so that the others know that it is there and how far away.
struct Presence: JSONCodable, Equatable {
    var name: String
    var incarnation: String
    /// Types that the join takes from the others, for its bus.
    var sends: [String] = []
    /// How far it is with the others' lines, by their incarnations.
    var has: [String: UInt64] = [:]
    /// The join's connection is new, so it may have missed what was on its way.
    var begins: Bool = false
    /// The time by the join's own clock, in microseconds.
    var time: UInt64
    /// The time in the last message of each other join, and how many microseconds ago that arrived.
    var received: [String: [UInt64]] = [:]
    var isLeaving: Bool = false  // JSON: leaving

    /// Patterns, peers that a join knows, and bytes of its message.
    static let mostPatterns = 256
    static let mostReceived = 64
    static let mostBytes = 1 << 15

    init(_ id: JoinID, sends: [String], time: UInt64) {
        name = id.name
        incarnation = id.incarnation
        self.sends = sends
        self.time = time
    }

    /// - Parameter name: of the join whose subject it has; it cannot speak for another one.
    /// - Returns: nil unless a join has sent it.
    init?(_ payload: [UInt8], of name: Substring) {
        guard payload.count <= Self.mostBytes,
            let presence = try? Payload.decode(Self.self, from: payload, of: "a presence"), presence.name == name,
            JoinID.isWord(presence.name), JoinID.isWord(presence.incarnation),
            presence.sends.count <= Self.mostPatterns, presence.received.count <= Self.mostReceived,
            presence.has.count <= JoinProgress.mostSenders * SenderProgress.mostRuns,
            presence.sends.allSatisfy({ $0.utf8.count <= SessionSubjects.longestType })
        else { return nil }
        self = presence
    }

    func message(to subject: String) -> NATSMessage { NATSMessage(subject, payload: json) }
}
