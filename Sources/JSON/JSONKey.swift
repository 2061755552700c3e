public import Platform

/// A key, or a string out of a fixed set, compared in place. Valid within ``JSONReader/read(_:root:_:)``.
public struct JSONKey {
    /// Between the quotes, escapes as they are.
    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>

    /// Whether it is ASCII without escapes, so that it spells itself.
    @usableFromInline let isPlain: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool) {
        self.bytes = bytes
        self.isPlain = isPlain
    }

    /// Nil where it has a lone surrogate.
    public var text: String? {
        // Most strings are ASCII without escapes.
        isPlain ? String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: true)) : JSONText.unescape(bytes)
    }

    /// So that a `switch` over literals works.
    @inlinable public static func ~= (literal: StaticString, key: JSONKey) -> Bool {
        guard let base = key.bytes.baseAddress else { return false }
        guard key.isPlain else { return key.spells(literal) }
        return key.bytes.count == literal.utf8CodeUnitCount
            && memcmp(base, literal.utf8Start, literal.utf8CodeUnitCount) == 0
    }

    @usableFromInline @inline(never)
    func spells(_ literal: StaticString) -> Bool { text.map { $0 == literal.description } ?? false }
}
