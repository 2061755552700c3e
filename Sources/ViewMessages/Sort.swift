import JSON

/// An order of a table's rows.
package struct Sort: JSONCodable, Equatable, Sendable {
    /// A column's key.
    package var column: String
    package var isDescending: Bool = false  // JSON: descending

    package init(column: String, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }
}
