package import ScreenModel
import TerminalText

/// What the router could not do and why. It stays in front of the screen until the person closes it.
package enum FailureBox {
    static func draw(_ failure: Failure, top: Int, rows: Range<Int>, on buffer: inout CellBuffer) {
        let lines = lines(for: failure, columns: buffer.size.columns)
        let height = height(rows.count)
        let page = lines.dropFirst(min(top, max(lines.count - height, 0))).prefix(height)
        let isAll = page.count == lines.count
        Box.draw(
            page.map { StyledText($0) }, title: isAll ? title(of: failure) : "\(title(of: failure)) (↑↓ for more)",
            rows: rows, on: &buffer)
    }

    /// The last line that it can be scrolled to.
    package static func end(for failure: Failure, in size: Size) -> Int {
        max(lines(for: failure, columns: size.columns).count - height(size.rows - 1), 0)
    }

    private static func height(_ rows: Int) -> Int { max(rows - 2, 1) }

    private static func lines(for failure: Failure, columns: Int) -> [String] {
        LineWrapping.wrap(failure.message, width: max(columns - Box.border, 1))
    }

    private static func title(of failure: Failure) -> String {
        switch failure.action {
        case "openURL": "The page was not opened"
        case "play": "Nothing was played"
        case Failure.screen: "A screen did not come"
        default: "That did not work"
        }
    }
}
