import TerminalText

/// Breaks paragraphs into lines that fit a width in cells: at spaces, after hyphens, between ideographs (the common part
/// of UAX #14), and within a word only when it is longer than a whole line.
package enum LineWrapping {
    /// - Parameters:
    ///   - text: paragraphs, separated by newlines; an empty one is an empty line.
    ///   - limit: how many lines are wanted. What follows them is not read.
    package static func wrap(_ text: String, width: Int, limit: Int = .max) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        var rest = text[...]
        while lines.count < limit {
            let paragraph = rest.prefix { $0 != "\n" }
            lines += wrap(paragraph: paragraph, width, limit: limit - lines.count)
            guard paragraph.endIndex < rest.endIndex else { break }
            rest = rest[rest.index(after: paragraph.endIndex)...]
        }
        return lines
    }

    private static func wrap(paragraph: Substring, _ width: Int, limit: Int) -> [String] {
        var lines: [String] = []
        var line = Line()
        for character in paragraph {
            guard lines.count < limit else { return lines }
            let cells = CellWidth.of(character)
            // A wide character never fits a line of one cell, so it is left out.
            guard cells <= width else { continue }
            // Spaces may hang over the edge, where they are not seen.
            while line.cells + cells > width, character != " " {
                lines.append(line.breakOff(before: character))
            }
            line.append(character, cells)
        }
        lines.append(line.trimmed)
        return lines
    }

    /// The line that is being filled.
    private struct Line {
        private var characters: [Character] = []
        private(set) var cells = 0

        mutating func append(_ character: Character, _ width: Int) {
            characters.append(character)
            cells += width
        }

        /// Ends the line at the last place where it may, and begins the next with the rest.
        mutating func breakOff(before next: Character) -> String {
            let following = characters.dropFirst() + [next]
            let lastBreak = zip(characters, following).enumerated().reversed()
                .first { LineWrapping.mayBreak(between: $0.element.0, $0.element.1) }
            let end = lastBreak.map { $0.offset + 1 } ?? characters.count
            let text = Self.trimmed(characters[..<end])
            characters.removeFirst(end)
            cells = characters.reduce(0) { $0 + CellWidth.of($1) }
            return text
        }

        var trimmed: String { Self.trimmed(characters[...]) }

        private static func trimmed(_ characters: ArraySlice<Character>) -> String {
            String(characters.prefix(through: (characters.lastIndex { $0 != " " }) ?? characters.startIndex - 1))
        }
    }

    private static func mayBreak(between before: Character, _ after: Character) -> Bool {
        if after == " " || closing.contains(after) || opening.contains(before) { return false }
        if before == " " || before == "\u{3000}" { return true }
        if before == "-" || before == "–" || before == "—" { return after.isLetter }
        return isIdeographic(before) || isIdeographic(after)
    }

    /// Characters that East Asian typesetting keeps away from the beginning of a line, and from its end.
    private static let closing: Set<Character> = Set("、。，．・：；？！）］｝」』】〉》〕〗ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ…,.:;?!)]}%”’")
    private static let opening: Set<Character> = Set("（［｛「『【〈《〔〖([{“‘")

    private static func isIdeographic(_ character: Character) -> Bool {
        CellWidth.of(character) == 2
    }
}
