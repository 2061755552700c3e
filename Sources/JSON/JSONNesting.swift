/// The containers around a value: one bit each, set for an object, the innermost last.
struct JSONNesting {
    private(set) var depth = 0
    /// The outermost value has ended.
    var isDone = false
    private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    var isInObject: Bool { bits.0 & 1 == 1 }

    /// At most ``JSONScanner/depthLimit`` times: there are no more bits.
    mutating func enter(object: Bool) {
        depth += 1
        bits.3 = bits.3 << 1 | bits.2 >> 63
        bits.2 = bits.2 << 1 | bits.1 >> 63
        bits.1 = bits.1 << 1 | bits.0 >> 63
        bits.0 = bits.0 << 1 | (object ? 1 : 0)
    }

    mutating func leave() {
        depth -= 1
        bits.0 = bits.0 >> 1 | bits.1 << 63
        bits.1 = bits.1 >> 1 | bits.2 << 63
        bits.2 = bits.2 >> 1 | bits.3 << 63
        bits.3 >>= 1
    }
}
