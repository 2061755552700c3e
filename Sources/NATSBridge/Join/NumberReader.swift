/// Reads decimal numbers from a text, one after the other.
struct NumberReader {
    private var rest: Substring.UTF8View

    init(_ text: Substring.UTF8View) { rest = text }

    /// Whether everything is read.
    var isAtEnd: Bool { rest.isEmpty }
    /// The unread rest.
    var remainder: Substring { Substring(rest) }

    /// - Parameter end: the byte after the number, which is consumed too; nil for the end of the text.
    /// - Returns: nil for anything but a number below 2⁶³.
    mutating func next(before end: UInt8?) -> UInt64? {
        var number: UInt64 = 0
        var digits = 0
        while let byte = rest.popFirst() {
            if byte == end { return digits > 0 ? number : nil }
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte,
                digits < 18 || (digits < 19 && number < 922_337_203_685_477_580)
            else { return nil }
            number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
            digits += 1
        }
        return digits > 0 && end == nil ? number : nil
    }
}
