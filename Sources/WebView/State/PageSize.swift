import ScreenModel

/// How much of a page is seen at once, in characters of its text.
package struct PageSize: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    /// As in linear mode, until a page says its own: without a script, none does.
    package static let standard = PageSize(columns: 80, rows: 24)

    /// - Parameters: from a page, so they are bounded.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, min(columns, 1000))
        self.rows = max(1, min(rows, 500))
    }
}
