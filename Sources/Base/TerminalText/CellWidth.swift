import Platform
import CUTF8Proc
import SafeText

/// The number of cells that a terminal gives to a character: the one measure for layout, truncation and cursor.
///
/// A character is a grapheme cluster (UAX #29, Swift's `Character`). Its scalars are measured by utf8proc (UAX #11, ambiguous ones are
/// narrow). In an emoji they make one picture; in any other cluster each takes its own cells, as most terminals have it: `हि` is a letter
/// and a vowel sign beside it.
package enum CellWidth {
    /// Bytes of UTF-8 in one character. The longest in use, families with skin tones, have half as many; an untrusted sender
    /// can make one of a megabyte.
    package static let longestCharacter = 128

    /// The character, or U+FFFD for one that is longer than any in use.
    package static func drawable(_ character: Character) -> Character {
        character.utf8.count > longestCharacter ? "\u{FFFD}" : character
    }

    package static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return 0x20..<0x7F ~= ascii ? 1 : 0 }
        guard character.utf8.count <= longestCharacter else { return 1 }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let widths = scalars.map { of($0) }
        guard first.properties.isEmoji else { return widths.reduce(0, +) }
        // Variation selector 16 asks for the emoji form of a character that is text by default; two regional indicators
        // are a flag.
        let isPicture = scalars.contains("\u{FE0F}") || scalars.count > 1 && isRegionalIndicator(first)
        return isPicture ? 2 : widths.max() ?? 0
    }

    package static func of(_ text: some StringProtocol) -> Int {
        text.isPrintableASCII ? text.utf8.count : text.reduce(0) { $0 + of($1) }
    }

    /// True if a text takes no more than `width` cells. Of a long text only the beginning is measured.
    package static func fits(_ text: some StringProtocol, in width: Int) -> Bool {
        if let end = text.plainEnd(cells: width) { return end == text.endIndex }
        var cells = 0
        return text.allSatisfy { character in
            cells += of(character)
            return cells <= width
        } && cells <= width
    }

    /// True if all terminals give the same width to a character. They disagree about clusters of several scalars (skin
    /// tones, joined emoji, flags, vowel signs, jamo) and about scalars that are newer than their tables. Marks above and
    /// below a letter take no cell anywhere.
    package static func isCertain(_ character: Character) -> Bool {
        if character.isASCII { return true }
        let scalars = character.unicodeScalars
        guard let first = scalars.first, !isRecent(first) else { return false }
        return scalars.dropFirst().allSatisfy { scalar in
            scalar.value != 0xFE0F && scalar.properties.generalCategory == .nonspacingMark && !isRecent(scalar)
        }
    }

    /// Terminals in use know Unicode 9, which made emoji wide. Later versions are uncertain.
    private static func isRecent(_ scalar: Unicode.Scalar) -> Bool {
        guard let age = scalar.properties.age else { return true }
        return age.major > 9
    }

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

extension StringProtocol {
    /// The end of the beginning that fits, if that is printable ASCII, as most texts are, and so is the character behind it, which then
    /// joins nothing before it.
    fileprivate func plainEnd(cells: Int) -> Index? {
        let beginning = utf8.prefix(cells < 0 ? 0 : cells)
        let end = beginning.endIndex
        guard beginning.allSatisfy({ $0.isPrintableASCII }), end == endIndex || utf8[end].isPrintableASCII else {
            return nil
        }
        return end
    }
}

extension String {
    /// The text, cut to `width` cells; an ellipsis takes the place of the rest.
    package func truncated(to width: Int) -> String {
        // No character takes more cells than bytes, so a short text needs no measuring.
        if utf8.count <= width || CellWidth.fits(self, in: width) { return self }
        guard width > 0 else { return "" }
        return String(prefix(cells: width - 1)) + "…"
    }

    /// The longest beginning that fits.
    package func prefix(cells: Int) -> Substring {
        if let end = plainEnd(cells: cells) { return self[..<end] }
        var used = 0
        var end = startIndex
        while end < endIndex {
            used += CellWidth.of(self[end])
            guard used <= cells else { break }
            end = index(after: end)
        }
        return self[..<end]
    }

    /// The longest end that fits.
    package func suffix(cells: Int) -> Substring {
        var used = 0
        var start = endIndex
        while start > startIndex {
            let before = index(before: start)
            used += CellWidth.of(self[before])
            guard used <= cells else { break }
            start = before
        }
        return self[start...]
    }
}
