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
    /// Several rows can be marked and chosen together.
    package var isMultiple: Bool?  // JSON: multiple
    /// The id of the row that is selected when the list appears, or when this has changed; nil for the first.
    package var selected: String?

    package init(
        rows: [Row], empty: String? = nil, offset: Int? = nil, total: Int? = nil, isMultiple: Bool? = nil,
        selected: String? = nil
    ) {
        self.isMultiple = isMultiple
        self.selected = selected
        self.rows = rows
        self.empty = empty
        self.offset = offset
        self.total = total
    }
}
