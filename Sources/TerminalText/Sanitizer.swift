/// Makes text from strangers safe to print: the result cannot move the cursor, command the terminal or reorder the text around
/// it.
///
/// Controls are dropped one by one, so an escape sequence shows as the harmless text that followed its ESC. Each function
/// returns its own results unchanged. The length of one character is bounded.
package enum Sanitizer {
    /// One line: each line end of any kind, and each tab, becomes a space.
    package static func line(_ text: String) -> String { clean(text, newline: " ", tab: " ") }

    /// Several lines: line ends of any kind become `\n`, tabs four spaces.
    package static func block(_ text: String) -> String { clean(text, newline: "\n", tab: "    ") }

    /// More marks than this on one character would bleed into the lines above and below.
    private static let marksPerCharacter = 8

    private static func clean(_ text: String, newline: Unicode.Scalar, tab: String) -> String {
        guard !isClean(text) else { return text }
        var output = String.UnicodeScalarView()
        var marks = 0
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            marks = isMark(scalar) ? marks + 1 : 0
            switch scalar {
            case "\n" where previous == "\r": continue  // CRLF is one line end.
            case "\n", "\r", "\u{2028}", "\u{2029}": output.append(newline)
            case "\t": output.append(contentsOf: tab.unicodeScalars)
            case _ where isUnsafe(scalar) || marks > marksPerCharacter: continue
            default: output.append(scalar)
            }
        }
        return bounded(String(output))
    }

    /// Replaces characters that are longer than any that people use by U+FFFD, which never joins its neighbours.
    private static func bounded(_ text: String) -> String {
        guard text.contains(where: { CellWidth.drawable($0) != $0 }) else { return text }
        return String(text.map(CellWidth.drawable))
    }

    /// Most text is printable ASCII.
    private static func isClean(_ text: String) -> Bool { text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true  // C0, DEL, C1
        case 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional embeddings, overrides and isolates
        case 0xFEFF: true  // byte order mark
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
