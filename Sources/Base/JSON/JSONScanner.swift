public import Platform

/// The tokens of JSON (RFC 8259) in UTF-8: every byte is checked, nothing is built. Everything else in this module is built on it.
///
/// The bus checks every line that it carries, so its rate depends on this code. Each function takes the offset of a token's
/// first byte and returns the offset after its last. Errors are negative: ``tooDeep``, or the bitwise complement of the
/// wrong byte's offset. Throwing would cost more than the scan.
public struct JSONScanner {
    public let base: UnsafePointer<UInt8>
    public let end: Int

    @inlinable public init(base: UnsafePointer<UInt8>, end: Int) {
        self.base = base
        self.end = end
    }

    /// The greatest depth: deeper than any payload, shallow enough for every reader.
    public static let depthLimit = 256
    /// An error in place of an offset: nesting is deeper than ``depthLimit``.
    public static let tooDeep = Int.min

    /// True if there is nothing but white space.
    public static func isBlank(_ bytes: Span<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return true }
            return JSONScanner(base: base, end: buffer.count).blanks(0) == buffer.count
        }
    }

    public static func hexValue(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// - Returns: the offset of the first byte that is not white space.
    @inlinable @inline(__always) public func blanks(_ start: Int) -> Int {
        var at = start
        while at < end, base[at] <= 0x20 {
            switch base[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            default: return at
            }
        }
        return at
    }

    // MARK: - Values

    /// A whole value.
    /// - Parameter outer: the depth of the value itself; the outermost has 1.
    public func value(_ start: Int, depth outer: Int) -> Int {
        guard outer <= Self.depthLimit else { return Self.tooDeep }
        var at = start
        var nesting = JSONNesting()
        while true {
            guard at < end else { return ~at }
            switch base[at] {
            case UInt8(ascii: "\""): at = string(at + 1)
            case UInt8(ascii: "{"):
                at = blanks(at + 1)
                if at < end, base[at] == UInt8(ascii: "}") {
                    at += 1
                } else {
                    guard outer + nesting.depth < Self.depthLimit else { return Self.tooDeep }
                    nesting.enter(object: true)
                    at = key(at)
                    if at < 0 { return at }
                    continue
                }
            case UInt8(ascii: "["):
                at = blanks(at + 1)
                if at < end, base[at] == UInt8(ascii: "]") {
                    at += 1
                } else {
                    guard outer + nesting.depth < Self.depthLimit else { return Self.tooDeep }
                    nesting.enter(object: false)
                    continue
                }
            case UInt8(ascii: "t"): at = literal("true", at)
            case UInt8(ascii: "f"): at = literal("false", at)
            case UInt8(ascii: "n"): at = literal("null", at)
            default: at = number(at)
            }
            if at < 0 { return at }
            at = next(at, in: &nesting)
            if at < 0 || nesting.isDone { return at }
        }
    }

    /// Scans what follows a value: the ends of its containers, then a comma and the next key, if any.
    @inline(__always) private func next(_ start: Int, in nesting: inout JSONNesting) -> Int {
        var at = start
        while nesting.depth > 0 {
            at = blanks(at)
            guard at < end else { return ~at }
            if base[at] == UInt8(ascii: ",") {
                at = blanks(at + 1)
                return nesting.isInObject ? key(at) : at
            }
            guard base[at] == (nesting.isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return ~at }
            nesting.leave()
            at += 1
        }
        nesting.isDone = true
        return at
    }

    /// A key and its colon.
    /// - Returns: the place where the value begins.
    @inline(__always) private func key(_ start: Int) -> Int {
        guard start < end, base[start] == UInt8(ascii: "\"") else { return ~start }
        var at = string(start + 1)
        if at < 0 { return at }
        at = blanks(at)
        guard at < end, base[at] == UInt8(ascii: ":") else { return ~at }
        return blanks(at + 1)
    }

    func literal(_ literal: StaticString, _ start: Int) -> Int {
        for offset in 0..<literal.utf8CodeUnitCount
        where start + offset >= end || base[start + offset] != literal.utf8Start[offset] {
            return ~(start + offset)
        }
        return start + literal.utf8CodeUnitCount
    }

    func number(_ start: Int) -> Int {
        var at = start
        if at < end, base[at] == UInt8(ascii: "-") { at += 1 }
        if at < end, base[at] == UInt8(ascii: "0") {
            at += 1
        } else {
            at = digits(at)
            if at < 0 { return at }
        }
        if at < end, base[at] == UInt8(ascii: ".") {
            at = digits(at + 1)
            if at < 0 { return at }
        }
        if at < end, base[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            if at < end, base[at] == UInt8(ascii: "+") || base[at] == UInt8(ascii: "-") { at += 1 }
            at = digits(at)
        }
        return at
    }

    @inline(__always) private func digits(_ start: Int) -> Int {
        var at = start
        while at < end, base[at] &- UInt8(ascii: "0") < 10 { at += 1 }
        return at > start ? at : ~at
    }

    // MARK: - Strings

    /// A string, from after its opening quote to after its closing one.
    @inlinable @inline(__always) public func string(_ start: Int) -> Int {
        var at = start
        while true {
            at = plainEnd(at)
            guard at < end else { return ~at }
            let byte = base[at]
            if byte == UInt8(ascii: "\"") { return at + 1 }
            at = byte == UInt8(ascii: "\\") ? escape(at) : scalar(at)
            if at < 0 { return at }
        }
    }

    /// A string of ASCII without escapes, from its opening quote to after its closing one.
    @inlinable @inline(__always) public func plainString(_ start: Int) -> Int {
        guard start < end, base[start] == UInt8(ascii: "\"") else { return ~start }
        let at = plainEnd(start + 1)
        return at < end && base[at] == UInt8(ascii: "\"") ? at + 1 : ~at
    }

    /// The offset of the first byte that ends a string, begins an escape or a multi-byte scalar, or is not allowed. Takes
    /// sixteen bytes at a time, then eight, then one.
    @inlinable @inline(__always) func plainEnd(_ start: Int) -> Int {
        var at = start
        while at + 16 <= end {
            let place = viperline_special_byte(base + at, 0x22)
            if place < 16 { return at + place }
            at += 16
        }
        while at + 8 <= end {
            let word = UInt64(
                littleEndian: UnsafeRawPointer(base + at).loadUnaligned(fromByteOffset: 0, as: UInt64.self))
            let others = Self.others(word)
            if others != 0 { return at + others.trailingZeroBitCount / 8 }
            at += 8
        }
        // The last few: blanks fill up the word.
        while at < end, Self.others(UInt64(base[at]) | (Self.ones &* 0x20) << 8) == 0 { at += 1 }
        return at
    }

    @inlinable @inline(__always) static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// The highest bit of each byte that is not plain text. Bits above the lowest one may be wrong, because a
    /// subtraction borrows from the next byte.
    @inlinable @inline(__always) static func others(_ word: UInt64) -> UInt64 {
        let isControl = word &- (ones &* 0x20)
        let isQuote = (word ^ (ones &* 0x22)) &- ones
        let isBackslash = (word ^ (ones &* 0x5C)) &- ones
        return (word | isControl | isQuote | isBackslash) & (ones &* 0x80)
    }

    /// At least one escape, from its backslash: where many follow, as in text inside of text, also the next ones and what is between them.
    @usableFromInline func escape(_ start: Int) -> Int {
        let run = viperline_escaped_run(base, start, end)
        if run > start { return run }
        guard start + 1 < end else { return ~start }
        switch base[start + 1] {
        case UInt8(ascii: "u"):
            guard start + 6 <= end else { return ~start }
            for at in start + 2..<start + 6 where Self.hexValue(base[at]) == nil { return ~at }
            return start + 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        default: return ~(start + 1)
        }
    }

    /// Multi-byte scalars as RFC 3629 (section 4) allows them: no overlong forms, no surrogates, nothing above U+10FFFF.
    @usableFromInline func scalar(_ start: Int) -> Int {
        var at = start
        while at < end, base[at] >= 0x80 {
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch base[at] {
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xE1...0xEC, 0xEE...0xEF: length = 3
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: length = 4
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: return ~at
            }
            guard at + length <= end, second.contains(base[at + 1]) else { return ~at }
            for next in at + 2..<at + max(2, length) where base[next] & 0xC0 != 0x80 { return ~at }
            at += length
        }
        // The byte is a control character if no scalar begins here.
        return at > start ? at : ~at
    }
}

/// The containers around a value: one bit each, set for an object, the innermost last.
struct JSONNesting {
    private(set) var depth = 0
    /// The outermost value has ended.
    var isDone = false
    private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    var isInObject: Bool { bits.0 & 1 == 1 }

    /// Enters a container, at most ``JSONScanner/depthLimit`` times: there are no more bits.
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
        if at < bytes.count, bytes.count >= 8 {
            // The last word once more, without the bytes before: zeros, which are no text, fill it up.
            let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
            let rest = UInt64(littleEndian: word) >> (8 * UInt64(8 - (bytes.count - at)))
            return at + others(rest).trailingZeroBitCount / 8
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
