import SafeText

/// Makes text from events safe to draw (``StrippedText``), with characters of bounded length. The result of each function
/// is a fixed point of it.
package enum Sanitizer {
    /// For fields of one line: line ends and tabs become spaces.
    package static func line(_ text: String) -> String { bounded(StrippedText.strip(text, newline: " ", tab: " ")) }

    /// For bodies of several lines: each line end becomes `\n`, each tab four spaces.
    package static func block(_ text: String) -> String {
        bounded(StrippedText.strip(text, newline: "\n", tab: "    "))
    }

    /// A character longer than any that people use becomes U+FFFD, which joins nothing beside it.
    private static func bounded(_ text: String) -> String {
        guard text.contains(where: { CellWidth.drawable($0) != $0 }) else { return text }
        return String(text.map(CellWidth.drawable))
    }
}
