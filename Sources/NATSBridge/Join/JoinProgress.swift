import JSON

/// How far a join has got with the others' lines.
struct JoinProgress: Equatable {
    /// The lines written to its bus: for each sender, the last one of each type.
    var written = PeerPositions()
    /// By the consumer's name: the last message from outside all joins.
    var foreign: [String: ForeignPlace] = [:]
    /// When the stream was created, which tells it from another one of the same name.
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
