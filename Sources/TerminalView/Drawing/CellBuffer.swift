/// One place on the screen. A wide character has the cell that it begins in, and a continuation.
package struct Cell: Equatable, Sendable {
    package var character: Character
    package var style: CellStyle
    /// The right half of the wide character before it.
    package var isContinuation = false

    package static let blank = Cell(character: " ", style: .plain)
}

/// A picture of the whole screen, as it is or as it shall be.
package struct CellBuffer: Equatable, Sendable {
    package let size: Size
    private var cells: [Cell]

    package init(_ size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    package subscript(row: Int, column: Int) -> Cell {
        get { cells[row * size.columns + column] }
        set { cells[row * size.columns + column] = newValue }
    }

    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Writes from `column` on, no further than `limit` (the screen's edge unless told). What does not fit is left
    /// away; a wide character that would reach over the edge leaves a blank. Controls have no width and are not written.
    /// - Returns: the column after the text.
    @discardableResult
    package mutating func write(_ text: StyledText, row: Int, column: Int, limit: Int? = nil) -> Int {
        guard 0..<size.rows ~= row, column >= 0 else { return column }
        let limit = min(limit ?? size.columns, size.columns)
        var column = column
        for run in text.runs {
            for character in run.text {
                let width = CellWidth.of(character)
                guard width > 0 else { continue }
                guard column + width <= limit else { return column }
                put(Cell(character: character, style: run.style), width, row, column)
                column += width
            }
        }
        return column
    }

    /// Gives every cell of a stretch the same blank style.
    package mutating func fill(row: Int, _ columns: Range<Int>, _ style: CellStyle = .plain) {
        guard 0..<size.rows ~= row else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            put(Cell(character: " ", style: style), 1, row, column)
        }
    }

    private mutating func put(_ cell: Cell, _ width: Int, _ row: Int, _ column: Int) {
        // What is overwritten by half is gone as a whole.
        if self[row, column].isContinuation { self[row, column - 1] = .blank }
        let end = column + width
        if end < size.columns, self[row, end].isContinuation { self[row, end] = .blank }
        self[row, column] = cell
        if width == 2 { self[row, column + 1] = Cell(character: " ", style: cell.style, isContinuation: true) }
    }

    /// The rows as text, without trailing blanks.
    package var text: [String] {
        (0..<size.rows).map { row in
            let line = String(self.row(row).filter { !$0.isContinuation }.map(\.character))
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
