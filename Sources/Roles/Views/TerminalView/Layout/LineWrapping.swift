import TerminalText

/// The breaking of paragraphs into lines that fit a width in cells: at spaces, after hyphens, between ideographs (the common part
/// of UAX #14), and within a word only when it is longer than a whole line.
package enum LineWrapping {
    /// - Parameters:
    ///   - text: paragraphs, separated by newlines; an empty one is an empty line.
    ///   - limit: the most lines that are wanted. What follows them is not read.
    package static func wrap(_ text: StyledText, width: Int, limit: Int = .max) -> [StyledText] {
        guard width > 0 else { return [] }
        var lines: [StyledText] = []
        var line = Line(runs: text.runs)
        for (run, characters) in text.runs.map(\.text).enumerated() {
            for character in characters {
                guard lines.count < limit else { return lines }
                if character == "\n" {
                    lines.append(line.end())
                    continue
                }
                let cells = CellWidth.of(character)
                // A wide character never fits a line of one cell, so it is left out.
                guard cells <= width else { continue }
                // Spaces may hang over the edge, where they are not seen.
                while line.cells + cells > width, character != " " { lines.append(line.breakOff(before: character)) }
                line.append(character, of: run, cells)
            }
        }
        return lines.count < limit ? lines + [line.end()] : lines
    }

    /// The line that is being filled.
    private struct Line {
        let runs: [StyledText.Run]
        private var characters: [Character] = []
        /// The run of each character.
        private var owners: [Int] = []
        private(set) var cells = 0

        init(runs: [StyledText.Run]) {
            self.runs = runs
        }

        mutating func append(_ character: Character, of run: Int, _ width: Int) {
            characters.append(character)
            owners.append(run)
            cells += width
        }

        /// Ends the line at the last place where it may, and begins the next with the rest.
        mutating func breakOff(before next: Character) -> StyledText {
            let last = characters.count - 1
            let end = characters.indices.last {
                LineWrapping.mayBreak(between: characters[$0], $0 < last ? characters[$0 + 1] : next)
            }
            return self.end(at: end.map { $0 + 1 } ?? characters.count)
        }

        mutating func end() -> StyledText { end(at: characters.count) }

        private mutating func end(at end: Int) -> StyledText {
            var text = StyledText()
            var rest = characters[..<end].lastIndex { $0 != " " }.map { characters[...$0] } ?? []
            while let first = rest.indices.first {
                let piece = rest.indices.prefix { owners[$0] == owners[first] }
                let run = runs[owners[first]]
                text.append(String(rest[piece]), run.style, link: run.link)
                rest = rest[piece.endIndex...]
            }
            characters.removeFirst(end)
            owners.removeFirst(end)
            cells = characters.reduce(0) { $0 + CellWidth.of($1) }
            return text
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
