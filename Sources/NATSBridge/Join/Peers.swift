import Wire

/// The other joins of the session.
struct Peers {
    typealias Instant = ContinuousClock.Instant

    struct Peer {
        var presence: Presence
        var heardAt: Instant
        /// The round trip.
        var delay: Duration?
        var isGone = false
    }

    private(set) var peers: [String: Peer] = [:]
    private var saidAt: Instant?
    private let origin: Instant

    static let interval = Duration.seconds(2)
    /// After this silence, a peer is gone.
    static let patience = Duration.seconds(7)
    static let mostPeers = 64

    init(origin: Instant) { self.origin = origin }

    /// - Returns: whether the peer is new.
    mutating func hear(_ presence: Presence, as name: String, at now: Instant) -> Bool {
        let id = presence.sender.name
        guard peers[id] != nil || peers.count < Self.mostPeers else { return false }
        let isNew = peers[id].map(\.isGone) ?? true
        var peer = Peer(presence: presence, heardAt: now, delay: peers[id]?.delay)
        peer.isGone = presence.isLeaving
        if let echo = presence.heard[name], echo.count == 2 {
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
        let gone = peers.filter { !$0.value.isGone && now - $0.value.heardAt >= Self.patience }.keys.sorted()
        for name in gone { peers[name]?.isGone = true }
        return gone
    }

    /// Peers that are there.
    var present: [Peer] {
        peers.values.filter { !$0.isGone }.sorted { $0.presence.sender.name < $1.presence.sender.name }
    }
    var gone: [Peer] { peers.values.filter(\.isGone).sorted { $0.presence.sender.name < $1.presence.sender.name } }

    /// Whether to announce ourselves now.
    mutating func speaks(at now: Instant) -> Bool {
        guard saidAt.map({ now - $0 >= Self.interval }) ?? true else { return false }
        saidAt = now
        return true
    }

    mutating func speakSoon() { saidAt = nil }

    var deadline: Instant? { saidAt.map { $0 + Self.interval } }

    func time(at now: Instant) -> UInt64 { Self.microseconds(now - origin) }

    func heard(at now: Instant) -> [String: [UInt64]] {
        var heard: [String: [UInt64]] = [:]
        for peer in present.prefix(Presence.mostHeard) {
            heard[peer.presence.sender.name] = [peer.presence.time, Self.microseconds(now - peer.heardAt)]
        }
        return heard
    }
}
