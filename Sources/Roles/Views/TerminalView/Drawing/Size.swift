/// A screen's size in cells.
package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int
    /// Rows of a terminal that shows other things above: there is no title, and the prompt is in the first row.
    package var isInline = false

    package init(columns: Int, rows: Int, isInline: Bool = false) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        self.isInline = isInline
    }

    /// A size within 1,000 × 500, as the largest screens have with the smallest letters. A terminal may claim 65,535 × 65,535.
    package static func ofTerminal(columns: Int, rows: Int) -> Size {
        Size(columns: min(columns, 1000), rows: min(rows, 500))
    }
}

/// A cell's place, from 0.
package struct Position: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}
