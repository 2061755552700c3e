import Platform
import CUTF8Proc
import SafeText

/// The characters that a terminal can show. Others are replaced by similar ones of the same width, so that nothing moves.
package enum Repertoire: Equatable, Sendable {
    case unicode
    /// UTF-8, but a font with letters and few symbols, as on the Linux console.
    case letters
    /// ASCII, for terminals that do not read UTF-8. To them some of its bytes are controls (the second byte of `Ý`, 9D, is
    /// OSC).
    case ascii

    /// True if the locale names UTF-8 as the terminal's encoding.
    /// - Parameter variable: looks up a variable of the environment.
    package static func isUnicode(inLocale variable: (String) -> String?) -> Bool {
        // The first that is set counts (POSIX, 8.2).
        let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? "C"
        return ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
    }

    /// - Parameter cells: the width of the character, and of its replacement.
    package func text(for character: Character, cells: Int) -> String {
        guard let replacement = replacement(for: character) else { return String(character) }
        let text = replacement.isEmpty ? String(repeating: "?", count: cells) : String(replacement.prefix(cells))
        return text + String(repeating: " ", count: max(cells - text.count, 0))
    }

    /// Replaces characters by names and digraphs of any width. For text that is laid out afterwards, or not at all.
    package func text(for text: some StringProtocol) -> String {
        guard self != .unicode, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return String(text) }
        return text.map { character in
            if let name = Self.names[character] { return name }
            guard let replacement = replacement(for: character) else { return String(character) }
            return replacement.isEmpty ? String(repeating: "?", count: CellWidth.of(character)) : replacement
        }.joined()
    }

    /// - Returns: nil when the character can be shown; empty when no other looks like it.
    private func replacement(for character: Character) -> String? {
        if character.isASCII || self == .unicode { return nil }
        if let symbol = Self.symbols[character] { return symbol }
        if let scalar = character.unicodeScalars.first, Self.dotPatterns ~= scalar { return "*" }
        return self == .letters ? nil : Self.asciiLetters(of: character)
    }

    /// The letters without their marks; for a ligature, the letters that it is made of.
    private static func asciiLetters(of character: Character) -> String {
        var text = ""
        for scalar in character.unicodeScalars {
            if let letter = ligatures[Character(scalar)] { text += letter }
            var parts = [Int32](repeating: 0, count: 32)
            let options = utf8proc_option_t(UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue)
            let count = utf8proc_decompose_char(Int32(scalar.value), &parts, parts.count, options, nil)
            for part in parts.prefix(min(max(count, 0), parts.count)) where 0x20..<0x7F ~= part {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(part)))
            }
        }
        return text
    }

    private static let names: [Character: String] = ["⏎": "Enter", "⌫": "Backspace", "…": "...", "★": "*", "☆": "-"]

    private static let symbols: [Character: String] = [
        "★": "*", "☆": "-", "✓": "v", "✗": "x", "✕": "x", "▶": ">", "▸": ">", "▾": "v", "›": ">", "‹": "<", "▣": "#",
        "▐": "#",
        "♪": "~", "⏎": "<", "⌫": "<", "←": "<", "→": ">", "↔": "-", "↑": "^", "↓": "v", "…": ".", "─": "-", "╌": ".",
        "│": "|",
        "├": "+",
        "┤": "+", "┼": "+", "◀": "<", "◆": "*", "●": "*", "╭": "+",
        "╮": "+", "╰": "+", "╯": "+", "⠋": "|", "⠙": "/", "⠹": "-", "⠸": "\\", "⠼": "|", "⠴": "/", "⠦": "-", "⠧": "\\",
        "⠇": "|", "⠏": "/", "\u{2010}": "-", "\u{2011}": "-", "–": "-", "—": "-", "“": "\"", "”": "\"", "„": "\"",
        "‘": "'", "’": "'", "‚": "'", "█": "#", "▌": "#", "░": ".", "▁": "_", "▂": ".", "▃": "-", "▄": "=", "▅": "+",
        "▆": "*", "▇": "%", "○": "o", "▲": "^", "▼": "v",
    ]

    /// Braille, of which curves are drawn.
    private static let dotPatterns: ClosedRange<Unicode.Scalar> = "\u{2800}"..."\u{28FF}"

    /// Letters that are not another letter with a mark, and signs of Latin-1.
    private static let ligatures: [Character: String] = [
        "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
        "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T", "ı": "i",
        "·": ".", "•": "*", "«": "\"", "»": "\"", "×": "x", "⁄": "/", "©": "(c)", "®": "(r)", "€": "EUR", "£": "GBP",
    ]
}

/// Makes text from events safe to draw (``StrippedText``), with characters of bounded length. The result of each function
/// is a fixed point of it.
package enum Sanitizer {
    /// The text for fields of one line: line ends and tabs become spaces.
    package static func line(_ text: String) -> String { bounded(StrippedText.strip(text, newline: " ", tab: " ")) }

    /// The text for a line whose columns stand below those of others: line ends become spaces, and tabs move to the next stop.
    /// - Parameter column: the cells before the text in its line.
    package static func row(_ text: String, tabStop: Int = 8, column: Int = 0) -> String {
        TabStops.expanded(
            bounded(StrippedText.strip(text, newline: " ", tab: "\t")), distance: tabStop, column: column)
    }

    /// The text for bodies of several lines: each line end becomes `\n`, and tabs move to the next stop.
    package static func block(_ text: String) -> String {
        TabStops.expanded(bounded(StrippedText.strip(text, newline: "\n", tab: "\t")))
    }

    /// A character longer than any in use becomes U+FFFD, which joins nothing beside it.
    private static func bounded(_ text: String) -> String {
        guard text.utf8.count > CellWidth.longestCharacter, !text.isPrintableASCII,
            text.contains(where: { CellWidth.drawable($0) != $0 })
        else { return text }
        return String(text.map(CellWidth.drawable))
    }
}
