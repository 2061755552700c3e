import Platform

/// Percent-encoding: `%` and two hexadecimal digits stand for a byte (RFC 3986 §2.1). A value is a rule: which bytes stay as
/// they are. Letters and digits stay in every rule, and bytes outside ASCII in none.
package struct PercentEncoding: Sendable {
    /// A bit for each byte of ASCII.
    private let kept: UInt128
    private let blankIsPlus: Bool

    /// - Parameters:
    ///   - signs: in ASCII; they stay, too.
    ///   - blankIsPlus: whether a blank becomes `+`.
    package init(keeping signs: StaticString, blankIsPlus: Bool = false) {
        var kept: UInt128 = 0
        for byte in signs.description.utf8 where byte < 0x80 { kept |= 1 << UInt128(byte) }
        for byte in UInt8(0)..<0x80 where byte.isAlphanumeric { kept |= 1 << UInt128(byte) }
        self.kept = kept
        self.blankIsPlus = blankIsPlus
    }

    /// The encoding that keeps only unreserved characters (RFC 3986 §2.3), so that no value can end its place in a URL.
    package static let unreserved = PercentEncoding(keeping: "-._~")
    /// The reserved characters stay as well: a value in the form `{+name}` of a template (RFC 6570 §3.2.3).
    package static let reserved = PercentEncoding(keeping: "-._~:/?#[]@!$&'()*+,;=")
    /// The text of a template between its variables, which may have escapes already (RFC 6570 §3.1).
    package static let literal = PercentEncoding(keeping: "-._~:/?#[]@!$&'()*+,;=%")
    /// A path with its slashes (RFC 3986 §3.3, which keeps more).
    package static let path = PercentEncoding(keeping: "/-._")
    /// Names and values of a form (URL Standard, application/x-www-form-urlencoded percent-encode set).
    package static let form = PercentEncoding(keeping: "*-._")
    /// The value of a header (CloudEvents' NATS protocol binding, §3.1.3.2): U+0021 to U+007E without `"` and `%`.
    package static let header = PercentEncoding(keeping: "!#$&'()*+,-./:;<=>?@[\\]^_`{|}~")

    package func encode(_ text: String) -> String {
        guard !text.utf8.allSatisfy(keeps) else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(2 * text.utf8.count)
        for byte in text.utf8 {
            if keeps(byte) {
                output.append(byte)
            } else if blankIsPlus, byte == UInt8(ascii: " ") {
                output.append(UInt8(ascii: "+"))
            } else {
                output += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// - Parameter isForm: whether `+` is a blank.
    /// - Returns: the bytes, and whether each `%` precedes two hexadecimal digits. One that does not stays as it is.
    package static func decode(_ text: some Sequence<UInt8>, isForm: Bool = false) -> (bytes: [UInt8], isWhole: Bool) {
        var output: [UInt8] = []
        var isWhole = true
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                output.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                continue
            }
            if let high = rest.first.flatMap(value), let low = rest.dropFirst().first.flatMap(value) {
                output.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                output.append(byte)
                isWhole = false
            }
        }
        return (output, isWhole)
    }

    /// - Returns: nil for a broken escape or invalid UTF-8, such as overlong forms and unpaired surrogates.
    package static func text(_ text: some Sequence<UInt8>, isForm: Bool = false) -> String? {
        let (bytes, isWhole) = decode(text, isForm: isForm)
        return isWhole ? String(validating: bytes, as: UTF8.self) : nil
    }

    /// The value of a hexadecimal digit.
    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private func keeps(_ byte: UInt8) -> Bool { byte < 0x80 && kept >> UInt128(byte) & 1 == 1 }
}
