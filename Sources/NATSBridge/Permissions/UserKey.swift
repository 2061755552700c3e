/// The public key of a user's NKey: `U` and 55 letters and digits, which encode a kind, 32 bytes and a checksum.
package struct UserKey: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    private static let length = 56
    private static let kind: UInt8 = 20 << 3
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// - Returns: nil for anything else, such as a seed, or a mistyped key.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length, let bytes = Self.bytes(text), bytes.first == Self.kind,
            bytes.count == 35, Self.checksum(bytes.dropLast(2)) == UInt16(bytes[33]) | UInt16(bytes[34]) << 8
        else { return nil }
        description = text
    }

    /// Base32.
    private static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (rest, count): (UInt32, UInt32) = (0, 0)
        for character in text.utf8 {
            guard let digit = digits.firstIndex(of: character) else { return nil }
            rest = (rest << 5 | UInt32(digit)) & 0xFFFF
            count += 5
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: rest >> count))
        }
        return bytes
    }

    /// CRC-16/XMODEM.
    private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
        }
    }
}
