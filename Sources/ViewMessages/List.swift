import JSON

/// Rows that a person chooses from.
package struct List: JSONCodable, Equatable, Sendable {
    package var rows: [Row]
    /// Shown in the place of rows when there are none.
    package var empty: String?
    /// How many rows come before these; nil for none.
    package var offset: Int?
    /// How many rows there are, where these are only a piece: the view asks for another with `didScroll`. Nil where these are all.
    package var total: Int?

    package init(rows: [Row], empty: String? = nil, offset: Int? = nil, total: Int? = nil) {
        self.rows = rows
        self.empty = empty
        self.offset = offset
        self.total = total
    }
}
