import ScreenModel
import ViewMessages

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

/// The lines of the rows that are here, and instead of each other row a sign that it is still missing.
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

/// A scene's reports that nobody asked for: the rows of a long list that are in sight, or soon will be, and are not here; and its size.
struct SceneReports: Sendable {
    private struct Question: Equatable {
        let missing: Range<Int>
        /// The number of the screen.
        let screen: Int
    }

    /// Screens that the scene has shown.
    private var screens = 0
    private var asked: Question?
    private var size: ViewOutput.DidResize?

    /// Other rows are here now, so the same ones may be asked for again.
    mutating func partsHaveChanged() { screens += 1 }

    /// - Parameter lines: the lines in sight.
    /// - Returns: the missing rows, unless the view requested them while it had these: the answering role has no others.
    mutating func take(_ window: RowWindow, seen lines: Range<Int>) -> Range<Int>? {
        guard let missing = Self.missing(from: window, seen: lines) else { return nil }
        let question = Question(missing: missing, screen: screens)
        guard question != asked else { return nil }
        asked = question
        return missing
    }

    /// - Returns: the size, if it is another one than before.
    mutating func take(_ new: ViewOutput.DidResize) -> ViewOutput.DidResize? {
        guard new != size else { return nil }
        size = new
        return new
    }

    /// The rows in sight, with a page to both sides, where one of them is not here; nil where all are.
    /// - Returns: twice as much to both sides, so that the next rows are here when they come in sight.
    static func missing(from window: RowWindow, seen lines: Range<Int>) -> Range<Int>? {
        let seen = window.rows(on: lines)
        let page = seen.count
        func around(_ pages: Int) -> Range<Int> {
            max(seen.lowerBound - pages * page, 0)..<min(seen.upperBound + pages * page, window.total)
        }
        let near = around(1)
        guard page > 0, near.lowerBound < window.rows.lowerBound || near.upperBound > window.rows.upperBound else {
            return nil
        }
        return around(2)
    }
}
