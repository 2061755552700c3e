/// Text to be drawn: what could move the cursor, speak to the terminal or reorder its surroundings is dropped. An escape
/// sequence loses its ESC and shows as the harmless text behind it.
package enum StrippedText {
    /// Marks stacked higher than this on one character bleed into the lines above and below.
    private static let marksPerCharacter = 8

    /// - Parameters:
    ///   - newline: replaces each kind of line end; CRLF is one.
    ///   - tab: replaces each tab.
    package static func strip(_ text: String, newline: Unicode.Scalar, tab: String) -> String {
        guard !isPlain(text) else { return text }
        var output = String.UnicodeScalarView()
        var marks = 0
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            marks = scalar.isMark ? marks + 1 : 0
            switch scalar {
            case "\n" where previous == "\r": continue
            case "\n", "\r", "\u{2028}", "\u{2029}": output.append(newline)
            case "\t": output.append(contentsOf: tab.unicodeScalars)
            case _ where scalar.isControl || scalar.isBidirectionalControl || scalar.isByteOrderMark: continue
            case _ where marks > marksPerCharacter: continue
            default: output.append(scalar)
            }
        }
        return String(output)
    }

    /// Most text is printable ASCII.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } }
}
