import JSON
package import Wire

/// A line of the bus with the attributes that a bridge needs. The line itself is never rewritten.
///
/// An object, because a line is handed on many times: a value would count the references of each of its texts each time.
package final class BusLine: Sendable {
    /// The line without its LF.
    package let bytes: [UInt8]
    package let type: String
    package let source: String?
    package let id: String?
    package let subject: String?
    package let correlationID: String?
    package let causationID: String?
    package let causationSource: String?
    package let isReplayed: Bool

    package init(_ bytes: [UInt8]) throws(EnvelopeError) {
        let layout = try EnvelopeScanner.scan(bytes.span)
        guard let type = try layout.text(.type, in: bytes.span) else { throw .missingType }
        self.type = type
        source = try layout.text(.source, in: bytes.span)
        id = try layout.text(.id, in: bytes.span)
        subject = try layout.text(.subject, in: bytes.span)
        correlationID = try layout.text(.correlationid, in: bytes.span)
        causationID = try layout.text(.causationid, in: bytes.span)
        causationSource = try layout.text(.causationsource, in: bytes.span)
        isReplayed = layout[.replayed].map { bytes[$0.lowerBound] == UInt8(ascii: "t") } ?? false
        self.bytes = bytes
    }

    package var name: EventName { (source ?? "", id ?? "") }
    /// The chain of the event; an event without one starts its own.
    package var chain: String { correlationID ?? id ?? "" }
    package var event: Event? {
        let bytes = bytes
        return try? Event(line: bytes.span)
    }

    /// The line with another source. A bus drops a line that claims a source other than the service that writes it.
    package func claimed(by service: String) -> [UInt8] {
        let bytes = bytes
        guard let source, source != service, let layout = try? EnvelopeScanner.scan(bytes.span),
            let range = layout[.source]
        else { return bytes }
        var claimed = Array(bytes[..<range.lowerBound])
        JSONText.append(service, to: &claimed)
        return claimed + bytes[range.upperBound...]
    }

    /// The line of a request that may have been sent to another process before, marked as the bus does it.
    var replayed: [UInt8] {
        let bytes = bytes
        guard let layout = try? EnvelopeScanner.scan(bytes.span), layout[.replayed] == nil,
            let brace = bytes.firstIndex(of: UInt8(ascii: "{"))
        else { return bytes }
        return Array(bytes[...brace]) + #""replayed":true,"#.utf8 + bytes[(brace + 1)...]
    }
}

extension [UInt8] {
    /// The bytes with blanks for line ends, which occur in JSON only between values, where both mean the same.
    var onOneLine: [UInt8] {
        contains { $0 == 0x0A || $0 == 0x0D } ? map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } : self
    }
}

/// Source and id, which together identify an event.
package typealias EventName = (source: String, id: String)
