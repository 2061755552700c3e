import TerminalText

/// A line with the letters that a filter or a search has found. Where they are beyond its edge, it is shown from there.
struct FoundLine {
    let line: ContentLine
    /// The cells of its text, and of its accessory.
    private let cells: [Range<Int>]
    private let accessoryCells: [Range<Int>]

    /// - Parameters:
    ///   - lines: the lines of a row, one text.
    ///   - find: gives the scalars of a text that are found.
    /// - Returns: each of the lines; none where nothing is found.
    static func find(_ lines: [ContentLine], _ find: (String) -> Set<Int>) -> [FoundLine] {
        let texts = lines.flatMap { [($0.uncut ?? $0.text).plain, $0.accessory.plain] }
        let found = find(texts.joined(separator: " "))
        guard !found.isEmpty else { return [] }
        var scalar = 0
        let cells = texts.map { text in
            // The blank between two texts.
            defer { scalar += 1 }
            return self.cells(of: text, found, from: &scalar)
        }
        return lines.enumerated().map { FoundLine($1, cells[2 * $0], cells[2 * $0 + 1]) }
    }

    private static func cells(of text: String, _ found: Set<Int>, from scalar: inout Int) -> [Range<Int>] {
        var cells: [Range<Int>] = []
        var cell = 0
        for character in text {
            let (width, end) = (CellWidth.of(character), scalar + character.unicodeScalars.count)
            if (scalar..<end).contains(where: found.contains) { cells.append(cell..<cell + width) }
            (cell, scalar) = (cell + width, end)
        }
        return cells
    }

    private init(_ line: ContentLine, _ cells: [Range<Int>], _ accessoryCells: [Range<Int>]) {
        (self.cells, self.accessoryCells) = (cells, accessoryCells)
        self.line = cells.last.map { line.showing($0) } ?? line
    }

    /// Marks what was found, where the line is drawn.
    func mark(row: Int, right: Int, on buffer: inout CellBuffer) {
        for cells in cells.map({ $0.clamped(to: line.seen) }) where !cells.isEmpty {
            let column = Content.gutter + line.column(of: cells.lowerBound)
            buffer.restyle(row: row, column..<min(column + cells.count, right)) { $0.matching }
        }
        for cells in accessoryCells {
            let column = right - line.accessory.cells + cells.lowerBound
            buffer.restyle(row: row, column..<min(column + cells.count, right)) { $0.matching }
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
