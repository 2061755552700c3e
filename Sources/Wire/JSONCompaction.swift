/// Passes JSON on as one line, without building it: numbers, escapes and the order of members stay as they stand.
/// Only half a surrogate pair becomes U+FFFD: readers such as jq 1.6 would end at it.
package enum JSONCompaction {
    /// Appends a JSON text without the white space between its values.
    /// - Parameter json: any JSON value (RFC 8259), with a byte order mark or without.
    /// - Returns: false, with nothing appended, where it is none.
    package static func append(_ json: [UInt8], to output: inout [UInt8]) -> Bool {
        guard let value = value(in: json.span) else { return false }
        output.reserveCapacity(output.count + value.count)
        copy(json.span.extracting(value), to: &output)
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

    /// Copies what stands between blanks in one piece, as far as nothing in it needs an escape.
    private static func copy(_ json: Span<UInt8>, to output: inout [UInt8]) {
        var copied = 0
        var at = 0
        while at < json.count {
            switch json[at] {
            case UInt8(ascii: "\""):
                at = JSONText.printableEnd(json, at + 1)
                while json[at] != UInt8(ascii: "\"") {
                    if let (unit, length) = JSONText.unprintable(json, at) {
                        output.append(json.extracting(copied..<at))
                        JSONText.appendEscape(unit, to: &output)
                        at += length
                        copied = at
                    } else {
                        // A backslash; what it escapes may be a quote.
                        let escape = JSONText.escape(json, at)
                        if escape.isLoneSurrogate {
                            output.append(json.extracting(copied..<at))
                            JSONText.appendEscape(0xFFFD, to: &output)
                            copied = at + escape.length
                        }
                        at += escape.length
                    }
                    at = JSONText.printableEnd(json, at)
                }
                at += 1
            case 0x20, 0x09, 0x0A, 0x0D:
                output.append(json.extracting(copied..<at))
                at = JSONScanner.skipWhitespace(json, at)
                copied = at
            default: at += 1
            }
        }
        output.append(json.extracting(copied..<at))
    }
}
