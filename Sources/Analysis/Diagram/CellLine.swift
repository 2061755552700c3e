import TerminalText

/// A terminal line as cells to draw into.
struct CellLine: CustomStringConvertible {
    /// A wide character fills its first cell; the next is empty.
    private var cells: [String]

    init(width: Int) {
        cells = Array(repeating: " ", count: width)
    }

    /// Cells outside the line are clipped.
    mutating func put(_ character: Character, at column: Int) {
        let width = CellWidth.of(character)
        guard width > 0, cells.indices.contains(column), cells.indices.contains(column + width - 1) else { return }
        cells[column] = String(character)
        for next in column + 1..<column + max(1, width) { cells[next] = "" }
    }

    mutating func put(_ text: String, at column: Int) {
        var at = column
        for character in text {
            put(character, at: at)
            at += CellWidth.of(character)
        }
    }

    /// Without trailing blanks.
    var description: String {
        cells[..<((cells.lastIndex { $0 != " " } ?? -1) + 1)].joined()
    }
}
