import JSON

/// Rows in levels. The presenter sends those that are in sight: opening a row reports `didToggle`.
package struct Tree: JSONCodable, Equatable, Sendable {
    /// From top to bottom, each below the one that it belongs to.
    package var rows: [TreeRow]
    /// Shown instead of rows if there are none.
    package var empty: String?
    /// Several rows can be marked and chosen together.
    package var isMultiple: Bool?  // JSON: multiple
}

/// A row of a tree.
package struct TreeRow: JSONCodable, Equatable, Sendable {
    /// What `didSelect` and `didToggle` report.
    package var id: String
    package var title: String
    /// How many rows it is below, from 0.
    package var depth: Int  // init: 0
    /// Whether the rows below it are shown; nil for a row that has none.
    package var isExpanded: Bool?  // JSON: expanded
    /// One character before the title.
    package var symbol: String?
    /// At the right edge, such as a size.
    package var accessory: String?
    package var tone: Tone?
}
