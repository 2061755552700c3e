import Wire

/// CloudEvents' NATS protocol binding (1.0.3-wip): converts lines of the bus to messages, and back.
///
/// We write structured messages, whose payload is the line, byte for byte; without their header, receivers would read them as binary.
/// We read both.
package enum CloudEventsBinding {
    private static let contentType = NATSHeader("Content-Type", "application/cloudevents+json; charset=utf-8")
    private static let mediaType = "application/cloudevents"

    /// - Parameters:
    ///   - line: without its LF.
    ///   - headers: in addition to the binding's.
    package static func message(
        _ line: [UInt8], on subject: String, reply: String? = nil, headers: [NATSHeader] = []
    ) -> NATSMessage {
        NATSMessage(subject, reply: reply, headers: [contentType] + headers, payload: line)
    }

    /// - Parameter limit: the longest line, in bytes.
    package static func line(_ message: NATSMessage, limit: Int) throws(BindingError) -> BusLine {
        guard message.payload.count <= limit else {
            throw .event(.lineTooLong(bytes: message.payload.count, limit: limit))
        }
        let type = message[contentType.name] ?? ""
        if type == contentType.value { return try line(message.payload) }
        guard type.lowercased().hasPrefix(mediaType) else { return try BinaryEvent.line(message, limit: limit) }
        guard isJSON(type) else { throw .format(type) }
        return try line(message.payload)
    }

    /// An event's JSON. A message in the form that ``message(_:on:reply:headers:)`` makes is not checked.
    static func payload(of message: NATSMessage) throws(BindingError) -> [UInt8] {
        if message[contentType.name] == contentType.value { return message.payload }
        return try line(message, limit: .max).bytes
    }

    /// In JSON text, line ends occur only between values, where a space means the same.
    private static func line(_ payload: [UInt8]) throws(BindingError) -> BusLine {
        let isWhole = !payload.contains { $0 == 0x0A || $0 == 0x0D }
        do throws(EnvelopeError) {
            return try BusLine(isWhole ? payload : payload.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
        } catch {
            throw .event(error)
        }
    }

    private static func isJSON(_ type: String) -> Bool {
        let parts = type.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
        guard parts.first == "\(mediaType)+json" else { return false }
        return parts.dropFirst().allSatisfy {
            !$0.hasPrefix("charset=") || ["charset=utf-8", "charset=\"utf-8\""].contains($0)
        }
    }
}
