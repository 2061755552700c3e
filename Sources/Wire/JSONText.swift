/// JSON strings, in and out.
///
/// What leaves our encoders is safe to print raw: controls, DEL, C1, U+2028 and U+2029 are `\u` escapes.
package enum JSONText {
    /// Appends `text` as a JSON string, with its quotes.
    package static func append(_ text: String, to output: inout [UInt8]) { append(text.utf8.span, to: &output) }

    /// Appends UTF-8 as a JSON string, with its quotes.
    /// - Returns: false, with nothing appended, where it is none.
    package static func append(validating text: [UInt8], to output: inout [UInt8]) -> Bool {
        guard (try? UTF8Span(validating: text.span)) != nil else { return false }
        append(text.span, to: &output)
        return true
    }

    private static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        var at = 0
        while true {
            let end = printableEnd(text, at)
            output.append(text.extracting(at..<end))
            at = end
            guard at < text.count else { break }
            switch text[at] {
            case UInt8(ascii: "\""): output += #"\""#.utf8
            case UInt8(ascii: "\\"): output += #"\\"#.utf8
            case UInt8(ascii: "\n"): output += #"\n"#.utf8
            case UInt8(ascii: "\t"): output += #"\t"#.utf8
            case UInt8(ascii: "\r"): output += #"\r"#.utf8
            default:
                let (unit, length) = unprintable(text, at) ?? (UInt16(text[at]), 1)
                appendEscape(unit, to: &output)
                at += length - 1
            }
            at += 1
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Escapes what JSONEncoder leaves raw. Outside strings JSON is plain ASCII, so a pass over the bytes is enough.
    package static func escapingUnprintable(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else { return json }
        var output: [UInt8] = []
        output.reserveCapacity(json.count + 32)
        var at = 0
        while at < json.count {
            if let (unit, length) = unprintable(json.span, at) {
                appendEscape(unit, to: &output)
                at += length
            } else {
                output.append(json[at])
                at += 1
            }
        }
        return output
    }

    /// Where the next byte stands, in UTF-8, that a JSON string of ours does not have as it is: a quote, a backslash, a
    /// control, or what is ``unprintable(_:_:)``.
    static func printableEnd(_ text: Span<UInt8>, _ start: Int) -> Int {
        var at = PlainRun.end(text, start)
        while at < text.count, text[at] >= 0x80, unprintable(text, at) == nil {
            repeat { at += 1 } while at < text.count && text[at] & 0xC0 == 0x80
            at = PlainRun.end(text, at)
        }
        return at
    }

    /// The character that begins here, and its bytes, where JSON allows it raw and a terminal does not: DEL, C1, U+2028
    /// and U+2029.
    static func unprintable(_ text: Span<UInt8>, _ at: Int) -> (unit: UInt16, length: Int)? {
        switch text[at] {
        case 0x7F: (0x7F, 1)
        case 0xC2 where at + 1 < text.count && 0x80...0x9F ~= text[at + 1]: (UInt16(text[at + 1]), 2)
        case 0xE2 where at + 2 < text.count && text[at + 1] == 0x80 && 0xA8...0xA9 ~= text[at + 2]:
            (0x2028 + UInt16(text[at + 2] - 0xA8), 3)
        default: nil
        }
    }

    /// The text of a JSON string that was scanned before; nil for a lone surrogate.
    package static func decode(_ quoted: Span<UInt8>) -> String? {
        var units: [UInt8] = []
        units.reserveCapacity(quoted.count)
        var at = 1
        let end = quoted.count - 1
        while at < end {
            guard quoted[at] == UInt8(ascii: "\\") else {
                units.append(quoted[at])
                at += 1
                continue
            }
            guard let (scalar, next) = unescape(quoted, at) else { return nil }
            units += UTF8.encode(scalar).unsafelyUnwrapped
            at = next
        }
        return String(validating: units, as: UTF8.self)
    }

    private static func unescape(_ bytes: Span<UInt8>, _ at: Int) -> (Unicode.Scalar, Int)? {
        switch bytes[at + 1] {
        case UInt8(ascii: "n"): return ("\n", at + 2)
        case UInt8(ascii: "t"): return ("\t", at + 2)
        case UInt8(ascii: "r"): return ("\r", at + 2)
        case UInt8(ascii: "b"): return ("\u{8}", at + 2)
        case UInt8(ascii: "f"): return ("\u{C}", at + 2)
        case UInt8(ascii: "u"): return unescapeUnicode(bytes, at)
        default: return (Unicode.Scalar(bytes[at + 1]), at + 2)
        }
    }

    private static func unescapeUnicode(_ bytes: Span<UInt8>, _ at: Int) -> (Unicode.Scalar, Int)? {
        let unit = codeUnit(bytes, at + 2)
        if let scalar = Unicode.Scalar(unit) { return (scalar, at + 6) }
        guard UTF16.isLeadSurrogate(unit), at + 12 <= bytes.count,
            bytes[at + 6] == UInt8(ascii: "\\"), bytes[at + 7] == UInt8(ascii: "u")
        else { return nil }
        let trail = codeUnit(bytes, at + 8)
        guard UTF16.isTrailSurrogate(trail) else { return nil }
        let value = 0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(trail - 0xDC00)
        return Unicode.Scalar(value).map { ($0, at + 12) }
    }

    private static func codeUnit(_ bytes: Span<UInt8>, _ start: Int) -> UInt16 {
        (start..<start + 4).reduce(0) { $0 << 4 | (JSONScanner.hexValue(bytes[$1]) ?? 0) }
    }

    /// JSON in which every half of a surrogate pair that stands alone is U+FFFD. Such an escape is well-formed (RFC 8259
    /// §8.2), but no character: readers refuse the text, or all of the document.
    /// - Parameter json: any bytes; what is no JSON stays none.
    package static func replacingLoneSurrogates(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(UInt8(ascii: "\\")) else { return json }
        var output: [UInt8] = []
        var copied = 0
        var at = 0
        while at < json.count {
            guard json[at] == UInt8(ascii: "\\") else {
                at += 1
                continue
            }
            let escape = escape(json.span, at)
            if escape.isLoneSurrogate {
                output += json[copied..<at]
                appendEscape(0xFFFD, to: &output)
                copied = at + escape.length
            }
            at += escape.length
        }
        return copied == 0 ? json : output + json[copied...]
    }

    /// The bytes of the escape that begins at a backslash, a surrogate pair as one; and whether it is but half a pair.
    static func escape(_ text: Span<UInt8>, _ at: Int) -> (length: Int, isLoneSurrogate: Bool) {
        guard let unit = unicodeEscape(text, at) else { return (2, false) }
        guard UTF16.isSurrogate(unit) else { return (6, false) }
        guard UTF16.isLeadSurrogate(unit), let next = unicodeEscape(text, at + 6), UTF16.isTrailSurrogate(next) else {
            return (6, true)
        }
        return (12, false)
    }

    /// The code unit of `\uXXXX`; nil where something else stands.
    private static func unicodeEscape(_ text: Span<UInt8>, _ at: Int) -> UInt16? {
        guard at + 6 <= text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u"),
            (at + 2..<at + 6).allSatisfy({ JSONScanner.hexValue(text[$0]) != nil })
        else { return nil }
        return codeUnit(text, at + 2)
    }

    static func appendEscape(_ value: UInt16, to output: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        output += #"\u"#.utf8
        for shift in [12, 8, 4, 0] { output.append(digits[Int(value >> shift) & 0xF]) }
    }
}
