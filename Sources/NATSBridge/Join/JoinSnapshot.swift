import JSON

/// What a join's successor has to know.
///
/// A snapshot is written before the lines that it contains. The bus counts the lines that follow a snapshot, and drops as many of a
/// successor's first ones; the successor writes these lines again, so each is on the bus once, wherever the process died.
struct JoinSnapshot: Equatable {
    var incarnation: String
    /// The last event of the bus that the server has stored with all before it; nil for none.
    var stored: SentLines.Origin?
    /// The positions of types at that event.
    var types: [TypePosition] = []
    /// What was written, with `lines`.
    var written = PeerPositions()
    /// By the consumer's name.
    var foreign: [String: ForeignPlace] = [:]
    /// What is written next.
    var lines: [[UInt8]] = []
    /// Instead of `lines`, a line that is too long for a snapshot: who has published it, and where. It is not in `written`.
    var next: LineReference?
    /// Whether the newest states were written.
    var hasJoined = true

    struct LineReference: Equatable {
        var sender: SenderID
        var position: UInt64
    }
}

extension JoinSnapshot: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if !foreign.isEmpty {
            writer.key("foreign")
            writer.beginObject()
            for (consumer, place) in foreign.sorted(by: { $0.key < $1.key }) {
                writer.member(named: consumer, [place.time, place.sequence])
            }
            writer.endObject()
        }
        writer.member("hasJoined", hasJoined)
        writer.member("incarnation", incarnation)
        if !lines.isEmpty {
            writer.key("lines")
            writer.beginArray()
            for line in lines { writer.element(RawJSON(bytes: line)) }
            writer.endArray()
        }
        if let next {
            writer.key("next")
            writer.beginObject()
            writer.member("incarnation", next.sender.incarnation)
            writer.member("name", next.sender.name)
            writer.member("position", next.position)
            writer.endObject()
        }
        writer.key("senders")
        writer.beginArray()
        for (sender, types) in written.senders { writer.element(SenderState(sender: sender, types: types)) }
        writer.endArray()
        if let stored {
            writer.key("stored")
            writer.beginObject()
            writer.member("id", stored.id)
            writer.member("position", stored.position)
            writer.member("source", stored.source)
            writer.endObject()
        }
        writer.member("types", Dictionary(types.map { ($0.type, $0.position) }, uniquingKeysWith: max))
        writer.endObject()
    }

    struct RawJSON: JSONWritable {
        let bytes: [UInt8]
        func write(to writer: inout JSONWriter) { writer.json(bytes) }
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
}

extension JoinSnapshot: JSONReadable {
    init(from reader: inout JSONReader) throws(JSONError) {
        let object = try reader.beginObject()
        var incarnation: String?
        self.init(incarnation: "")
        while let key = try reader.nextKey() {
            switch key {
            case "foreign":
                for (consumer, place) in try reader.read([String: [Int]].self) where place.count == 2 {
                    foreign[consumer] = ForeignPlace(time: place[0], sequence: place[1])
                }
            case "hasJoined": hasJoined = try reader.bool()
            case "incarnation": incarnation = try reader.string()
            case "lines":
                try reader.beginArray()
                while try reader.nextElement() {
                    let range = try reader.skipValue()
                    lines.append(reader.bytes(range))
                }
            case "next": next = try Self.reference(&reader)
            case "senders":
                try reader.beginArray()
                while try reader.nextElement() { try readSender(&reader) }
            case "stored": stored = try Self.origin(&reader)
            case "types":
                types = try reader.read([String: UInt64].self).sorted { $0.key < $1.key }.map {
                    TypePosition($0.key, $0.value)
                }
            default: try reader.skipValue()
            }
        }
        guard let incarnation, SenderID.isWord(incarnation) else { throw .missing("incarnation", at: object) }
        self.incarnation = incarnation
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
        if let sender = SenderID(name: name, incarnation: incarnation) {
            for (type, position) in types { written.note(position, of: type, from: sender) }
        }
    }

    private static func reference(_ reader: inout JSONReader) throws(JSONError) -> LineReference? {
        var (name, incarnation, position): (String, String, UInt64) = ("", "", 0)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "incarnation": incarnation = try reader.string()
            case "name": name = try reader.string()
            case "position": position = try reader.read()
            default: try reader.skipValue()
            }
        }
        return SenderID(name: name, incarnation: incarnation).map { LineReference(sender: $0, position: position) }
    }

    private static func origin(_ reader: inout JSONReader) throws(JSONError) -> SentLines.Origin {
        var origin = SentLines.Origin(id: "", source: "", position: 0)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": origin.id = try reader.string()
            case "position": origin.position = try reader.read()
            case "source": origin.source = try reader.string()
            default: try reader.skipValue()
            }
        }
        return origin
    }
}
