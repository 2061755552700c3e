import Platform

/// JSON strings, in and out.
///
/// Written strings are safe to print as they are: controls, DEL, C1, U+2028 and U+2029 are escapes.
public enum JSONText {
    // MARK: - Out

    /// Appends `text` as a JSON string, with its quotes.
    public static func append(_ text: String, to output: inout [UInt8]) { append(text.utf8.span, to: &output) }

    /// Appends UTF-8 as a JSON string, with its quotes.
    /// - Returns: false, with nothing appended, if it is not UTF-8.
    public static func append(validating text: [UInt8], to output: inout [UInt8]) -> Bool {
        guard (try? UTF8Span(validating: text.span)) != nil else { return false }
        append(text.span, to: &output)
        return true
    }

    static func append(_ text: Span<UInt8>, to output: inout some JSONSink & ~Copyable) {
        output.append(UInt8(ascii: "\""))
        var at = 0
        while true {
            let end = printableEnd(text, at)
            output.append(text.extracting(at..<end))
            at = end
            guard at < text.count else { break }
            if let letter = shortEscape(text[at]) {
                output.append(UInt8(ascii: "\\"))
                output.append(letter)
                at += 1
            } else {
                let (unit, length) = unprintable(text, at) ?? (UInt16(text[at]), 1)
                appendEscape(unit, to: &output)
                at += length
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Appends a string with lone surrogates, which stay escapes, in the one spelling that it has.
    /// - Parameter quoted: checked by the scanner, with its quotes.
    static func append(respelling quoted: Span<UInt8>, to output: inout [UInt8]) {
        var text: [UInt8] = []
        func write() {
            var written: [UInt8] = []
            append(text.span, to: &written)
            output += written.dropFirst().dropLast()
            text = []
        }
        output.append(UInt8(ascii: "\""))
        var at = 1
        while at < quoted.count - 1 {
            if quoted[at] != UInt8(ascii: "\\") {
                text.append(quoted[at])
                at += 1
            } else if let (scalar, next) = unescape(quoted, at) {
                text += String(scalar).utf8
                at = next
            } else {
                write()
                appendEscape(unicodeEscape(quoted, at) ?? 0xFFFD, to: &output)
                at += 6
            }
        }
        write()
        output.append(UInt8(ascii: "\""))
    }

    private static func shortEscape(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
        case UInt8(ascii: "\n"): UInt8(ascii: "n")
        case UInt8(ascii: "\t"): UInt8(ascii: "t")
        case UInt8(ascii: "\r"): UInt8(ascii: "r")
        case 0x08: UInt8(ascii: "b")
        case 0x0C: UInt8(ascii: "f")
        default: nil
        }
    }

    /// Escapes what other encoders leave as it is. Outside of strings JSON is ASCII, so a pass over the bytes is enough.
    public static func escapingUnprintable(_ json: [UInt8]) -> [UInt8] {
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

    /// The offset of the next byte of UTF-8 that is written as an escape: a quote, a backslash, a control, or a byte that is
    /// ``unprintable(_:_:)``. The count if there is none.
    static func printableEnd(_ text: Span<UInt8>, _ start: Int) -> Int {
        var at = PlainRun.end(text, start)
        while at < text.count, text[at] >= 0x80, unprintable(text, at) == nil {
            repeat { at += 1 } while at < text.count && text[at] & 0xC0 == 0x80
            at = PlainRun.end(text, at)
        }
        return at
    }

    /// The character at this offset, and its length in bytes, if JSON allows it unescaped and a terminal does not: DEL,
    /// C1, U+2028 and U+2029.
    static func unprintable(_ text: Span<UInt8>, _ at: Int) -> (unit: UInt16, length: Int)? {
        switch text[at] {
        case 0x7F: (0x7F, 1)
        case 0xC2 where at + 1 < text.count && 0x80...0x9F ~= text[at + 1]: (UInt16(text[at + 1]), 2)
        case 0xE2 where at + 2 < text.count && text[at + 1] == 0x80 && 0xA8...0xA9 ~= text[at + 2]:
            (0x2028 + UInt16(text[at + 2] - 0xA8), 3)
        default: nil
        }
    }

    static func appendEscape(_ value: UInt16, to output: inout some JSONSink & ~Copyable) {
        output.append(UInt8(ascii: "\\"))
        output.append(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(truncatingIfNeeded: value >> shift) & 0xF
            output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    // MARK: - In

    /// The text of a JSON string that was scanned before; nil for a lone surrogate, and for a value that is not a string.
    /// - Parameter quoted: with its quotes.
    public static func decode(_ quoted: Span<UInt8>) -> String? {
        guard quoted.count >= 2, quoted[0] == UInt8(ascii: "\"") else { return nil }
        guard quoted.count > 2 else { return "" }
        return quoted.extracting(1..<quoted.count - 1).withUnsafeBufferPointer { unescape($0) }
    }

    /// - Parameter text: checked by the scanner, without its quotes.
    static func unescape(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard let base = text.baseAddress else { return "" }
        guard memchr(base, CInt(UInt8(ascii: "\\")), text.count) != nil else {
            return String(copying: UTF8Span(unchecked: text.span, isKnownASCII: isASCII(text)))
        }
        var units: [UInt8] = []
        units.reserveCapacity(text.count)
        var at = 0
        while at < text.count {
            let end = text[at...].firstIndex(of: UInt8(ascii: "\\")) ?? text.count
            units += text[at..<end]
            guard end < text.count else { break }
            guard let (scalar, next) = unescape(text.span, end) else { return nil }
            units += String(scalar).utf8
            at = next
        }
        return String(copying: UTF8Span(unchecked: units.span))
    }

    private static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var all: UInt8 = 0
        for byte in text { all |= byte }
        return all < 0x80
    }

    /// - Returns: the character that the escape at `at` stands for, and the offset after it.
    package static func unescape(_ bytes: Span<UInt8>, _ at: Int) -> (Unicode.Scalar, Int)? {
        guard at + 1 < bytes.count else { return nil }
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
        guard let unit = unicodeEscape(bytes, at) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (scalar, at + 6) }
        guard UTF16.isLeadSurrogate(unit), let trail = unicodeEscape(bytes, at + 6), UTF16.isTrailSurrogate(trail)
        else { return nil }
        let value = 0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(trail - 0xDC00)
        return Unicode.Scalar(value).map { ($0, at + 12) }
    }

    /// JSON with U+FFFD for each lone surrogate. Such an escape is well-formed (RFC 8259 §8.2), but not a character:
    /// readers refuse the string or the whole document.
    /// - Parameter json: any bytes.
    public static func replacingLoneSurrogates(_ json: [UInt8]) -> [UInt8] {
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

    /// The length of the escape at a backslash, a surrogate pair being one; and whether it is only half a pair.
    static func escape(_ text: Span<UInt8>, _ at: Int) -> (length: Int, isLoneSurrogate: Bool) {
        guard let unit = unicodeEscape(text, at) else { return (2, false) }
        guard UTF16.isSurrogate(unit) else { return (6, false) }
        guard UTF16.isLeadSurrogate(unit), let next = unicodeEscape(text, at + 6), UTF16.isTrailSurrogate(next) else {
            return (6, true)
        }
        return (12, false)
    }

    /// The code unit of `\uXXXX`; nil for anything else.
    private static func unicodeEscape(_ text: Span<UInt8>, _ at: Int) -> UInt16? {
        guard at + 6 <= text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt16 = 0
        for place in at + 2..<at + 6 {
            guard let digit = JSONScanner.hexValue(text[place]) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }
}
