/// A terminal's report of where its cursor is: `ESC [ row ; column R` (ECMA-48, CPR).
package struct CursorReport: Equatable, Sendable {
    /// From 1.
    package let column: Int
    /// What was read besides the report: keys that were pressed meanwhile.
    package let rest: [UInt8]

    /// - Returns: nil while the bytes contain no report.
    package init?(in bytes: [UInt8]) {
        var start = bytes.startIndex
        while let escape = bytes[start...].firstIndex(of: 0x1B) {
            start = escape + 1
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "R")), bytes[start] == UInt8(ascii: "[") else {
                continue
            }
            let numbers = bytes[(start + 1)..<end].split(
                separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            guard numbers.count == 2, UInt16(String(decoding: numbers[0], as: UTF8.self)) != nil,
                let column = UInt16(String(decoding: numbers[1], as: UTF8.self))
            else { continue }
            self.column = Int(column)
            rest = Array(bytes[..<escape] + bytes[(end + 1)...])
            return
        }
        return nil
    }
}
