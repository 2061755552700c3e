import JSON

/// Rows of cells below the titles of their columns. The view shows how the rows are sorted; the presenter sorts them.
package struct Table: JSONCodable, Equatable, Sendable {
    package var columns: [Column]
    package var rows: [TableRow]
    /// How the rows are sorted; nil where they are in no order that the person can ask for.
    package var sort: Sort?
    /// Shown in the place of rows when there are none.
    package var empty: String?
    /// How many rows come before these; nil for none.
    package var offset: Int?
    /// How many rows there are, where these are only a piece: the view asks for another with `didScroll`. Nil where these are all.
    package var total: Int?
    /// Several rows can be marked and chosen together.
    package var isMultiple: Bool?  // JSON: multiple

    package init(
        columns: [Column], rows: [TableRow], sort: Sort? = nil, empty: String? = nil, offset: Int? = nil,
        total: Int? = nil, isMultiple: Bool? = nil
    ) {
        self.columns = columns
        self.rows = rows
        self.sort = sort
        self.empty = empty
        self.offset = offset
        self.total = total
        self.isMultiple = isMultiple
    }
}
