/// A JSON number as text. Its value is computed on demand.
@usableFromInline
struct JSONNumber {
    private let text: UnsafeBufferPointer<UInt8>

    /// - Parameter text: checked by the scanner.
    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    private var isNegative: Bool { text.first == UInt8(ascii: "-") }

    /// Nil for a fraction, and for what does not fit. `1.0` and `1e2` are integers.
    func integer() -> (magnitude: UInt64, isNegative: Bool)? {
        var magnitude: UInt64 = 0
        for byte in text.dropFirst(isNegative ? 1 : 0) {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return integerOfDouble() }
            let (tenfold, isTooBig) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooBig) = tenfold.addingReportingOverflow(UInt64(digit))
            if isTooBig || isStillTooBig { return nil }
            magnitude = sum
        }
        return (magnitude, isNegative)
    }

    private func integerOfDouble() -> (magnitude: UInt64, isNegative: Bool)? {
        double().flatMap { UInt64(exactly: $0.magnitude) }.map { ($0, isNegative) }
    }

    /// Nil for what is too large, or too close to 0, for a double.
    func double() -> Double? {
        if let value = shortDouble() { return value }
        let value = Double(String(decoding: text, as: UTF8.self))
        guard let value, value.isFinite, value != 0 || isZero else { return nil }
        return value
    }

    private var isZero: Bool {
        text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9") ~= $0) }
    }

    /// Up to 15 digits without an exponent: both the digits and the power of ten are exact, so one division rounds once.
    private func shortDouble() -> Double? {
        var digits = 0
        var fraction = 0
        var isFraction = false
        var value: UInt64 = 0
        for byte in text.dropFirst(isNegative ? 1 : 0) {
            if byte == UInt8(ascii: ".") {
                isFraction = true
                continue
            }
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10, digits < 15 else { return nil }
            digits += 1
            fraction += isFraction ? 1 : 0
            value = value &* 10 &+ UInt64(digit)
        }
        let magnitude = Double(value) / Self.powersOfTen[fraction]
        return isNegative ? -magnitude : magnitude
    }

    private static let powersOfTen = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}

extension JSONReader {
    public mutating func double() throws(JSONError) -> Double {
        let start = at
        guard let value = try number("a number").double() else {
            throw JSONError(.invalid("is out of the range of numbers"), at: start)
        }
        return value
    }

    /// Reads any integer of up to 64 bits.
    @inlinable mutating func integer<Integer: FixedWidthInteger>(
        _: Integer.Type = Integer.self
    ) throws(JSONError) -> Integer {
        let start = at
        guard let (magnitude, isNegative) = try integer64() else { throw misfit(at: start) }
        if !isNegative, let value = Integer(exactly: magnitude) { return value }
        // -2⁶³ has no positive counterpart.
        if isNegative, magnitude <= 1 << 63, let value = Integer(exactly: Int64(truncatingIfNeeded: 0 &- magnitude)) {
            return value
        }
        throw misfit(at: start)
    }

    @usableFromInline func misfit(at start: Int) -> JSONError {
        JSONError(.mismatch(expected: "an integer in range"), at: start)
    }

    @usableFromInline mutating func integer64() throws(JSONError) -> (magnitude: UInt64, isNegative: Bool)? {
        try number("an integer").integer()
    }

    private mutating func number(_ expected: StaticString) throws(JSONError) -> JSONNumber {
        let start = at
        let byte = nextByte
        guard byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 else { throw mismatch(expected.description) }
        at = try checked(scanner.number(start))
        return JSONNumber(UnsafeBufferPointer(start: scanner.base + start, count: at - start))
    }
}
