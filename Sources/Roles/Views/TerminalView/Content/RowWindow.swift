import ScreenModel

/// The rows of a list or a table that are here, among all that there are.
package struct RowWindow: Equatable, Sendable {
    /// The line of the first of all rows in ``Content/lines``.
    let firstLine: Int
    /// The lines of each row.
    let height: Int
    /// The rows that are here, from 0.
    package let rows: Range<Int>
    package let total: Int

    /// - Parameters:
    ///   - offset: the rows before those that are here.
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

    /// The rows on these lines, at least in part.
    func rows(on lines: Range<Int>) -> Range<Int> {
        let lines = lines.clamped(to: firstLine..<firstLine + lineCount)
        guard !lines.isEmpty else { return 0..<0 }
        return (lines.lowerBound - firstLine) / height..<(lines.upperBound - firstLine + height - 1) / height
    }
}

/// The rows that the application has not sent, and the text in their place.
package struct UnsentRows: Equatable, Sendable {
    var rows = 0..<0
    var text = ""

    package init() {}

    init(rows: Range<Int>, text: String) { (self.rows, self.text) = (rows, text) }
}

/// The lines of the rows that are here, and instead of each other row a sign that it is still missing, or will not come.
struct WindowLines: LineBlock {
    let window: RowWindow
    let block: any LineBlock
    let unsent: UnsentRows

    var count: Int { window.lineCount }

    func line(_ index: Int, room: Int) -> ContentLine {
        let offset = index - window.rows.lowerBound * window.height
        if offset >= 0, offset < block.count { return block.line(offset, room: room) }
        let sign = unsent.rows.contains(index / window.height) ? unsent.text : "…"
        return ContentLine(StyledText(index % window.height == 0 ? sign : "", .quiet), room: room)
    }
}

extension RowWindow {
    /// The rows to ask for: those in sight, with a page to both sides, where one of them is not here.
    /// - Returns: twice as much to both sides, so that the next rows are here when they come in sight; nil where all are here, or there is no
    ///   point in asking.
    func missing(seen lines: Range<Int>, after requested: RequestedRows) -> Range<Int>? {
        let seen = rows(on: lines)
        let page = seen.count
        func around(_ pages: Int) -> Range<Int> {
            max(seen.lowerBound - pages * page, 0)..<min(seen.upperBound + pages * page, total)
        }
        let near = around(1)
        let before = near.clamped(to: 0..<rows.lowerBound)
        let behind = near.clamped(to: rows.upperBound..<total)
        guard page > 0, !requested.isVain(before, with: rows) || !requested.isVain(behind, with: rows),
            !requested.isOpen(around(2))
        else { return nil }
        return around(2)
    }
}
