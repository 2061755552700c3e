import CUTF8Proc

/// How many cells a terminal gives to a character: the one measure for layout, truncation and cursor.
///
/// A character is a grapheme cluster (UAX #29, Swift's `Character`). Its scalars are measured by utf8proc (UAX #11,
/// ambiguous ones are narrow). In an emoji they make one picture; in any other cluster each takes its own cells, as most
/// terminals have it: `हि` is a letter and a vowel sign beside it.
package enum CellWidth {
    package static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return 0x20..<0x7F ~= ascii ? 1 : 0 }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let widths = scalars.map { of($0) }
        guard first.properties.isEmoji else { return widths.reduce(0, +) }
        // Variation selector 16 asks for the picture of a character that is text by itself; two regional indicators
        // are a flag.
        let isPicture = scalars.contains("\u{FE0F}") || scalars.count > 1 && isRegionalIndicator(first)
        return isPicture ? 2 : widths.max() ?? 0
    }

    package static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0xAD: return 0  // A soft hyphen shows only where a line breaks at it.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0  // Vowels and finals inside of a Hangul syllable.
        default: break
        }
        switch scalar.properties.generalCategory {
        case .spacingMark: return 1
        case .unassigned: return 1  // Newer than the tables here: more likely a letter than nothing.
        default: return Int(utf8proc_charwidth(Int32(scalar.value)))
        }
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        0x1F1E6...0x1F1FF ~= scalar.value
    }
}
