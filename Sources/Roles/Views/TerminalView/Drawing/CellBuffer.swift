import Platform
import TerminalText

/// The cells of a screen, or of a part of one.
///
/// While it is narrowed to a pane (``narrow(to:rows:)``), columns are those of the pane, and only its rows can be written.
package struct CellBuffer: Sendable {
    /// The columns of the pane, and all rows.
    package private(set) var size: Size
    /// The columns of the whole.
    private let stride: Int
    /// The first column of the pane.
    private var origin = 0
    /// The rows that can be written.
    private var open: Range<Int>
    private var cells: [PackedCell]
    private(set) var table = CellTable()

    package init(_ size: Size) {
        self.size = size
        stride = size.columns
        open = 0..<size.rows
        cells = Array(repeating: .blank, count: size.columns * size.rows)
        WorkCount.current?.count { $0.buffers += 1 }
    }

    /// Makes all of it blank again, for the frame after one with that table.
    mutating func reuse(after table: CellTable) {
        widen()
        self.table = table.isLarge ? CellTable() : table
        cells.withUnsafeMutableBufferPointer { $0.update(repeating: .blank) }
    }

    package subscript(row: Int, column: Int) -> Cell {
        get { unpacked(cells[place(row, column)]) }
        set { cells[place(row, column)] = packed(newValue) }
    }

    package func row(_ row: Int) -> [Cell] { (0..<size.columns).map { self[row, $0] } }

    private func place(_ row: Int, _ column: Int) -> Int { row * stride + origin + column }

    private func unpacked(_ cell: PackedCell) -> Cell {
        Cell(
            character: table.character(of: cell.glyph), style: cell.style, isContinuation: cell.glyph.isContinuation,
            endsRightToLeft: cell.glyph.endsRightToLeft, link: table.link(cell.link),
            picture: cell.picture > 0 ? Int(cell.picture) : nil)
    }

    private mutating func packed(_ cell: Cell) -> PackedCell {
        var packed = PackedCell(
            style: cell.style, glyph: table.glyph(of: cell.character).glyph, reference: table.number(of: cell.link))
        packed.glyph.isContinuation = cell.isContinuation
        packed.glyph.endsRightToLeft = cell.endsRightToLeft
        if let picture = cell.picture { packed.reserve(for: picture) }
        return packed
    }

    // MARK: Panes

    /// Draws on some columns and rows from now on, until ``widen()``.
    mutating func narrow(to columns: Range<Int>, rows: Range<Int>) {
        let columns = columns.clamped(to: 0..<stride)
        (origin, size.columns) = (columns.lowerBound, columns.count)
        open = rows.clamped(to: 0..<size.rows)
    }

    mutating func widen() { (origin, size.columns, open) = (0, stride, 0..<size.rows) }

    // MARK: Rows as memory

    func packed(row: Int) -> ArraySlice<PackedCell> { cells[row * stride..<(row + 1) * stride] }

    /// The rows that differ from those of a buffer of the same size and table. Each is compared once, as memory.
    func rowsChanged(from old: CellBuffer) -> [Int] {
        guard stride > 0 else { return [] }
        WorkCount.current?.count { $0.comparedRows += size.rows }
        return cells.withUnsafeBytes { new in
            old.cells.withUnsafeBytes { old in
                let length = stride * MemoryLayout<PackedCell>.stride
                return (0..<size.rows).filter { row in
                    let bytes = row * length..<(row + 1) * length
                    return !Self.isEqual(new[bytes], old[bytes])
                }
            }
        }
    }

    private static func isEqual(_ one: Slice<UnsafeRawBufferPointer>, _ other: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard let first = UnsafeRawBufferPointer(rebasing: one).baseAddress,
            let second = UnsafeRawBufferPointer(rebasing: other).baseAddress
        else { return one.count == other.count }
        return one.count == other.count && memcmp(first, second, one.count) == 0
    }

    /// The same cells in this buffer's table, which takes what it lacks.
    mutating func translated(_ old: CellBuffer) -> CellBuffer {
        var copy = old
        if !old.table.begins(table) {
            for index in copy.cells.indices { copy.cells[index] = table.adopt(old.cells[index], from: old.table) }
        }
        copy.table = table
        return copy
    }

    /// The place of the cells in memory. Two buffers that are used in turn have two addresses.
    var address: Int { cells.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } }

    // MARK: Drawing

    /// Writes from `column` up to `limit`, the edge by default. The rest is left out; a wide character across the edge leaves
    /// a blank. Controls have no width and are not written.
    /// - Parameter isWhole: false when the next write continues the same text.
    /// - Returns: the column after the text.
    @discardableResult
    package mutating func write(
        _ text: StyledText, row: Int, column: Int, limit: Int? = nil, isWhole: Bool = true
    ) -> Int {
        guard open ~= row, column >= 0 else { return column }
        var line = Line(row: row, column: column, limit: min(limit ?? size.columns, size.columns))
        for run in text.runs where !line.isFull {
            line.style = run.style
            line.link = run.link == nil ? 0 : table.number(of: run.link)
            var text = run.text
            let written = text.withUTF8 { writeASCII($0, &line) }
            guard !line.isFull, written < text.utf8.count else { continue }
            for character in text[text.utf8.index(text.startIndex, offsetBy: written)...] where !line.isFull {
                write(character, &line)
            }
        }
        if let last = line.last, line.isRightToLeft, isWhole, line.column < size.columns {
            cells[place(row, last)].glyph.endsRightToLeft = true
        }
        return line.column
    }

    /// A text that is being written.
    private struct Line {
        let row: Int
        var column: Int
        let limit: Int
        var style = CellStyle.plain
        var link: UInt32 = 0
        /// The place of its last character.
        var last: Int?
        var isRightToLeft = false
        /// The next character had no room.
        var isFull = false
    }

    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    private mutating func write(_ character: Character, _ line: inout Line) {
        var (glyph, width) = table.glyph(of: character)
        guard width > 0 else { return }
        guard line.column + width <= line.limit else { return line.isFull = true }
        if line.column + width == size.columns {
            putAtEdge(character, width, line)
        } else {
            if character.utf8.count > CellWidth.longestCharacter { glyph = table.glyph(of: Self.replacement).glyph }
            put(PackedCell(style: line.style, glyph: glyph, reference: line.link), width, line.row, line.column)
        }
        line.last = line.column
        line.isRightToLeft = line.isRightToLeft || character.isRightToLeft
        line.column += width
    }

    /// Writes the beginning that is printable ASCII, as most texts are. Its last character belongs to what follows, which may join it.
    /// - Returns: the bytes that were written.
    private mutating func writeASCII(_ text: UnsafeBufferPointer<UInt8>, _ line: inout Line) -> Int {
        let length = text.firstIndex { !(0x20..<0x7F ~= $0) }.map { max($0 - 1, 0) } ?? text.count
        for byte in text[..<length] {
            guard line.column < line.limit else {
                line.isFull = true
                break
            }
            let cell = PackedCell(style: line.style, glyph: Glyph(ascii: byte), reference: line.link)
            put(cell, 1, line.row, line.column)
            line.last = line.column
            line.column += 1
        }
        return length
    }

    /// Fills a stretch with blanks, or with another character of one cell.
    package mutating func fill(
        row: Int, _ columns: Range<Int>, _ style: CellStyle = .plain, with scalar: Unicode.Scalar = " "
    ) {
        guard open ~= row else { return }
        let cell = PackedCell(style: style, glyph: table.glyph(of: scalar).glyph)
        for column in columns.clamped(to: 0..<size.columns) { put(cell, 1, row, column) }
    }

    /// Changes the style of a stretch and keeps its text.
    package mutating func restyle(row: Int, _ columns: Range<Int>, _ change: (CellStyle) -> CellStyle) {
        guard open ~= row else { return }
        for column in columns.clamped(to: 0..<size.columns) {
            cells[place(row, column)].style = change(cells[place(row, column)].style)
        }
    }

    /// Copies another buffer, as far as it fits into these rows.
    /// - Parameter other: without wide characters at its sides, where it reaches over an edge.
    mutating func copy(_ other: CellBuffer, at position: Position, rows: Range<Int>) {
        for source in 0..<other.size.rows where open.clamped(to: rows) ~= position.row + source {
            for offset in 0..<other.size.columns where 0..<size.columns ~= position.column + offset {
                let cell = other.cells[other.place(source, offset)]
                cells[place(position.row + source, position.column + offset)] = table.adopt(cell, from: other.table)
            }
        }
    }

    /// Keeps cells free for a picture in pixels.
    mutating func reserve(for placed: PlacedDrawing) {
        let (size, position) = (placed.drawing.size, placed.position)
        for row in position.row..<position.row + size.rows where open ~= row {
            fill(row: row, position.column..<position.column + size.columns)
            for column in position.column..<position.column + size.columns where 0..<self.size.columns ~= column {
                cells[place(row, column)].reserve(for: placed.drawing.number)
            }
        }
    }

    /// The buffer after a scroll. Rows that come from outside are blank.
    package func scrolled(_ scroll: Scroll) -> CellBuffer {
        var copy = self
        let moving = scroll.rows.lowerBound * stride..<scroll.rows.upperBound * stride
        let count = abs(scroll.distance) * stride
        let (isUp, top, bottom) = (scroll.distance > 0, moving.dropLast(count), moving.dropFirst(count))
        copy.cells.withUnsafeMutableBufferPointer { copy in
            _ = copy[isUp ? top : bottom].update(fromContentsOf: cells[isUp ? bottom : top])
            copy[isUp ? moving.suffix(count) : moving.prefix(count)].update(repeating: .blank)
        }
        return copy
    }

    /// Writes at the right edge. The cursor stays on the cell that was written, and terminals put combining marks on the cell before it. So
    /// only the first scalar of a character is written, and blanks in place of the rest.
    private mutating func putAtEdge(_ character: Character, _ width: Int, _ line: Line) {
        let first = character.unicodeScalars.first.map { table.glyph(of: $0) } ?? table.glyph(of: character)
        var cell = PackedCell(style: line.style, glyph: .space, reference: line.link)
        for rest in line.column..<line.column + width { put(cell, 1, line.row, rest) }
        cell.glyph = first.glyph
        if 1...width ~= first.width { put(cell, first.width, line.row, line.column) }
    }

    /// - Parameter width: at least 1.
    private mutating func put(_ cell: PackedCell, _ width: Int, _ row: Int, _ column: Int) {
        let start = place(row, 0)
        // A wide character that is overwritten in part disappears as a whole.
        var before = column
        while before > 0, cells[start + before].glyph.isContinuation {
            before -= 1
            cells[start + before].glyph.blank()
        }
        var after = column + width
        while after < size.columns, cells[start + after].glyph.isContinuation {
            cells[start + after].glyph.isContinuation = false
            after += 1
        }
        for rest in before..<column { cells[start + rest].glyph.isContinuation = false }
        cells[start + column] = cell
        guard width > 1 else { return }
        var continuation = PackedCell(style: cell.style, glyph: .space, reference: cell.reference)
        continuation.glyph.isContinuation = true
        for rest in column + 1..<column + width { cells[start + rest] = continuation }
    }

    /// The rows as text, without trailing blanks.
    package var text: [String] {
        (0..<size.rows).map { row in
            let line = String(self.row(row).filter { !$0.isContinuation }.map(\.character))
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension CellBuffer: Equatable {
    /// True when the same is shown, whatever the numbers in the tables.
    package static func == (one: CellBuffer, other: CellBuffer) -> Bool {
        guard one.size == other.size, one.stride == other.stride else { return false }
        var one = one
        return one.rowsChanged(from: one.translated(other)).isEmpty
    }
}

extension Character {
    /// True when it belongs to a right-to-left script, judged by its block.
    fileprivate var isRightToLeft: Bool {
        guard let value = unicodeScalars.first?.value, value >= 0x590 else { return false }
        return 0x590...0x8FF ~= value || 0xFB1D...0xFDFF ~= value || 0xFE70...0xFEFC ~= value
            || 0x10800...0x10FFF ~= value || 0x1E800...0x1EFFF ~= value
    }
}
