/// Passes JSON on as one line, without building it: numbers, escapes and the order of members stay as they stand.
package enum JSONCompaction {
    /// Appends a JSON text without the white space between its values.
    /// - Parameter json: any JSON value (RFC 8259), with a byte order mark or without.
    /// - Returns: false, with nothing appended, where it is none.
    package static func append(_ json: [UInt8], to output: inout [UInt8]) -> Bool {
        guard let value = value(in: json.span) else { return false }
        var compact: [UInt8] = []
        compact.reserveCapacity(value.count)
        copy(json.span.extracting(value), to: &compact)
        output += JSONText.escapingUnprintable(compact)
        return true
    }

    /// Where the only value stands, when all is well-formed.
    private static func value(in json: Span<UInt8>) -> Range<Int>? {
        guard (try? UTF8Span(validating: json)) != nil else { return nil }
        let hasMark = json.count >= 3 && json[0] == 0xEF && json[1] == 0xBB && json[2] == 0xBF
        let start = JSONScanner.skipWhitespace(json, hasMark ? 3 : 0)
        guard let end = try? JSONScanner.skipValue(json, start, depth: 1) else { return nil }
        return JSONScanner.skipWhitespace(json, end) == json.count ? start..<end : nil
    }

    private static func copy(_ json: Span<UInt8>, to output: inout [UInt8]) {
        var isString = false
        var at = 0
        while at < json.count {
            let byte = json[at]
            switch byte {
            case UInt8(ascii: "\""):
                isString.toggle()
                output.append(byte)
            case UInt8(ascii: "\\"):
                // Only strings have one; what it escapes may be a quote.
                output.append(byte)
                at += 1
                output.append(json[at])
            case 0x20 where isString: output.append(byte)
            // The other blanks do not stand in strings.
            case 0x20, 0x09, 0x0A, 0x0D: break
            default: output.append(byte)
            }
            at += 1
        }
    }
}
