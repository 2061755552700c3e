import CUTF8Proc

/// How many cells a terminal gives to a character: the one measure for layout, truncation and cursor.
///
/// A character is a grapheme cluster (UAX #29, Swift's `Character`). Its scalars are measured by utf8proc (UAX #11,
/// ambiguous ones are narrow); the widest decides, because the others combine with it.
package enum CellWidth {
    /// 0, 1 or 2.
    package static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return 0x20..<0x7F ~= ascii ? 1 : 0 }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        var width = of(first)
        for scalar in scalars.dropFirst() {
            // Variation selector 16 asks for the emoji picture of a character that is text by itself.
            if scalar == "\u{FE0F}", first.properties.isEmoji { return 2 }
            // Two regional indicators are a flag.
            if isRegionalIndicator(first), isRegionalIndicator(scalar) { return 2 }
            width = max(width, of(scalar))
        }
        return width
    }

    package static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        // What utf8proc's tables do not know yet is more likely a new letter than nothing.
        if scalar.properties.generalCategory == .unassigned { return 1 }
        return min(max(Int(utf8proc_charwidth(Int32(scalar.value))), 0), 2)
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        0x1F1E6...0x1F1FF ~= scalar.value
    }
}
