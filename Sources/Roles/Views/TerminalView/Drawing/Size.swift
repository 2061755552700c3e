/// A screen's size in cells.
package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
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
