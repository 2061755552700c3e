/// A page token as YouTube forms it: a Protocol Buffers message in base64url. Field 1 is an offset; field 2 is 0 for the
/// page that begins there (`CAoQAA`), and 1 for the page that ends there (`CAUQAQ`).
struct PageToken: Equatable {
    /// 1 to 127, so that it takes a single byte.
    let offset: Int
    let isBackward: Bool

    init(offset: Int, isBackward: Bool = false) {
        self.offset = offset
        self.isBackward = isBackward
    }

    /// Nil for an invalid token.
    init?(_ text: String) {
        guard text.utf8.count == 6, let bytes = Self.decode(text), bytes[0] == 0x08, 1...127 ~= bytes[1],
            bytes[2] == 0x10, bytes[3] <= 1
        else { return nil }
        self.init(offset: Int(bytes[1]), isBackward: bytes[3] == 1)
    }

    /// Four bytes are 32 bits; the sixth character stands for the last two of them.
    var text: String {
        let bits = [0x08, UInt64(clamping: offset), 0x10, isBackward ? 1 : 0].reduce(0) { $0 << 8 | $1 } << 4
        return String(
            decoding: stride(from: 30, through: 0, by: -6).map { Self.alphabet[Int(bits >> $0 & 0x3F)] }, as: UTF8.self)
    }

    /// The four bytes of six characters.
    private static func decode(_ text: String) -> [UInt8]? {
        var bits: UInt64 = 0
        for byte in text.utf8 {
            guard let digit = alphabet.firstIndex(of: byte) else { return nil }
            bits = bits << 6 | UInt64(digit)
        }
        return [28, 20, 12, 4].map { UInt8(truncatingIfNeeded: bits >> $0) }
    }

    /// RFC 4648, section 5.
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
