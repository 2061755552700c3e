/// Bytes as Base64 (RFC 4648 §4), padded.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        append(bytes, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
        output.reserveCapacity(output.count + (bytes.count + 2) / 3 * 4)
        let whole = bytes.count - bytes.count % 3
        for start in stride(from: 0, to: whole, by: 3) {
            append(bytes[start], bytes[start + 1], bytes[start + 2], to: &output)
        }
        guard whole < bytes.count else { return }
        let isPair = bytes.count - whole == 2
        append(bytes[whole], isPair ? bytes[whole + 1] : 0, 0, to: &output)
        let padding = isPair ? 1 : 2
        output.replaceSubrange(
            output.count - padding..<output.count, with: repeatElement(UInt8(ascii: "="), count: padding))
    }

    private static func append(_ first: UInt8, _ second: UInt8, _ third: UInt8, to output: inout [UInt8]) {
        let group = Int(first) << 16 | Int(second) << 8 | Int(third)
        for shift in [18, 12, 6, 0] { output.append(alphabet[group >> shift & 63]) }
    }
}
