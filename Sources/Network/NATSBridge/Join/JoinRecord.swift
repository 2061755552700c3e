import Platform
import JSON
import Wire

/// A join's progress, stored at the server under its name. A new session of that name continues there, and the others do not
/// publish so much that it could miss something.
struct JoinRecord: Equatable {
    var progress: JoinProgress
    /// Types that it takes from the others.
    var takes: [String]
    /// Whether it has ended, so that the others do not wait for it.
    var hasLeft: Bool

    static let mostBytes = 1 << 18

    init(progress: JoinProgress, takes: [String], hasLeft: Bool = false) {
        self.progress = progress
        self.takes = takes
        self.hasLeft = hasLeft
    }

    /// - Returns: nil unless a join has stored it.
    init?(_ payload: [UInt8]) {
        guard payload.count <= Self.mostBytes,
            let record = try? JSONReader.read(payload.span, { reader throws(JSONError) in try Self(from: &reader) }),
            record.takes.count <= Presence.mostPatterns,
            record.takes.allSatisfy({ $0.utf8.count <= SessionSubjects.longestType })
        else { return nil }
        self = record
    }
}

extension JoinRecord: JSONCodable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if hasLeft { writer.member("left", true) }
        writer.member("progress", progress)
        writer.member("takes", takes)
        writer.endObject()
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        self.init(progress: JoinProgress(), takes: [])
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "left": hasLeft = try reader.bool()
            case "progress": progress = try reader.read()
            case "takes": takes = try reader.read()
            default: try reader.skipValue()
            }
        }
    }
}

/// How far a join has got with the others' lines.
struct JoinProgress: Equatable {
    /// The lines written to its bus: for each sender, the last one of each type.
    var written = PeerPositions()
    /// By the consumer's name: the last message from outside all joins.
    var foreign: [String: ForeignPlace] = [:]
    /// When the stream was created, which distinguishes it from another one of the same name.
    var stream: String?
    /// By the consumer's name: everything up to this place in that stream is written.
    var places: [String: Int] = [:]

    static let highestPlace = 1 << 53
}

extension JoinProgress: JSONCodable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("foreign")
        writer.beginObject()
        for (consumer, place) in foreign.sorted(by: { $0.key < $1.key }) {
            writer.member(named: consumer, [place.time, place.sequence])
        }
        writer.endObject()
        writer.member("places", places)
        writer.key("senders")
        writer.beginArray()
        for (sender, types) in written.senders { writer.element(SenderState(sender: sender, types: types)) }
        writer.endArray()
        if let stream { writer.member("stream", stream) }
        writer.endObject()
    }

    struct SenderState: JSONWritable {
        let sender: SenderID
        let types: [String: UInt64]

        func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("incarnation", sender.incarnation)
            writer.member("name", sender.name)
            writer.member("types", types)
            writer.endObject()
        }
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "foreign":
                for (consumer, place) in try reader.read([String: [Int]].self) where place.count == 2 {
                    foreign[consumer] = ForeignPlace(time: place[0], sequence: place[1])
                }
            case "places":
                places = try reader.read([String: Int].self).mapValues { min(max(0, $0), Self.highestPlace) }
            case "senders":
                try reader.beginArray()
                while try reader.nextElement() { try readSender(&reader) }
            case "stream": stream = try reader.string()
            default: try reader.skipValue()
            }
        }
    }

    private mutating func readSender(_ reader: inout JSONReader) throws(JSONError) {
        var (name, incarnation, types): (String, String, [String: UInt64]) = ("", "", [:])
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "incarnation": incarnation = try reader.string()
            case "name": name = try reader.string()
            case "types": types = try reader.read()
            default: try reader.skipValue()
            }
        }
        guard let sender = SenderID(name: name, incarnation: incarnation) else { return }
        for (type, position) in types { written.note(min(position, LineStamp.highest), of: type, from: sender) }
    }
}

/// When this join stores its progress: soon after a write, and again until the server has it.
struct OwnRecord {

    private var number = 0
    /// Lines written since the last record.
    private var lines = 0
    private var since: Instant?
    private var publishedAt: Instant?
    private var storedAt: Instant?
    /// Whether something has changed since it was published.
    private var isStale = true
    /// Whether the others need not wait for this join.
    private(set) var isFarewell = false

    static let afterLines = 256
    static let after = Duration.milliseconds(50)
    static let patience = Duration.seconds(5)
    /// A stream deletes anything older than a day.
    static let refreshes = Duration.seconds(3600)

    /// Lines were written.
    mutating func changed(_ lines: Int, at now: Instant) {
        guard lines > 0 else { return }
        self.lines += lines
        if since == nil { since = now }
        isStale = true
    }

    /// After a reconnect, it is unknown what has arrived.
    mutating func publishAgain() { (publishedAt, storedAt, isStale) = (nil, nil, true) }

    /// The join ends.
    mutating func leave() {
        isFarewell = true
        publishAgain()
    }

    /// Whether the server knows that the join ends.
    var hasLeft: Bool { isFarewell && storedAt != nil && !isStale }

    private var dueAt: Instant? {
        if let publishedAt { return publishedAt + Self.patience }
        guard isStale else { return storedAt.map { $0 + Self.refreshes } }
        return since.map { $0 + Self.after }
    }

    var deadline: Instant? { dueAt }

    /// - Returns: the record's number if it is due now.
    mutating func due(at now: Instant) -> Int? {
        let isNew = publishedAt == nil && isStale && (lines >= Self.afterLines || storedAt == nil)
        guard isNew || dueAt.map({ now >= $0 }) ?? false else { return nil }
        number += 1
        (lines, since, isStale, publishedAt) = (0, nil, false, now)
        return number
    }

    /// The server has answered.
    mutating func wasStored(_ number: Int, at now: Instant) {
        guard number == self.number else { return }
        (publishedAt, storedAt) = (nil, now)
    }
}
