/// JSON strings, in and out.
///
/// What leaves our encoders is safe to print raw: controls, DEL, C1, U+2028 and U+2029 are `\u` escapes.
package enum JSONText {
    /// Appends `text` as a JSON string, with its quotes.
    package static func append(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += #"\""#.utf8
            case "\\": output += #"\\"#.utf8
            case "\n": output += #"\n"#.utf8
            case "\t": output += #"\t"#.utf8
            case "\r": output += #"\r"#.utf8
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                appendEscape(UInt16(scalar.value), to: &output)
            default: output += UTF8.encode(scalar).unsafelyUnwrapped
            }
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
            switch json[at] {
            case 0x7F:
                appendEscape(0x7F, to: &output)
                at += 1
            case 0xC2 where at + 1 < json.count && 0x80...0x9F ~= json[at + 1]:
                appendEscape(UInt16(json[at + 1]), to: &output)
                at += 2
            case 0xE2 where at + 2 < json.count && json[at + 1] == 0x80 && 0xA8...0xA9 ~= json[at + 2]:
                appendEscape(0x2028 + UInt16(json[at + 2] - 0xA8), to: &output)
                at += 3
            default:
                output.append(json[at])
                at += 1
            }
        }
        return output
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

    private static func appendEscape(_ value: UInt16, to output: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        output += #"\u"#.utf8
        for shift in [12, 8, 4, 0] { output.append(digits[Int(value >> shift) & 0xF]) }
    }
}
