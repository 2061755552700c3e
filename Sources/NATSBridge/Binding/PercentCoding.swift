/// Attribute values as header values: CloudEvents' NATS protocol binding, section 3.1.3.2.
package enum PercentCoding {
    /// Encodes space, `"`, `%` and everything outside U+0021 to U+007E.
    package static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isPlain(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Removes quotes and backslashes, then decodes percent codes.
    /// - Returns: nil if a quote is open, a `%` does not precede two hexadecimal digits, or the result is not UTF-8.
    package static func decode(_ value: String) -> String? {
        guard let bytes = unquoted(Array(value.utf8)) else { return nil }
        var decoded: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        // Overlong forms and unpaired surrogates are not UTF-8.
        return String(validating: decoded, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "%")
    }

    private static func unquoted(_ value: [UInt8]) -> [UInt8]? {
        let quote = UInt8(ascii: "\"")
        guard value.first == quote else { return value }
        var text: [UInt8] = []
        var rest = value.dropFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case quote: return rest.isEmpty ? text : nil
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { return nil }
                text.append(next)
            default: text.append(byte)
            }
        }
        return nil
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
