import JSON

/// How a source is to sort the results of a search.
package struct SearchOrder: JSONCodable, Equatable, Sendable {
    /// A name of the source's own, such as `stars`.
    package var by: String
    package var isDescending: Bool = false  // JSON: descending

    package init(by: String, isDescending: Bool = false) {
        self.by = by
        self.isDescending = isDescending
    }
}
