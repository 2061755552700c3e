/// Runs of bytes that need no escape in a JSON string: ASCII without controls, DEL, quote and backslash. Most text is such
/// runs, so they are scanned eight bytes at a time.
enum PlainRun {
    /// - Returns: the offset of the first byte, from `start` on, that is none of these; the count if there is none.
    static func end(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var at = start
        while at + 8 <= bytes.count {
            let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
            let others = others(UInt64(littleEndian: word))
            if others != 0 { return at + others.trailingZeroBitCount / 8 }
            at += 8
        }
        while at < bytes.count, others(UInt64(bytes[at]) | spaces << 8) == 0 { at += 1 }
        return at
    }

    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let spaces = ones * 0x20

    /// The highest bit of each byte that is not plain. Bits above the lowest one may be wrong, because a subtraction
    /// borrows from the next byte.
    static func others(_ word: UInt64) -> UInt64 {
        let isControl = word &- spaces
        let isQuote = (word ^ (ones * 0x22)) &- ones
        let isBackslash = (word ^ (ones * 0x5C)) &- ones
        let isDelete = (word ^ (ones * 0x7F)) &- ones
        return (word | isControl | isQuote | isBackslash | isDelete) & (ones << 7)
    }
}
