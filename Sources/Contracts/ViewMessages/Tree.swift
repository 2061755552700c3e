import JSON

/// Rows in levels. The presenter sends the visible ones: opening a row reports `didToggle`.
package struct Tree: PartContent {
    /// Rows from top to bottom, each below its parent.
    package var rows: [TreeRow]
    /// A text that is shown if there are no rows.
    package var empty: String?
    /// The user can mark several rows and choose them together.
    package var isMultiple: Bool?  // JSON: multiple
}

/// A row of a tree.
package struct TreeRow: JSONCodable, Equatable, Sendable {
    /// The id that `didSelect` and `didToggle` report.
    package var id: String  // bounds: id
    package var title: String
    /// The number of the row's ancestors.
    package var depth: Int  // init: 0
    /// The rows below this one are shown; absent for a row that has none.
    package var isExpanded: Bool?  // JSON: expanded
    /// A character before the title.
    package var symbol: String?
    /// A text at the right edge, such as a size.
    package var accessory: String?
    package var tone: Tone?
}
