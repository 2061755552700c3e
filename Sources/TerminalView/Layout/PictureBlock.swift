import TerminalText
import ViewMessages

/// A picture as cells: its drawing, or else its caption in a frame.
enum PictureBlock {
    /// - Parameter drawing: at most of that size; it is centred.
    static func draw(caption: String, drawing: CellBuffer?, size: Size) -> CellBuffer {
        guard let drawing else { return frame(caption, size) }
        var block = CellBuffer(size)
        block.copy(
            drawing, row: max((size.rows - drawing.size.rows) / 2, 0),
            column: max((size.columns - drawing.size.columns) / 2, 0))
        return block
    }

    private static func frame(_ caption: String, _ size: Size) -> CellBuffer {
        var block = CellBuffer(size)
        let inner = size.columns - 2
        guard inner > 0, size.rows > 2 else {
            block.write(StyledText(caption, .quiet).truncated(to: size.columns), row: size.rows / 2, column: 0)
            return block
        }
        let bar = String(repeating: "─", count: inner)
        block.write(StyledText("╭\(bar)╮", .quiet), row: 0, column: 0)
        for row in 1..<size.rows - 1 {
            block.write(StyledText("│", .quiet), row: row, column: 0)
            block.write(StyledText("│", .quiet), row: row, column: size.columns - 1)
        }
        block.write(StyledText("╰\(bar)╯", .quiet), row: size.rows - 1, column: 0)
        let lines = LineWrapping.wrap(caption, width: max(inner - 2, 1), limit: size.rows - 2)
        let top = (size.rows - lines.count) / 2
        for (index, line) in lines.enumerated() {
            let column = 1 + max((inner - CellWidth.of(line)) / 2, 0)
            block.write(StyledText(line, .quiet), row: top + index, column: column, limit: size.columns - 1)
        }
        return block
    }
}
