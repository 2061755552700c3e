import JSON
import Wire

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
    /// For each join heard: the time it gave, and how many microseconds ago it arrived.
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
