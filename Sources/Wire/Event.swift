package import JSON

/// One CloudEvents 1.0 event: roles read and write one a line.
///
/// Lenient in: missing attributes are empty or nil. Strict out: ``EventStamp`` fills in `source` and `id` before the event is
/// written.
package struct Event: Equatable, Sendable {
    /// `<role>.<input or output>.<message>`, such as `view.output.didSearch`.
    package var type: String
    /// The service's name in the compose file; empty until stamped.
    package var source = ""
    /// Unique within its source; empty until stamped.
    package var id = ""
    /// The scene instance concerned, if any.
    package var subject: String?
    /// The id of the user action (or of the pipeline request) that began the chain.
    package var correlationID: String?
    /// The id of the event that this one directly answers.
    package var causationID: String?
    /// The source of that event, if its id alone is ambiguous.
    package var causationSource: String?
    /// RFC 3339.
    package var time: String?
    /// The receiver's predecessor was sent this event too and may have acted on it.
    package var isReplayed = false
    /// The payload: a JSON object.
    package var data: [UInt8] = Array("{}".utf8)

    /// The user action that this event belongs to. An event without one begins a chain itself.
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

    /// An answer to another event: in the same chain and, by default, about the same subject.
    package init(
        _ type: String, _ payload: some JSONWritable, answering cause: Event, subject: String? = nil
    ) {
        self.init(type, payload, subject: subject ?? cause.subject)
        correlationID = cause.correlation
        name(cause)
    }

    /// Names the event that this one answers. Ids are unique within their source only; those that begin with its name, as ours
    /// do, need no source beside them.
    package mutating func name(_ cause: Event) {
        causationID = cause.id
        causationSource =
            cause.source.isEmpty || EventStamp.tells(cause.id, source: cause.source) ? nil : cause.source
    }

    /// Tells that another event could not be taken.
    package init(refusing event: Event, because error: PayloadError) {
        let line = String(decoding: event.data.prefix(200), as: UTF8.self)
        self.init(
            ProcessOutput.Refused.type, ProcessOutput.Refused(reason: "\(error)", line: line), answering: event)
    }

    /// Reads the payload as the message that ``type`` stands for.
    package func decode<Message: JSONReadable>(_ message: Message.Type) throws(PayloadError) -> Message {
        try Payload.decode(message, from: data, of: type)
    }
}
