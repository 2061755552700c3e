import TerminalText
import ViewMessages

/// A picture: its drawing, or else its caption in a frame.
enum PictureBlock {
    /// - Parameters:
    ///   - drawing: at most of that size; it is centred. One in pixels is shown only as a whole.
    ///   - position: of the upper left corner, which may be above the rows.
    ///   - rows: those that may be drawn on.
    static func draw(
        caption: String, drawing: Drawing?, size: Size, at position: Position, rows: Range<Int>, on frame: inout Frame
    ) {
        let block: CellBuffer
        switch drawing {
        case .cells(let cells):
            var whole = CellBuffer(size)
            whole.copy(cells, row: free(size.rows, cells.size.rows), column: free(size.columns, cells.size.columns))
            block = whole
        case .pixels(let pixels) where rows.lowerBound <= position.row && position.row + size.rows <= rows.upperBound:
            let placed = PlacedDrawing(
                drawing: pixels,
                position: Position(
                    row: position.row + free(size.rows, pixels.size.rows),
                    column: position.column + free(size.columns, pixels.size.columns)))
            frame.buffer.reserve(for: placed)
            frame.pictures.append(placed)
            return
        case .pixels, nil: block = self.frame(caption, size)
        }
        let seen = (position.row..<position.row + size.rows).clamped(to: rows)
        frame.buffer.copy(
            block, rows: seen.lowerBound - position.row..<seen.upperBound - position.row, row: seen.lowerBound,
            column: position.column)
    }

    /// Half of the room that is left.
    private static func free(_ room: Int, _ taken: Int) -> Int { max((room - taken) / 2, 0) }

    private static func frame(_ caption: String, _ size: Size) -> CellBuffer {
        var block = CellBuffer(size)
        let inner = size.columns - 2
        guard inner > 0, size.rows > 2 else {
            block.write(StyledText(caption, .quiet).truncated(to: size.columns), row: size.rows / 2, column: 0)
            return block
        }
        Box.drawBorder(rows: 0..<size.rows, columns: 0..<size.columns, on: &block)
        let lines = LineWrapping.wrap(
            StyledText(caption, .quiet), width: max(inner - 2, 1), limit: size.rows - 2)
        let top = (size.rows - lines.count) / 2
        for (index, line) in lines.enumerated() {
            block.write(line.fitted(to: inner, .center), row: top + index, column: 1)
        }
        return block
    }
}
