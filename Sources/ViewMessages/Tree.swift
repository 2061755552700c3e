import JSON

/// Rows in levels. The presenter sends those that are in sight: opening a row reports `didToggle`.
package struct Tree: JSONCodable, Equatable, Sendable {
    /// From top to bottom, each below the one that it belongs to.
    package var rows: [TreeRow]
    /// Shown in the place of rows when there are none.
    package var empty: String?
    /// Several rows can be marked and chosen together.
    package var isMultiple: Bool?  // JSON: multiple

    package init(rows: [TreeRow], empty: String? = nil, isMultiple: Bool? = nil) {
        self.rows = rows
        self.empty = empty
        self.isMultiple = isMultiple
    }
}
