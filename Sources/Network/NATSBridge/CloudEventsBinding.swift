import Platform
import Encodings
import JSON
package import Wire

/// CloudEvents' NATS protocol binding (1.0.3-wip): converts lines of the bus to messages, and back.
///
/// Written messages are structured: the payload is the line, byte for byte; without their header, receivers would read them as binary.
/// Both kinds are read.
package enum CloudEventsBinding {
    private static let contentType = NATSHeader("Content-Type", "application/cloudevents+json; charset=utf-8")
    private static let linesType = NATSHeader("Content-Type", "application/x-ndjson; charset=utf-8")
    private static let mediaType = "application/cloudevents"

    /// - Parameter headers: in addition to the binding's.
    package static func message(
        _ line: [UInt8], on subject: String, reply: String? = nil, headers: [NATSHeader] = []
    ) -> NATSMessage {
        NATSMessage(subject, reply: reply, headers: [contentType] + headers, payload: line)
    }

    /// Several lines, with an LF between two of them.
    static func message(lines: some Collection<[UInt8]>, on subject: String, headers: [NATSHeader]) -> NATSMessage {
        var payload: [UInt8] = []
        payload.reserveCapacity(lines.reduce(0) { $0 + $1.count + 1 })
        for line in lines {
            if !payload.isEmpty { payload.append(0x0A) }
            payload += line
        }
        return NATSMessage(subject, headers: [linesType] + headers, payload: payload)
    }

    /// - Parameter limit: the longest line, in bytes.
    package static func line(_ message: NATSMessage, limit: Int) throws(BindingError) -> BusLine {
        let type = message[contentType.name] ?? ""
        if type != contentType.value {
            guard type.lowercased().hasPrefix(mediaType) else { return try BinaryEvent.line(message, limit: limit) }
            guard isJSON(type) else { throw .format(type) }
        }
        return try line(message.payload, limit: limit)
    }

    /// True if a message is to be an event; otherwise its payload is the data of one.
    static func isEvent(_ message: NATSMessage) -> Bool {
        message[contentType.name]?.lowercased().hasPrefix(mediaType) == true || message["ce-specversion"] != nil
    }

    /// A message whose payload is an event's data.
    static func bare(_ line: BusLine, on subject: String) -> NATSMessage {
        let data = line.event?.data ?? []
        return NATSMessage(subject, headers: BinaryEvent.headers(line.type, line.name), payload: data)
    }

    /// An event's JSON. A message in the form that ``message(_:on:reply:headers:)`` makes is not checked.
    static func payload(of message: NATSMessage) throws(BindingError) -> [UInt8] {
        if message[contentType.name] == contentType.value { return message.payload }
        return try line(message, limit: .max).bytes
    }

    static func line(_ payload: [UInt8], limit: Int) throws(BindingError) -> BusLine {
        guard payload.count <= limit else { throw .event(.lineTooLong(bytes: payload.count, limit: limit)) }
        do throws(EnvelopeError) { return try BusLine(payload.onOneLine) } catch { throw .event(error) }
    }

    private static func isJSON(_ type: String) -> Bool {
        let parts = type.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
        guard parts.first == "\(mediaType)+json" else { return false }
        return parts.dropFirst().allSatisfy {
            !$0.hasPrefix("charset=") || ["charset=utf-8", "charset=\"utf-8\""].contains($0)
        }
    }
}

/// A message in binary mode: attributes are `ce-NAME` headers, and the payload is the data.
enum BinaryEvent {
    private static let prefix = "ce-"
    /// The longest attribute name; the specification recommends at most 20 letters and digits.
    private static let longestName = 64

    static func headers(_ type: String, _ name: EventName) -> [NATSHeader] {
        [("specversion", "1.0"), ("type", type), ("source", name.source), ("id", name.id)].map {
            NATSHeader(prefix + $0, AttributeCoding.encode($1))
        }
    }

    static func line(_ message: NATSMessage, limit: Int) throws(BindingError) -> BusLine {
        var attributes = try attributes(of: message)
        guard !attributes.isEmpty else { throw .format(message["Content-Type"] ?? "") }
        guard attributes["specversion"] == "1.0" else { throw .header("ce-specversion") }
        // Only the bus marks an event as replayed or injected.
        for name in ["replayed", "injected", "datacontenttype"] { attributes[name] = nil }
        let data = try data(of: message)
        let line = JSONWriter.write { writer in
            writer.beginObject()
            for name in order(attributes.keys) { writer.member(named: name, attributes[name] ?? "") }
            writer.member("data", JSONBytes(data))
            writer.endObject()
        }
        return try CloudEventsBinding.line(line, limit: limit)
    }

    /// The data of a message: one JSON object and nothing more, since anything after it would be taken for attributes.
    private static func data(of message: NATSMessage) throws(BindingError) -> [UInt8] {
        guard !message.payload.isEmpty else { return Array("{}".utf8) }
        do throws(JSONError) {
            return try JSONReader.read(message.payload.span) { reader throws(JSONError) in
                guard reader.nextByte == UInt8(ascii: "{") else { throw reader.mismatch("an object") }
                let range = try reader.skipValue()
                return reader.bytes(range).onOneLine
            }
        } catch {
            throw .data
        }
    }

    private static func attributes(of message: NATSMessage) throws(BindingError) -> [String: String] {
        var attributes: [String: String] = [:]
        for header in message.headers where header.name.lowercased().hasPrefix(prefix) {
            let name = header.name.lowercased().dropFirst(prefix.utf8.count)
            guard isName(name), attributes[String(name)] == nil, let value = AttributeCoding.decode(header.value) else {
                throw .header(header.name)
            }
            attributes[String(name)] = value
        }
        return attributes
    }

    /// The names in the order in which Viperline's programs write them; others follow, by name.
    private static func order(_ names: some Sequence<String>) -> [String] {
        let known = EnvelopeAttribute.allCases.map(\.rawValue)
        let names = Set(names)
        return known.filter(names.contains) + names.subtracting(known).sorted()
    }

    /// True for a name that an attribute may have; `data` is the payload.
    private static func isName(_ name: Substring) -> Bool {
        name.utf8.count <= longestName && name != "data" && name.utf8.isWord(with: "")
    }
}

/// Why a message on NATS is not an event for the bus.
package enum BindingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The message is neither structured nor binary, or in a format other than JSON.
    case format(String)
    /// An invalid header of a binary message, by its name.
    case header(String)
    /// The payload of a binary message is not a JSON object.
    case data
    case event(EnvelopeError)

    package var description: String {
        switch self {
        case .format(let type) where type.isEmpty: "no CloudEvent: neither a Content-Type of one nor ce- headers"
        case .format(let type): "no CloudEvent in JSON, but \(type.prefix(100))"
        case .header(let name): "the header \(name.prefix(100)) cannot be read"
        case .data: "the payload is not a JSON object"
        case .event(let error): "\(error)"
        }
    }
}

/// Attribute values as header values: CloudEvents' NATS protocol binding, section 3.1.3.2.
package enum AttributeCoding {
    package static func encode(_ text: String) -> String { PercentEncoding.header.encode(text) }

    /// Removes quotes and backslashes, then decodes percent codes.
    /// - Returns: nil if a quote is open, a `%` does not precede two hexadecimal digits, or the result is not UTF-8.
    package static func decode(_ value: String) -> String? {
        unquoted(Array(value.utf8)).flatMap { PercentEncoding.text($0) }
    }

    private static func unquoted(_ value: [UInt8]) -> [UInt8]? {
        let quote = UInt8(ascii: "\"")
        guard value.first == quote else { return value }
        var text: [UInt8] = []
        var rest = value.dropFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case quote: return rest.isEmpty ? text : nil
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { return nil }
                text.append(next)
            default: text.append(byte)
            }
        }
        return nil
    }
}
