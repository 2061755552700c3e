package import JSON
import Platform

/// 128 random bits, as 32 hexadecimal digits.
package struct Secret: JSONCodable, Sendable {
    private let digits: [UInt8]

    private static let bytes = 16

    /// - Returns: nil where the system has no random numbers.
    package static func random() -> Secret? {
        var bytes = [UInt8](repeating: 0, count: bytes)
        guard getrandom(&bytes, bytes.count, 0) == bytes.count else { return nil }
        let signs = Array("0123456789abcdef".utf8)
        return Secret(digits: bytes.flatMap { [signs[Int($0 >> 4)], signs[Int($0 & 15)]] })
    }

    private init(digits: [UInt8]) { self.digits = digits }

    /// - Returns: nil for what is no secret of ours.
    package init?(_ text: String) {
        guard text.utf8.count == 2 * Self.bytes,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        digits = Array(text.utf8)
    }

    package var text: String { String(decoding: digits, as: UTF8.self) }

    /// Takes as long whatever differs.
    package func matches(_ text: String?) -> Bool {
        guard let text, text.utf8.count == digits.count else { return false }
        var difference: UInt8 = 0
        for (one, other) in zip(digits, text.utf8) { difference |= one ^ other }
        return difference == 0
    }

    package init(from reader: inout JSONReader) throws(JSONError) {
        let text = try reader.read(String.self)
        guard let secret = Secret(text) else { throw reader.mismatch("a secret of 32 hexadecimal digits") }
        self = secret
    }

    package func write(to writer: inout JSONWriter) { writer.write(text) }
}

extension Secret: CustomStringConvertible {
    /// Never in a log by accident.
    package var description: String { "(secret)" }
}
