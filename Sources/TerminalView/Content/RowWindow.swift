import ScreenModel

/// The rows of a list or a table that are here, among all that there are.
package struct RowWindow: Equatable, Sendable {
    /// The line of the first of all rows in ``Content/lines``.
    let firstLine: Int
    /// The lines of each row.
    let height: Int
    /// Those that are here, from 0.
    package let rows: Range<Int>
    package let total: Int

    /// - Parameters:
    ///   - offset: how many rows come before those that are here.
    ///   - total: no fewer than those that are here.
    init(offset: Int, count: Int, total: Int, firstLine: Int = 0, height: Int = 1) {
        let offset = Bounded.number(offset)
        rows = offset..<offset + count
        self.total = max(Bounded.number(total), rows.upperBound)
        self.firstLine = firstLine
        self.height = max(height, 1)
    }

    var lineCount: Int { total * height }

    func lines(of row: Int) -> Range<Int> { firstLine + row * height..<firstLine + (row + 1) * height }

    /// The row that has the line; nil for a line outside.
    func row(at line: Int) -> Int? {
        guard line >= firstLine, line < firstLine + lineCount else { return nil }
        return (line - firstLine) / height
    }

    /// The rows that stand on these lines, at least in part.
    func rows(on lines: Range<Int>) -> Range<Int> {
        let lines = lines.clamped(to: firstLine..<firstLine + lineCount)
        guard !lines.isEmpty else { return 0..<0 }
        return (lines.lowerBound - firstLine) / height..<(lines.upperBound - firstLine + height - 1) / height
    }
}

/// The lines of the rows that are here, and in the place of each other row a sign that it is still to come.
struct WindowLines: LineBlock {
    let window: RowWindow
    let block: any LineBlock

    var count: Int { window.lineCount }

    func line(_ index: Int, room: Int) -> ContentLine {
        let offset = index - window.rows.lowerBound * window.height
        if offset >= 0, offset < block.count { return block.line(offset, room: room) }
        return ContentLine(StyledText(index % window.height == 0 ? "…" : "", .quiet), room: room)
    }
}
