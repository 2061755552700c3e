/// Reads the layout of an event from its line: every top-level member, in any order, with nothing built.
///
/// The whole line is checked to be JSON (RFC 8259), so that what passes here will not trip a reader behind it. A known
/// attribute that stands twice is refused, because readers differ in which of the two they take.
package enum EnvelopeScanner {
    /// - Parameter line: one line without its LF; a byte order mark and a CR at its end are passed over.
    package static func scan(_ line: Span<UInt8>) throws(EnvelopeError) -> EnvelopeLayout {
        guard (try? UTF8Span(validating: line)) != nil else { throw .notUTF8 }
        var at = JSONScanner.skipWhitespace(line, startsWithMark(line) ? 3 : 0)
        guard at < line.count, line[at] == UInt8(ascii: "{") else { throw .notAnObject }
        var layout = EnvelopeLayout()
        at = JSONScanner.skipWhitespace(line, at + 1)
        if at < line.count, line[at] == UInt8(ascii: "}") { throw .missingType }
        while true {
            at = try scanMember(line, at, into: &layout)
            guard at < line.count else { throw .invalidJSON(offset: at) }
            if line[at] == UInt8(ascii: "}") { break }
            at = JSONScanner.skipWhitespace(line, try JSONScanner.expect(UInt8(ascii: ","), line, at))
        }
        let end = JSONScanner.skipWhitespace(line, at + 1)
        guard end == line.count else { throw .invalidJSON(offset: end) }
        try check(layout, of: line)
        return layout
    }

    private static func startsWithMark(_ line: Span<UInt8>) -> Bool {
        line.count >= 3 && line[0] == 0xEF && line[1] == 0xBB && line[2] == 0xBF
    }

    private static func scanMember(
        _ line: Span<UInt8>, _ start: Int, into layout: inout EnvelopeLayout
    ) throws(EnvelopeError) -> Int {
        let keyEnd = try JSONScanner.skipString(line, start)
        let colon = try JSONScanner.expect(UInt8(ascii: ":"), line, JSONScanner.skipWhitespace(line, keyEnd))
        let valueStart = JSONScanner.skipWhitespace(line, colon)
        let valueEnd = try JSONScanner.skipValue(line, valueStart, depth: 1)
        if let attribute = attribute(key: line.extracting(start..<keyEnd)) {
            guard layout[attribute] == nil else { throw .duplicateAttribute(attribute.rawValue) }
            layout[attribute] = valueStart..<valueEnd
        } else {
            layout.extensions.append(start..<valueEnd)
        }
        return JSONScanner.skipWhitespace(line, valueEnd)
    }

    private static func attribute(key: Span<UInt8>) -> EnvelopeAttribute? {
        for index in 0..<key.count where key[index] == UInt8(ascii: "\\") {
            return JSONText.decode(key).flatMap(EnvelopeAttribute.init(rawValue:))
        }
        return EnvelopeAttribute(key: key.extracting(1..<key.count - 1))
    }

    private static func check(_ layout: EnvelopeLayout, of line: Span<UInt8>) throws(EnvelopeError) {
        guard let type = layout[.type] else { throw .missingType }
        guard type.count > 2 else { throw .notAString(attribute: "type") }
        for attribute in EnvelopeAttribute.allCases where attribute != .data {
            guard let value = layout[attribute] else { continue }
            guard line[value.lowerBound] == UInt8(ascii: "\"") else {
                throw .notAString(attribute: attribute.rawValue)
            }
        }
        if let version = layout[.specversion] {
            let text = JSONText.decode(line.extracting(version)) ?? "?"
            guard text == "1.0" else { throw .unsupportedVersion(text) }
        }
        if let data = layout[.data], line[data.lowerBound] != UInt8(ascii: "{") { throw .dataIsNoObject }
    }
}
