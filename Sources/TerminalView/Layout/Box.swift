import TerminalText

/// A frame in the middle of the screen, in front of everything else.
enum Box {
    /// The cells that the border and the space inside it take, on both sides together.
    static let border = 4

    /// - Returns: where each of the lines stands; nil for those that have no room.
    @discardableResult
    static func draw(
        _ lines: [StyledText], title: String, rows: Range<Int>, on buffer: inout CellBuffer
    ) -> [Position?] {
        let columns = buffer.size.columns
        let widest = max(lines.map(\.cells).max() ?? 0, CellWidth.of(title) + 2)
        let inner = min(widest, columns - border)
        let height = min(lines.count, rows.count - 2)
        guard inner > 0, height > 0 else { return drawBare(lines, rows: rows, on: &buffer) }
        let left = (columns - inner - border) / 2
        let top = rows.lowerBound + (rows.count - height - 2) / 2
        let edge = StyledText(title.isEmpty ? "" : " \(title.truncated(to: inner - 2)) ", .strong)
        let bar = String(repeating: "─", count: max(inner + 1 - edge.cells, 0))
        buffer.write(
            StyledText("╭─", .quiet) + edge + StyledText(bar + "╮", .quiet), row: top, column: left)
        for (index, line) in lines.prefix(height).enumerated() {
            let row = top + 1 + index
            buffer.fill(row: row, left..<left + inner + border)
            buffer.write(StyledText("│ ", .quiet), row: row, column: left)
            buffer.write(line.truncated(to: inner), row: row, column: left + 2)
            buffer.write(StyledText(" │", .quiet), row: row, column: left + 2 + inner)
        }
        let bottom = "╰" + String(repeating: "─", count: inner + 2) + "╯"
        buffer.write(StyledText(bottom, .quiet), row: top + height + 1, column: left)
        return lines.indices.map { $0 < height ? Position(row: top + 1 + $0, column: left + 2) : nil }
    }

    /// Without room for a border, the last lines are shown: they have the buttons.
    private static func drawBare(
        _ lines: [StyledText], rows: Range<Int>, on buffer: inout CellBuffer
    ) -> [Position?] {
        for (row, line) in zip(rows, lines.suffix(rows.count)) {
            buffer.fill(row: row, 0..<buffer.size.columns)
            buffer.write(line.truncated(to: buffer.size.columns), row: row, column: 0)
        }
        let hidden = max(lines.count - rows.count, 0)
        return lines.indices.map { $0 < hidden ? nil : Position(row: rows.lowerBound + $0 - hidden, column: 0) }
    }
}
