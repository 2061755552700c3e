/// Base64 (RFC 4648, section 4).
package enum Base64 {
    /// With padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let value = Int(bits >> UInt32(18 - 6 * place)) & 63
                text.append(place > group.count ? padding : alphabet[value])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Returns: nil for anything but whole groups of four characters, the last one padded.
    package static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count % 4 == 0 else { return nil }
            let padded = bytes.suffix(2).count { $0 == padding }
            let digits = bytes.dropLast(padded)
            let decoded = decodePrefix(digits)
            return decoded.digits == digits.count ? decoded.bytes : nil
        }
    }

    /// Decodes up to the first character that is no digit. The URL-safe digits `-` and `_` count as well.
    package static func decodePrefix(of text: String) -> [UInt8] { decodePrefix(text.utf8, isURLSafe: true).bytes }

    private static func decodePrefix(
        _ text: some Collection<UInt8>, isURLSafe: Bool = false
    ) -> (bytes: [UInt8], digits: Int) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        var (bits, bitCount, digits) = (UInt32(0), UInt32(0), 0)
        for character in text {
            guard let value = value(of: character, isURLSafe: isURLSafe) else { break }
            digits += 1
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        }
        return (bytes, digits)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    private static func value(of character: UInt8, isURLSafe: Bool) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        case UInt8(ascii: "-") where isURLSafe: 62
        case UInt8(ascii: "_") where isURLSafe: 63
        default: nil
        }
    }
}
