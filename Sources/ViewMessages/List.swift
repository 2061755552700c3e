import JSON

/// Rows that a person chooses from.
package struct List: JSONCodable, Equatable, Sendable {
    package var rows: [Row]
    /// Shown in the place of rows when there are none.
    package var empty: String?
    /// Several rows can be marked and chosen together.
    package var isMultiple: Bool?  // JSON: multiple

    package init(rows: [Row], empty: String? = nil, isMultiple: Bool? = nil) {
        self.isMultiple = isMultiple
        self.rows = rows
        self.empty = empty
    }
}
