/// Runs of bytes that stand for themselves in a JSON string: ASCII but controls, DEL, the quote and the backslash. Bodies
/// are mostly made of them, so they are looked at eight at a time.
enum PlainRun {
    /// - Returns: the offset of the first byte, from `start` on, that is no such byte; the count where there is none.
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

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let spaces = ones * 0x20

    /// The highest bit of each byte that is not plain. Above the lowest of these there may be bits too many, because a
    /// subtraction borrows from the byte above.
    private static func others(_ word: UInt64) -> UInt64 {
        let isControl = word &- spaces
        let isQuote = (word ^ (ones * 0x22)) &- ones
        let isBackslash = (word ^ (ones * 0x5C)) &- ones
        let isDelete = (word ^ (ones * 0x7F)) &- ones
        return (word | isControl | isQuote | isBackslash | isDelete) & (ones << 7)
    }
}

extension [UInt8] {
    mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}
