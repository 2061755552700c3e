public import Platform

/// A key, or a string out of a fixed set, compared in place. Valid within ``JSONReader/read(_:root:_:)``.
public struct JSONKey {
    /// Between the quotes, escapes as they are.
    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>

    @inlinable init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Nil where it has a lone surrogate.
    public var text: String? { JSONText.unescape(bytes) }

    /// So that a `switch` over literals works.
    @inlinable public static func ~= (literal: StaticString, key: JSONKey) -> Bool {
        guard let base = key.bytes.baseAddress else { return false }
        if key.bytes.count == literal.utf8CodeUnitCount {
            return memcmp(base, literal.utf8Start, literal.utf8CodeUnitCount) == 0
        }
        return key.bytes.count > literal.utf8CodeUnitCount && key.spells(literal)
    }

    /// With escapes a key is longer than what it spells.
    @usableFromInline @inline(never)
    func spells(_ literal: StaticString) -> Bool {
        bytes.contains(UInt8(ascii: "\\")) && text.map { $0 == literal.description } ?? false
    }
}
