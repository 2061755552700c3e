import TerminalText

/// Marks the letters that a filter or a search has found.
enum MatchMarks {
    /// A stretch of text that has been drawn.
    struct Place {
        let text: StyledText
        let row: Int
        let column: Int
    }

    /// - Parameter find: gives the scalars of a text that are to be marked.
    static func mark(
        _ places: [Place], right: Int, on buffer: inout CellBuffer, find: (String) -> Set<Int>
    ) {
        let texts = places.map(\.text.plain)
        let found = find(texts.joined(separator: " "))
        guard !found.isEmpty else { return }
        var scalar = 0
        for (place, text) in zip(places, texts) {
            var column = place.column
            for character in text {
                let width = CellWidth.of(character)
                let end = scalar + character.unicodeScalars.count
                if (scalar..<end).contains(where: found.contains) {
                    buffer.restyle(row: place.row, column..<min(column + width, right)) { $0.matching }
                }
                column += width
                scalar = end
            }
            // The blank between two texts.
            scalar += 1
        }
    }
}

extension CellStyle {
    /// Within the selection a match is underlined: its colour would not be seen.
    fileprivate var matching: CellStyle {
        guard !isReversed else {
            var copy = self
            copy.isUnderlined = true
            return copy
        }
        return .match
    }
}
