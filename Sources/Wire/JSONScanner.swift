/// Steps over JSON values without building them (RFC 8259), and checks them on its way. Every function takes the offset of
/// the value's first byte and returns the offset after its last.
package enum JSONScanner {
    static let depthLimit = JSONPass.depthLimit

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
        try checked(pass(bytes, start) { $0.value(start, depth: depth) })
    }

    static func skipString(_ bytes: Span<UInt8>, _ start: Int) throws(EnvelopeError) -> Int {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { throw .invalidJSON(offset: start) }
        return try checked(pass(bytes, start) { $0.string(start + 1) })
    }

    static func expect(_ byte: UInt8, _ bytes: Span<UInt8>, _ at: Int) throws(EnvelopeError) -> Int {
        guard at < bytes.count, bytes[at] == byte else { throw .invalidJSON(offset: at) }
        return at + 1
    }

    private static func pass(_ bytes: Span<UInt8>, _ start: Int, _ body: (JSONPass) -> Int) -> Int {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return ~start }
            return body(JSONPass(base: base, end: buffer.count))
        }
    }

    static func checked(_ offset: Int) throws(EnvelopeError) -> Int {
        if offset >= 0 { return offset }
        if offset == JSONPass.tooDeep { throw .tooDeep(limit: depthLimit) }
        throw .invalidJSON(offset: ~offset)
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
