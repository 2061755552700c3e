import JSON

/// The state that a join's successor needs.
///
/// A snapshot is written before the lines that it contains. The bus counts the lines after a snapshot, and drops as many of a
/// successor's first ones. The successor writes these lines again, so each is on the bus once, wherever the process died.
struct JoinSnapshot: Equatable {
    var incarnation: String
    /// The last event of the bus that the server has stored, together with all before it; nil for none.
    var stored: SentLines.Origin?
    /// The positions of types at that event.
    var types: [TypePosition] = []
    /// Progress including `lines`, but its places are without them.
    var progress = JoinProgress()
    /// The others' backlogs of this join's lines, by their names.
    var backlogs: [String: PeerWindows.Backlog] = [:]
    /// The lines to be written next.
    var lines: [[UInt8]] = []
    /// Instead of `lines`, a line too long for a snapshot: its sender and position. It is not in `progress`.
    var next: LineReference?
    /// Whether the newest states were written.
    var hasJoined = true

    private static let mostCounted: UInt64 = 1 << 40

    struct LineReference: Equatable {
        var sender: SenderID
        var position: UInt64
    }
}

extension JoinSnapshot: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if !backlogs.isEmpty {
            writer.key("backlogs")
            writer.beginObject()
            for (name, backlog) in backlogs.sorted(by: { $0.key < $1.key }) {
                writer.member(named: name, [backlog.position, UInt64(backlog.lines), UInt64(backlog.bytes)])
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
        writer.member("progress", progress)
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
}

extension JoinSnapshot: JSONReadable {
    init(from reader: inout JSONReader) throws(JSONError) {
        let object = try reader.beginObject()
        var incarnation: String?
        self.init(incarnation: "")
        while let key = try reader.nextKey() {
            switch key {
            case "backlogs":
                for (name, numbers) in try reader.read([String: [UInt64]].self) where numbers.count == 3 {
                    let (lines, bytes) = (min(numbers[1], Self.mostCounted), min(numbers[2], Self.mostCounted))
                    backlogs[name] = PeerWindows.Backlog(position: numbers[0], lines: Int(lines), bytes: Int(bytes))
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
            case "progress": progress = try reader.read()
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
