/// A lenient Base64 decoder (RFC 4648, sections 4 and 5).
enum Base64Text {
    /// - Returns: the bytes before the first invalid character.
    static func decode(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for byte in text.utf8 {
            guard let value = value(of: byte) else { break }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return bytes
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
