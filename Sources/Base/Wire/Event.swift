package import JSON

/// A CloudEvents 1.0 event: roles read and write one a line.
///
/// Lenient in: missing attributes are empty or nil. Strict out: ``EventStamp`` fills in `source` and `id` before the event is
/// written.
package struct Event: Equatable, Sendable {
    /// `<role>.<input or output>.<message>`, such as `view.output.didSearch`.
    package var type: String
    /// The service's name in the compose file; empty until stamped.
    package var source = ""
    /// An id that is unique within its source; empty until stamped.
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
    package var data = Event.noData

    /// `{}`, which no event has to make.
    private static let noData: [UInt8] = [0x7B, 0x7D]

    /// The user action that this event belongs to. An event without one begins a chain itself.
    package var correlation: String { correlationID ?? id }
}

// In an extension, so that the structure keeps the initializer of its members: one that sets them one after the other copies the event.
extension Event {
    package init(type: String, subject: String? = nil) {
        self.init(type: type, subject: subject, data: Event.noData)
    }

    /// An event with a payload, beginning a chain of its own.
    package init(_ type: String, _ payload: some JSONWritable, subject: String? = nil) {
        self.init(type: type, subject: subject, data: payload.json)
    }

    /// An answer to another event: in the same chain and, by default, about the same subject.
    package init(
        _ type: String, _ payload: some JSONWritable, answering cause: borrowing Event, subject: String? = nil
    ) {
        self.init(type, data: payload.json, answering: cause, subject: subject)
    }

    package init(_ type: String, data: [UInt8], answering cause: borrowing Event, subject: String? = nil) {
        self.init(
            type: type, subject: subject ?? cause.subject, correlationID: cause.correlation, causationID: cause.id,
            causationSource: cause.sourceBesideID, data: data)
    }

    /// Names the event that this one answers.
    package mutating func name(_ cause: Event) {
        causationID = cause.id
        causationSource = cause.sourceBesideID
    }

    /// Ids are unique within their source only; those that begin with its name, as Viperline's do, need no source beside them.
    private var sourceBesideID: String? { source.isEmpty || EventStamp.isStamp(id, of: source) ? nil : source }

    /// Reports that a line is not an event.
    /// - Parameter line: the beginning of the line.
    package init(refusing line: String, because error: EnvelopeError) {
        self.init(ProcessOutput.Refused.type, ProcessOutput.Refused(reason: "\(error)", line: line))
    }

    /// Reports that another event could not be taken.
    package init(refusing event: Event, because error: PayloadError) {
        let line = String(decoding: event.data.prefix(200), as: UTF8.self)
        self.init(
            ProcessOutput.Refused.type, ProcessOutput.Refused(reason: "\(error)", line: line), answering: event)
    }

    /// Reads the payload as the message that belongs to ``type``.
    package func decode<Message: JSONReadable>(_ message: Message.Type) throws(PayloadError) -> Message {
        try Payload.decode(message, from: data, of: type)
    }

    /// Reads an event from a line, leniently.
    /// - Parameter line: the bytes without the LF.
    package init(line: Span<UInt8>) throws(EnvelopeError) {
        let layout = try EnvelopeScanner.scan(line)
        guard let type = try layout.text(.type, in: line) else { throw .missingType }
        try self.init(
            type: type, source: layout.text(.source, in: line) ?? "", id: layout.text(.id, in: line) ?? "",
            subject: layout.text(.subject, in: line), correlationID: layout.text(.correlationid, in: line),
            causationID: layout.text(.causationid, in: line), causationSource: layout.text(.causationsource, in: line),
            time: layout.text(.time, in: line),
            isReplayed: layout[.replayed].map { line[$0.lowerBound] == UInt8(ascii: "t") } ?? false,
            data: layout[.data].map { line.extracting($0).withUnsafeBufferPointer(Array.init) } ?? Event.noData)
    }

    package init(line: String) throws(EnvelopeError) {
        let bytes = Array(line.utf8)
        try self.init(line: bytes.span)
    }

    /// The whole line, with its LF.
    package var line: [UInt8] { JSONWriter.write { appendLine(to: &$0) } }

    /// Writes the attributes in the order that the bus has a fast path for.
    package func appendLine(to writer: inout JSONWriter) {
        writer.reserve(256 + data.count)
        writer.literal(#"{"specversion":"1.0","type":"#)
        writer.string(type)
        func append(_ name: StaticString, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            writer.literal(name)
            writer.string(value)
        }
        append(#","source":"#, source)
        append(#","id":"#, id)
        append(#","subject":"#, subject)
        append(#","correlationid":"#, correlationID)
        append(#","causationid":"#, causationID)
        append(#","causationsource":"#, causationSource)
        append(#","time":"#, time)
        if isReplayed { writer.literal(#","replayed":true"#) }
        writer.literal(#","data":"#)
        writer.json(data)
        writer.literal("}\n")
    }
}

/// Payloads as JSON bytes. Keys are sorted, so that equal payloads are equal bytes.
package enum Payload {
    package static func encode(_ value: some JSONWritable) -> [UInt8] { value.json }

    package static func decode<Message: JSONReadable>(
        _ message: Message.Type, from json: [UInt8], of type: String
    ) throws(PayloadError) -> Message {
        try read(json, of: type) { reader throws(JSONError) in try Message(from: &reader) }
    }

    /// Reads what JSON alone does not make, such as a value that also needs settings.
    package static func read<Message>(
        _ json: [UInt8], of type: String, _ body: (inout JSONReader) throws(JSONError) -> Message
    ) throws(PayloadError) -> Message {
        do throws(JSONError) {
            return try JSONReader.read(json.span, root: "data", body)
        } catch {
            throw PayloadError(type: type, reason: "\(error)")
        }
    }
}

/// A payload does not have the shape of its type.
package struct PayloadError: Error, Equatable, Sendable, CustomStringConvertible {
    package let type: String
    /// The path of the member and what is wrong with it.
    package let reason: String

    package init(type: String, reason: String) {
        self.type = type
        self.reason = reason
    }

    package var description: String { "\(type): \(reason)" }
}
