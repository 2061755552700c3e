import JSON

/// Rows that the user chooses from.
package struct List: JSONCodable, Equatable, Sendable {
    package var rows: [Row]
    /// Shown instead of rows if there are none.
    package var empty: String?
    /// How many rows come before these; nil for none.
    package var offset: Int?
    /// How many rows there are, where these are only a piece: the view asks for another with `didScroll`. Nil where these are all.
    package var total: Int?
    /// Several rows can be marked and chosen together.
    package var isMultiple: Bool?  // JSON: multiple
    /// The id of the row that is selected when the list appears, or when this has changed; nil for the first.
    package var selected: String?
}

/// A row of a list.
package struct Row: JSONCodable, Equatable, Sendable {
    /// What `didSelect` reports.
    package var id: String
    package var title: String
    /// One character before the title, such as a note.
    package var symbol: String?
    package var subtitle: String?
    /// At the right edge, such as a rating or a length.
    package var accessory: String?
    package var tone: Tone?
    /// The controls of the screen's keys that can be done to this row; nil for all that are for rows.
    package var keys: [String]?
}

/// One page of several, which takes the whole screen. Turning it reports `didPress` with `previous` or `next`.
package struct Pager: JSONCodable, Equatable, Sendable {
    /// From 1.
    package var position: Int
    package var count: Int
    package var page: Picture
}
