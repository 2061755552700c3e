/// Bytes as Base64 in lines of 60 characters, as GitHub writes the content of files (RFC 2045 §6.8 allows 76).
enum Base64Lines {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let bytesPerLine = 45

    static func text(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: bytesPerLine).map { start in
            line(bytes[start..<min(start + bytesPerLine, bytes.count)]) + "\n"
        }.joined()
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        var characters: [UInt8] = []
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.endIndex)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                characters.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
