import JSON

/// Rows that the user chooses from.
package struct List: PartContent {
    package var rows: [Row]
    /// A text that is shown if there are no rows.
    package var empty: String?
    /// The number of rows before these; 0 if absent.
    package var offset: Int?
    /// The number of all rows; absent if these are all. Where these are only a piece, the view requests another with `didScroll`.
    package var total: Int?
    /// The user can mark several rows and choose them together.
    package var isMultiple: Bool?  // JSON: multiple
    /// The id of the row that is selected when the list appears, or when this member has changed; the first row if absent.
    package var selected: String?  // bounds: raw
}

/// A row of a list.
package struct Row: JSONCodable, Equatable, Sendable {
    /// The id that `didSelect` reports.
    package var id: String  // bounds: id
    package var title: String
    /// A character before the title.
    package var symbol: String?
    package var subtitle: String?
    /// A text at the right edge, such as a rating or a length.
    package var accessory: String?
    package var tone: Tone?
    /// The controls of the screen's keys that apply to this row; all keys for rows if absent.
    package var keys: [String]?  // bounds: id
}
