/// Steps over JSON values without building them (RFC 8259). Every function takes the offset of the value's first
/// byte and returns the offset after its last.
package enum JSONScanner {
    static let depthLimit = 256

    /// Whether there is nothing but white space.
    package static func isBlank(_ bytes: Span<UInt8>) -> Bool { skipWhitespace(bytes, 0) == bytes.count }

    static func skipWhitespace(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var at = start
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            default: return at
            }
        }
        return at
    }

    static func skipValue(_ bytes: Span<UInt8>, _ start: Int, depth: Int) throws(EnvelopeError) -> Int {
        guard depth <= depthLimit else { throw .tooDeep(limit: depthLimit) }
        guard start < bytes.count else { throw .invalidJSON(offset: start) }
        switch bytes[start] {
        case UInt8(ascii: "\""): return try skipString(bytes, start)
        case UInt8(ascii: "{"): return try skipObject(bytes, start, depth: depth)
        case UInt8(ascii: "["): return try skipArray(bytes, start, depth: depth)
        case UInt8(ascii: "t"): return try skipLiteral("true", bytes, start)
        case UInt8(ascii: "f"): return try skipLiteral("false", bytes, start)
        case UInt8(ascii: "n"): return try skipLiteral("null", bytes, start)
        default: return try skipNumber(bytes, start)
        }
    }

    static func skipString(_ bytes: Span<UInt8>, _ start: Int) throws(EnvelopeError) -> Int {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { throw .invalidJSON(offset: start) }
        var at = start + 1
        while true {
            at = PlainRun.end(bytes, at)
            guard at < bytes.count else { throw .invalidJSON(offset: at) }
            switch bytes[at] {
            case UInt8(ascii: "\""): return at + 1
            case UInt8(ascii: "\\"): at = try skipEscape(bytes, at)
            case 0..<0x20: throw .invalidJSON(offset: at)
            default: repeat { at += 1 } while at < bytes.count && bytes[at] >= 0x80
            }
        }
    }

    private static func skipEscape(_ bytes: Span<UInt8>, _ start: Int) throws(EnvelopeError) -> Int {
        guard start + 1 < bytes.count else { throw .invalidJSON(offset: start) }
        switch bytes[start + 1] {
        case UInt8(ascii: "u"):
            guard start + 6 <= bytes.count else { throw .invalidJSON(offset: start) }
            for at in start + 2..<start + 6 where hexValue(bytes[at]) == nil { throw .invalidJSON(offset: at) }
            return start + 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        default: throw .invalidJSON(offset: start + 1)
        }
    }

    private static func skipObject(_ bytes: Span<UInt8>, _ start: Int, depth: Int) throws(EnvelopeError) -> Int {
        var at = skipWhitespace(bytes, start + 1)
        if at < bytes.count, bytes[at] == UInt8(ascii: "}") { return at + 1 }
        while true {
            at = skipWhitespace(bytes, try skipString(bytes, at))
            at = try expect(UInt8(ascii: ":"), bytes, at)
            at = try skipValue(bytes, skipWhitespace(bytes, at), depth: depth + 1)
            at = skipWhitespace(bytes, at)
            guard at < bytes.count else { throw .invalidJSON(offset: at) }
            if bytes[at] == UInt8(ascii: "}") { return at + 1 }
            at = skipWhitespace(bytes, try expect(UInt8(ascii: ","), bytes, at))
        }
    }

    private static func skipArray(_ bytes: Span<UInt8>, _ start: Int, depth: Int) throws(EnvelopeError) -> Int {
        var at = skipWhitespace(bytes, start + 1)
        if at < bytes.count, bytes[at] == UInt8(ascii: "]") { return at + 1 }
        while true {
            at = skipWhitespace(bytes, try skipValue(bytes, at, depth: depth + 1))
            guard at < bytes.count else { throw .invalidJSON(offset: at) }
            if bytes[at] == UInt8(ascii: "]") { return at + 1 }
            at = skipWhitespace(bytes, try expect(UInt8(ascii: ","), bytes, at))
        }
    }

    static func expect(_ byte: UInt8, _ bytes: Span<UInt8>, _ at: Int) throws(EnvelopeError) -> Int {
        guard at < bytes.count, bytes[at] == byte else { throw .invalidJSON(offset: at) }
        return at + 1
    }

    private static func skipLiteral(
        _ literal: StaticString, _ bytes: Span<UInt8>, _ start: Int
    ) throws(EnvelopeError) -> Int {
        let end = start + literal.utf8CodeUnitCount
        guard end <= bytes.count else { throw .invalidJSON(offset: start) }
        for offset in 0..<literal.utf8CodeUnitCount
        where bytes[start + offset] != literal.utf8Start[offset] {
            throw .invalidJSON(offset: start + offset)
        }
        return end
    }

    private static func skipNumber(_ bytes: Span<UInt8>, _ start: Int) throws(EnvelopeError) -> Int {
        var at = start
        if at < bytes.count, bytes[at] == UInt8(ascii: "-") { at += 1 }
        if at < bytes.count, bytes[at] == UInt8(ascii: "0") {
            at += 1
        } else {
            at = try skipDigits(bytes, at)
        }
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") { at = try skipDigits(bytes, at + 1) }
        if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
            at = try skipDigits(bytes, at)
        }
        return at
    }

    private static func skipDigits(_ bytes: Span<UInt8>, _ start: Int) throws(EnvelopeError) -> Int {
        var at = start
        while at < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[at] { at += 1 }
        guard at > start else { throw .invalidJSON(offset: at) }
        return at
    }

    static func hexValue(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
