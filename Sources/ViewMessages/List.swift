import JSON

/// Rows that a person chooses from.
package struct List: JSONCodable, Equatable, Sendable {
    package var rows: [Row]
    /// Shown in the place of rows when there are none.
    package var empty: String?

    package init(rows: [Row], empty: String? = nil) {
        self.rows = rows
        self.empty = empty
    }
}
