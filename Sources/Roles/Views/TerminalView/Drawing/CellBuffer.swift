import TerminalText

/// One place on the screen. A wide character takes its first cell and continuations.
package struct Cell: Equatable, Sendable {
    package var character: Character
    package var style: CellStyle
    /// Part of the wide character before it.
    package var isContinuation = false
    /// The last cell of a text with right-to-left letters. A mark is written behind it; without one, a terminal that orders
    /// text by direction would show a row's accessory instead of its title.
    package var endsRightToLeft = false
    /// What it leads to, where the terminal has hyperlinks. It stays when the style changes.
    package var link: Hyperlink?
    /// The number of the picture in pixels that is there. Anything written there damages it.
    package var picture: Int?

    package static let blank = Cell(character: " ", style: .plain)
}

/// The cells of a screen, or of a part of one.
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

    /// Writes from `column` up to `limit`, the edge by default. The rest is left out; a wide character across the edge leaves
    /// a blank. Controls have no width and are not written.
    /// - Parameter isWhole: false when the next write continues the same text.
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
                    putAtEdge(Cell(character: character, style: run.style, link: run.link), width, row, column)
                } else {
                    let character = CellWidth.drawable(character)
                    put(Cell(character: character, style: run.style, link: run.link), width, row, column)
                }
                last = column
                isRightToLeft = isRightToLeft || character.isRightToLeft
                column += width
            }
        }
        return column
    }

    /// Fills a stretch with blanks.
    package mutating func fill(row: Int, _ columns: Range<Int>, _ style: CellStyle = .plain) {
        guard 0..<size.rows ~= row else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            put(Cell(character: " ", style: style), 1, row, column)
        }
    }

    /// Changes the style of a stretch and keeps its text.
    package mutating func restyle(row: Int, _ columns: Range<Int>, _ change: (CellStyle) -> CellStyle) {
        guard 0..<size.rows ~= row else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            self[row, column].style = change(self[row, column].style)
        }
    }

    /// Copies rows of another buffer to `row` and `column`. What does not fit is left out.
    /// - Parameters:
    ///   - other: without wide characters at its sides, where it reaches over an edge.
    ///   - rows: which of its rows; all by default.
    package mutating func copy(_ other: CellBuffer, rows: Range<Int>? = nil, row: Int, column: Int) {
        for (target, source) in zip(row..., rows ?? 0..<other.size.rows) where 0..<size.rows ~= target {
            for offset in 0..<other.size.columns where 0..<size.columns ~= column + offset {
                self[target, column + offset] = other[source, offset]
            }
        }
    }

    /// Keeps cells free for a picture in pixels.
    mutating func reserve(for placed: PlacedDrawing) {
        let (size, position) = (placed.drawing.size, placed.position)
        for row in position.row..<position.row + size.rows where 0..<self.size.rows ~= row {
            fill(row: row, position.column..<position.column + size.columns)
            for column in position.column..<position.column + size.columns where 0..<self.size.columns ~= column {
                self[row, column].picture = placed.drawing.number
            }
        }
    }

    /// The buffer after a scroll. Rows that come from outside are blank.
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

    /// At the right edge the cursor stays on the cell that was written, and terminals put combining marks on the cell before
    /// it. So only the first scalar of a character is written there, and blanks in place of the rest.
    private mutating func putAtEdge(_ cell: Cell, _ width: Int, _ row: Int, _ column: Int) {
        let first = cell.character.unicodeScalars.first.map { Character($0) } ?? cell.character
        let firstWidth = CellWidth.of(first)
        var blank = cell
        blank.character = " "
        for rest in column..<column + width { put(blank, 1, row, rest) }
        var start = cell
        start.character = first
        if 1...width ~= firstWidth { put(start, firstWidth, row, column) }
    }

    /// - Parameter width: at least 1.
    private mutating func put(_ cell: Cell, _ width: Int, _ row: Int, _ column: Int) {
        // A wide character that is overwritten in part disappears as a whole.
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
            self[row, rest] = Cell(character: " ", style: cell.style, isContinuation: true, link: cell.link)
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
    /// Whether it belongs to a right-to-left script, judged by its block.
    fileprivate var isRightToLeft: Bool {
        guard let value = unicodeScalars.first?.value, value >= 0x590 else { return false }
        return 0x590...0x8FF ~= value || 0xFB1D...0xFDFF ~= value || 0xFE70...0xFEFC ~= value
            || 0x10800...0x10FFF ~= value || 0x1E800...0x1EFFF ~= value
    }
}
