import ViewMessages

/// A picture: its drawing, or else its caption in a frame.
enum PictureBlock {
    /// - Parameters:
    ///   - drawing: at most of that size; it is centred. One in pixels is shown only as a whole.
    ///   - position: of the upper left corner, which may be above the rows.
    ///   - rows: the rows that may be drawn on.
    static func draw(
        caption: String, drawing: Drawing?, size: Size, at position: Position, rows: Range<Int>, on frame: inout Frame
    ) {
        func corner(of inner: Size) -> Position {
            Position(
                row: position.row + max((size.rows - inner.rows) / 2, 0),
                column: position.column + max((size.columns - inner.columns) / 2, 0))
        }
        switch drawing {
        case .pixels(let pixels) where rows.lowerBound <= position.row && position.row + size.rows <= rows.upperBound:
            let placed = PlacedDrawing(drawing: pixels, position: corner(of: pixels.size))
            frame.buffer.reserve(for: placed)
            frame.pictures.append(placed)
        case .cells(let cells): frame.buffer.copy(cells, at: corner(of: cells.size), rows: rows)
        case .pixels, nil: frame.buffer.copy(self.frame(caption, size), at: position, rows: rows)
        }
    }

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
