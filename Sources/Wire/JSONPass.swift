/// One pass over JSON (RFC 8259) in UTF-8 that builds nothing and passes over no byte unseen.
///
/// The bus checks every line that it carries, so its rate hangs on this. Each function takes the offset at which something
/// begins and returns the offset behind its end; where the text is wrong it returns the bitwise complement of the offset
/// of the wrong byte, which is negative. An error that is thrown would cost more than all else here.
struct JSONPass {
    let base: UnsafePointer<UInt8>
    let end: Int

    /// Deeper than any payload is, and shallow enough for every reader.
    static let depthLimit = 256
    /// In place of an offset: the text is nested deeper than ``depthLimit``.
    static let tooDeep = Int.min

    /// - Returns: the offset of the first byte that is no white space.
    @inline(__always) func blanks(_ start: Int) -> Int {
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

    /// A value with all that is in it.
    /// - Parameter outer: how deep the value itself stands.
    func value(_ start: Int, depth outer: Int) -> Int {
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

    /// What follows a value: the ends of what it stands in, and a comma with the next key, if any.
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
    /// - Returns: where the value begins.
    @inline(__always) private func key(_ start: Int) -> Int {
        guard start < end, base[start] == UInt8(ascii: "\"") else { return ~start }
        var at = string(start + 1)
        if at < 0 { return at }
        at = blanks(at)
        guard at < end, base[at] == UInt8(ascii: ":") else { return ~at }
        return blanks(at + 1)
    }

    private func literal(_ literal: StaticString, _ start: Int) -> Int {
        for offset in 0..<literal.utf8CodeUnitCount
        where start + offset >= end || base[start + offset] != literal.utf8Start[offset] {
            return ~(start + offset)
        }
        return start + literal.utf8CodeUnitCount
    }

    private func number(_ start: Int) -> Int {
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

    /// A string, from behind its opening quote to behind its closing one.
    @inline(__always) func string(_ start: Int) -> Int {
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

    /// A string of ASCII without escapes, from its opening quote to behind its closing one.
    func plainString(_ start: Int) -> Int {
        guard start < end, base[start] == UInt8(ascii: "\"") else { return ~start }
        let at = plainEnd(start + 1)
        return at < end && base[at] == UInt8(ascii: "\"") ? at + 1 : ~at
    }

    /// The first byte that ends a string, begins an escape or a scalar of several bytes, or must not be there. They are
    /// looked at eight at a time.
    @inline(__always) private func plainEnd(_ start: Int) -> Int {
        var at = start
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

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The highest bit of each byte that is none of plain text. Above the lowest of these there may be bits too many,
    /// because a subtraction borrows from the byte above.
    @inline(__always) private static func others(_ word: UInt64) -> UInt64 {
        let isControl = word &- (ones &* 0x20)
        let isQuote = (word ^ (ones &* 0x22)) &- ones
        let isBackslash = (word ^ (ones &* 0x5C)) &- ones
        return (word | isControl | isQuote | isBackslash) & (ones &* 0x80)
    }

    private func escape(_ start: Int) -> Int {
        guard start + 1 < end else { return ~start }
        switch base[start + 1] {
        case UInt8(ascii: "u"):
            guard start + 6 <= end else { return ~start }
            for at in start + 2..<start + 6 where JSONScanner.hexValue(base[at]) == nil { return ~at }
            return start + 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        default: return ~(start + 1)
        }
    }

    /// Scalars of several bytes, as RFC 3629 (table in section 4) allows them: none longer than need be, no surrogates,
    /// nothing beyond U+10FFFF.
    private func scalar(_ start: Int) -> Int {
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
        // A control character is none of these.
        return at > start ? at : ~at
    }
}
