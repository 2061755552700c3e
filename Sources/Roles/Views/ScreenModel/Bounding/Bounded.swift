import TerminalText

/// The view's limits for a screen: harmless text, and no more of it than a screen can need.
package enum Bounded {
    /// A screen is at most as long as a line of the bus, so none has more lines or pages.
    private static let largestNumber = 1_000_000
    private static let largestValue = 1e15
    /// The longest text that a user can enter in a field, in bytes of UTF-8.
    package static let longestEntry = 8192
    /// Characters in a field of one line.
    private static let longestLine = 4096

    /// The number within 0 to 1,000,000.
    package static func number(_ number: Int) -> Int { min(max(number, 0), largestNumber) }

    /// The fraction within 0 to 1.
    package static func fraction(_ fraction: Double) -> Double { min(max(fraction.isNaN ? 0 : fraction, 0), 1) }

    /// A number that can be calculated with.
    package static func value(_ value: Double) -> Double {
        min(max(value.isNaN ? 0 : value, -largestValue), largestValue)
    }

    /// The part of a text that a field has room for.
    package static func entry(_ text: String) -> String {
        guard text.utf8.count > longestEntry else { return text }
        var bytes = 0
        return String(
            text.prefix { character in
                bytes += character.utf8.count
                return bytes <= longestEntry
            })
    }

    /// A harmless line, cut after 4,096 characters.
    package static func line(_ text: String) -> String {
        let text = Sanitizer.line(text)
        guard text.utf8.count > longestLine,
            let end = text.index(text.startIndex, offsetBy: longestLine, limitedBy: text.endIndex), end < text.endIndex
        else { return text }
        return text[..<end] + "…"
    }
}
