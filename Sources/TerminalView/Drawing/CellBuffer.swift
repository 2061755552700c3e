import TerminalText

/// One place on the screen. A wide character has the cell that it begins in, and continuations.
package struct Cell: Equatable, Sendable {
    package var character: Character
    package var style: CellStyle
    /// Part of the wide character before it.
    package var isContinuation = false
    /// The last of a text with letters that are written from right to left. What stands behind it is no part of that text,
    /// or a terminal that orders text by direction would show a row's accessory in the place of its title.
    package var endsRightToLeft = false

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
    /// - Parameter isWhole: what is written behind it has nothing to do with this text.
    /// - Returns: the column after the text.
    @discardableResult
    package mutating func write(
        _ text: StyledText, row: Int, column: Int, limit: Int? = nil, isWhole: Bool = true
    ) -> Int {
        guard 0..<size.rows ~= row, column >= 0 else { return column }
        let limit = min(limit ?? size.columns, size.columns)
        var column = column
        var last: Int?
        var isRightToLeft = false
        defer {
            if let last, isRightToLeft, isWhole, column < size.columns { self[row, last].endsRightToLeft = true }
        }
        for run in text.runs {
            for character in run.text {
                let width = CellWidth.of(character)
                guard width > 0 else { continue }
                guard column + width <= limit else { return column }
                if column + width == size.columns {
                    putAtEdge(Cell(character: character, style: run.style), width, row, column)
                } else {
                    put(Cell(character: CellWidth.drawable(character), style: run.style), width, row, column)
                }
                last = column
                isRightToLeft = isRightToLeft || character.isRightToLeft
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

    /// Changes the style of a stretch, whatever stands there.
    package mutating func restyle(row: Int, _ columns: Range<Int>, _ change: (CellStyle) -> CellStyle) {
        guard 0..<size.rows ~= row else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            self[row, column].style = change(self[row, column].style)
        }
    }

    /// Copies another buffer's rows, with their upper left corner at `row` and `column`. What does not fit is left away.
    /// - Parameters:
    ///   - other: of characters that take one cell each, where it reaches over the edge.
    ///   - rows: which of its rows; all unless told.
    package mutating func copy(_ other: CellBuffer, rows: Range<Int>? = nil, row: Int, column: Int) {
        for (target, source) in zip(row..., rows ?? 0..<other.size.rows) where 0..<size.rows ~= target {
            for offset in 0..<other.size.columns where 0..<size.columns ~= column + offset {
                self[target, column + offset] = other[source, offset]
            }
        }
    }

    /// With the rows of a stretch moved, and blank ones in the place of those that have come from outside.
    package func scrolled(_ scroll: Scroll) -> CellBuffer {
        var copy = self
        for row in scroll.rows {
            let source = row + scroll.distance
            for column in 0..<size.columns {
                copy[row, column] = scroll.rows.contains(source) ? self[source, column] : .blank
            }
        }
        return copy
    }

    /// At the right edge the cursor stays on the cell that was written, and terminals add marks to the one before it. So
    /// only a character's first scalar is written there, with blanks for the rest.
    private mutating func putAtEdge(_ cell: Cell, _ width: Int, _ row: Int, _ column: Int) {
        let first = cell.character.unicodeScalars.first.map { Character($0) } ?? cell.character
        let firstWidth = CellWidth.of(first)
        for rest in column..<column + width { put(Cell(character: " ", style: cell.style), 1, row, rest) }
        if 1...width ~= firstWidth { put(Cell(character: first, style: cell.style), firstWidth, row, column) }
    }

    /// - Parameter width: at least 1.
    private mutating func put(_ cell: Cell, _ width: Int, _ row: Int, _ column: Int) {
        // A wide character that is overwritten in part is gone as a whole.
        var before = column
        while before > 0, self[row, before].isContinuation {
            before -= 1
            self[row, before].character = " "
        }
        var after = column + width
        while after < size.columns, self[row, after].isContinuation {
            self[row, after].isContinuation = false
            after += 1
        }
        for rest in before..<column { self[row, rest].isContinuation = false }
        self[row, column] = cell
        for rest in column + 1..<column + width {
            self[row, rest] = Cell(character: " ", style: cell.style, isContinuation: true)
        }
    }

    /// The rows as text, without trailing blanks.
    package var text: [String] {
        (0..<size.rows).map { row in
            let line = String(self.row(row).filter { !$0.isContinuation }.map(\.character))
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension Character {
    /// Whether it is a letter of a script that is written from right to left (by its block).
    fileprivate var isRightToLeft: Bool {
        guard let value = unicodeScalars.first?.value, value >= 0x590 else { return false }
        return 0x590...0x8FF ~= value || 0xFB1D...0xFDFF ~= value || 0xFE70...0xFEFC ~= value
            || 0x10800...0x10FFF ~= value || 0x1E800...0x1EFFF ~= value
    }
}
