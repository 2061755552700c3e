/// Base64 (RFC 4648, section 4), and its URL-safe form (section 5).
package enum Base64 {
    /// Encodes bytes with padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        append(bytes, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the text of the bytes, with padding. Pieces of a multiple of three bytes can be appended one after another.
    package static func append(_ bytes: some RandomAccessCollection<UInt8>, to output: inout [UInt8]) {
        output.reserveCapacity(output.count + (bytes.count + 2) / 3 * 4)
        var rest = bytes[...]
        while rest.count >= 3, let first = rest.popFirst(), let second = rest.popFirst(), let third = rest.popFirst() {
            append(UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third), digits: 4, to: &output)
        }
        guard let first = rest.first else { return }
        let second = rest.dropFirst().first
        append(UInt32(first) << 16 | UInt32(second ?? 0) << 8, digits: second == nil ? 2 : 3, to: &output)
    }

    /// - Parameters:
    ///   - group: 24 bits.
    ///   - digits: the number of digits, of the four, that are not padding.
    private static func append(_ group: UInt32, digits: Int, to output: inout [UInt8]) {
        for place in 0..<4 {
            output.append(place < digits ? alphabet[Int(group >> UInt32(18 - 6 * place)) & 63] : padding)
        }
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

    /// Decodes up to the first character that is not a digit. The URL-safe digits `-` and `_` count as well.
    package static func decodePrefix(of text: String) -> [UInt8] { decodePrefix(text.utf8, isURLSafe: true).bytes }

    /// True if a byte is a digit of either form.
    package static func isDigit(_ byte: UInt8) -> Bool { value(of: byte, isURLSafe: true) != nil }

    package static func urlSafe(_ digits: some Sequence<UInt8>) -> [UInt8] {
        digits.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
    }

    /// Decodes digits of either form, up to the first other byte.
    package static func decodePrefix(of digits: ArraySlice<UInt8>) -> [UInt8] {
        decodePrefix(digits, isURLSafe: true).bytes
    }

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
