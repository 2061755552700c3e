import Platform
import JSON
import Wire

/// The other joins of the session.
struct Peers {

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
    mutating func handle(_ presence: Presence, as name: String, at now: Instant) -> Bool {
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

    func received(at now: Instant) -> [String: [UInt64]] {
        var heard: [String: [UInt64]] = [:]
        for peer in present.prefix(Presence.mostHeard) {
            heard[peer.presence.sender.name] = [peer.presence.time, Self.microseconds(now - peer.heardAt)]
        }
        return heard
    }
}

/// A join's announcement every two seconds, so that the others know that it is there and how far away.
struct Presence: Equatable {
    var sender: SenderID
    var service: String
    /// Types that it writes to its bus, and types that it takes from it.
    var sends: [String]
    var receives: [String]
    /// All of its lines up to this position are stored.
    var stored: UInt64
    /// By its own clock, in microseconds.
    var time: UInt64
    /// For each other join: the time in its last message, and how many microseconds ago that arrived.
    var heard: [String: [UInt64]]
    /// The same for all joins that are services of one session: one of them may take what another writes.
    var bus: String?
    var isLeaving = false
    /// Whether its consumers exist: messages published from now on reach it.
    var isListening = false

    static let mostPatterns = 256
    static let mostHeard = 64
    static let mostBytes = 1 << 15

    func message(to subject: String) -> NATSMessage { NATSMessage(subject, payload: json) }

    init(
        sender: SenderID, service: String, sends: [String], receives: [String], stored: UInt64, time: UInt64,
        heard: [String: [UInt64]]
    ) {
        self.sender = sender
        self.service = service
        self.sends = sends
        self.receives = receives
        self.stored = stored
        self.time = time
        self.heard = heard
    }

    /// - Parameter name: of the join whose subject it has; it cannot speak for another one.
    /// - Returns: nil unless a join has sent it.
    init?(_ payload: [UInt8], of name: Substring) {
        guard payload.count <= Self.mostBytes,
            let presence = try? JSONReader.read(payload.span, { reader throws(JSONError) in try Self(from: &reader) }),
            presence.sender.name == name, presence.sends.count <= Self.mostPatterns,
            presence.receives.count <= Self.mostPatterns, presence.heard.count <= Self.mostHeard,
            presence.service.utf8.count <= SessionSubjects.longestType,
            (presence.bus?.utf8.count ?? 0) <= SenderID.longest,
            (presence.sends + presence.receives).allSatisfy({ $0.utf8.count <= SessionSubjects.longestType })
        else { return nil }
        self = presence
    }
}

extension Presence: JSONCodable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let bus { writer.member("bus", bus) }
        writer.member("heard", heard)
        writer.member("incarnation", sender.incarnation)
        if isLeaving { writer.member("leaving", true) }
        if isListening { writer.member("listening", true) }
        writer.member("name", sender.name)
        writer.member("receives", receives)
        writer.member("sends", sends)
        writer.member("service", service)
        writer.member("stored", stored)
        writer.member("time", time)
        writer.endObject()
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var (name, incarnation, service): (String, String, String) = ("", "", "")
        var (sends, receives): ([String], [String]) = ([], [])
        var (stored, time): (UInt64, UInt64) = (0, 0)
        var heard: [String: [UInt64]] = [:]
        var (isLeaving, isListening) = (false, false)
        var bus: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "bus": bus = try reader.string()
            case "heard": heard = try reader.read()
            case "incarnation": incarnation = try reader.string()
            case "leaving": isLeaving = try reader.bool()
            case "listening": isListening = try reader.bool()
            case "name": name = try reader.string()
            case "receives": receives = try reader.read()
            case "sends": sends = try reader.read()
            case "service": service = try reader.string()
            case "stored": stored = try reader.read()
            case "time": time = try reader.read()
            default: try reader.skipValue()
            }
        }
        guard let sender = SenderID(name: name, incarnation: incarnation) else { throw .missing("name", at: object) }
        self.init(
            sender: sender, service: service, sends: sends, receives: receives, stored: min(stored, LineStamp.highest),
            time: time,
            heard: heard)
        self.bus = bus
        self.isLeaving = isLeaving
        self.isListening = isListening
    }
}
