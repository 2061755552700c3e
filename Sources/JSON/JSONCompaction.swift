/// JSON on one line: numbers, escapes and the order of members stay as they are. Only lone surrogates become U+FFFD,
/// because readers such as jq 1.6 stop at them.
public enum JSONCompaction {
    /// Appends a JSON text without its white space.
    /// - Parameter json: any value (RFC 8259), with a byte order mark or without.
    /// - Returns: false, with nothing appended, if it is not JSON.
    public static func append(_ json: [UInt8], to output: inout [UInt8]) -> Bool {
        guard let value = value(in: json.span) else { return false }
        output.reserveCapacity(output.count + value.count)
        copy(json.span.extracting(value), to: &output)
        return true
    }

    private static func value(in json: Span<UInt8>) -> Range<Int>? {
        try? JSONReader.read(json) { reader throws(JSONError) in try reader.skipValue() }
    }

    /// Copies runs between white space whole, unless they need an escape.
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
                at = skipWhitespace(json, at)
                copied = at
            default: at += 1
            }
        }
        output.append(json.extracting(copied..<at))
    }

    private static func skipWhitespace(_ json: Span<UInt8>, _ start: Int) -> Int {
        var at = start
        while at < json.count, json[at] <= 0x20 { at += 1 }
        return at
    }
}
