import JSON
import Platform
import Wire

/// The text of an attribute where it stands in a line. The same text may be spelt in several ways (`a/1`, `a\/1`), so texts
/// are compared, not bytes; but scalar by scalar: é is not e with an accent.
struct AttributeText {
    /// Between the quotes.
    private let bytes: UnsafeRawBufferPointer

    /// - Parameter quoted: with its quotes. Nil and an empty text are no text.
    init?(_ line: UnsafeRawBufferPointer, _ quoted: Range<Int>?) {
        guard let quoted, quoted.count > 2 else { return nil }
        bytes = UnsafeRawBufferPointer(rebasing: line[quoted.lowerBound + 1..<quoted.upperBound - 1])
    }

    func isSame(as other: AttributeText) -> Bool {
        if bytes.count == other.bytes.count, let one = bytes.baseAddress, let two = other.bytes.baseAddress,
            memcmp(one, two, bytes.count) == 0
        {
            return true
        }
        guard hasEscapes || other.hasEscapes else { return false }
        return decoded == other.decoded
    }

    func isSame(as text: String) -> Bool {
        hasEscapes ? decoded == Array(text.utf8) : bytes.elementsEqual(text.utf8)
    }

    /// Equal for equal texts.
    var digest: Int {
        var hasher = Hasher()
        if hasEscapes {
            decoded.withUnsafeBytes { hasher.combine(bytes: $0) }
        } else {
            hasher.combine(bytes: bytes)
        }
        return hasher.finalize()
    }

    /// As it stands in the line.
    var spelling: UnsafeRawBufferPointer { bytes }

    var string: String { String(decoding: text, as: UTF8.self) }

    /// In UTF-8.
    var text: [UInt8] { hasEscapes ? decoded : Array(bytes) }

    private var hasEscapes: Bool {
        bytes.baseAddress.map { memchr($0, 0x5C, bytes.count) != nil } ?? false
    }

    private var decoded: [UInt8] {
        let quoted = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
        return JSONText.decode(quoted.span).map { Array($0.utf8) } ?? Array(bytes)
    }
}
