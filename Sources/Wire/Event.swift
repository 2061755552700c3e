package import FoundationEssentials
package import JSON

/// One CloudEvents 1.0 event: what a role reads and writes, one a line.
///
/// Lenient in: whatever a line leaves out is empty or nil here. Strict out: ``EventStamp`` fills in `source` and `id`
/// before the event is written.
package struct Event: Equatable, Sendable {
    /// `<role>.<input or output>.<message>`, such as `view.output.didSearch`.
    package var type: String
    /// The service's name in the compose file; empty until it is stamped.
    package var source = ""
    /// Unique for its source; empty until it is stamped.
    package var id = ""
    /// The scene instance that it is about, where there is one.
    package var subject: String?
    /// The id of the user action (or of the pipeline request) that began the chain.
    package var correlationID: String?
    /// The id of the event that this one directly answers.
    package var causationID: String?
    /// The source of that event, where its id alone might be another's too.
    package var causationSource: String?
    /// RFC 3339.
    package var time: String?
    /// An earlier process of the service that reads this was sent it too, and may have acted on it.
    package var isReplayed = false
    /// The payload, a JSON object, as bytes: decoded only by who knows its type.
    package var data: [UInt8] = Array("{}".utf8)

    /// The user action that this event belongs to; an event that names none began the chain itself.
    package var correlation: String { correlationID ?? id }

    package init(type: String, subject: String? = nil) {
        self.type = type
        self.subject = subject
    }

    /// An event with a payload, beginning a chain of its own.
    package init(_ type: String, _ payload: some JSONWritable, subject: String? = nil) {
        self.init(type: type, subject: subject)
        data = payload.json
    }

    @_disfavoredOverload
    package init(_ type: String, _ payload: some Encodable, subject: String? = nil) {
        self.init(type: type, subject: subject)
        data = Payload.encode(payload)
    }

    /// An event that answers another one: it stays in that one's chain and, unless told otherwise, on its subject.
    package init(
        _ type: String, _ payload: some JSONWritable, answering cause: Event, subject: String? = nil
    ) {
        self.init(type, payload, subject: subject ?? cause.subject)
        correlationID = cause.correlation
        name(cause)
    }

    @_disfavoredOverload
    package init(
        _ type: String, _ payload: some Encodable, answering cause: Event, subject: String? = nil
    ) {
        self.init(type, payload, subject: subject ?? cause.subject)
        correlationID = cause.correlation
        name(cause)
    }

    /// Names the event that this one answers. Ids are unique for their source only; those that begin with its name, as ours
    /// do, need no more.
    package mutating func name(_ cause: Event) {
        causationID = cause.id
        causationSource = cause.hasTellingID || cause.source.isEmpty ? nil : cause.source
    }

    /// Whether the id begins with the source and a joint.
    private var hasTellingID: Bool {
        var place = id.utf8.startIndex
        for byte in source.utf8 {
            guard place < id.utf8.endIndex, id.utf8[place] == byte else { return false }
            id.utf8.formIndex(after: &place)
        }
        return place < id.utf8.endIndex && EventStamp.joints.contains(id.utf8[place])
    }

    /// Reads the payload as the message that ``type`` stands for.
    package func decode<Message: JSONReadable>(_ message: Message.Type) throws(PayloadError) -> Message {
        try Payload.decode(message, from: data, of: type)
    }

    @_disfavoredOverload
    package func decode<Message: Decodable>(_ message: Message.Type) throws(PayloadError) -> Message {
        try Payload.decode(message, from: data, of: type)
    }

    /// Reads the payload as a message that can't be made of JSON alone.
    package func decode<Message: DecodableWithConfiguration>(
        _ message: Message.Type, configuration: Message.DecodingConfiguration
    ) throws(PayloadError) -> Message {
        try Payload.decode(message, from: data, of: type, configuration: configuration)
    }
}
