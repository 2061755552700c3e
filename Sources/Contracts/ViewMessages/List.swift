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
    package var look: RowLook?
    /// The most rows that can be marked.
    package var most: Int?
}

/// The look of a list's rows, as a user wishes it. A view without these means ignores it.
package struct RowLook: JSONCodable, Equatable, Sendable {
    /// Signs before the selected row, and before a marked one.
    package var pointer: String?
    package var marker: String?
    /// The text that stands for the rest of a row.
    package var ellipsis: String?
    /// Empty lines between rows.
    package var gap: Int?  // bounds: 0...100
    package var overflow: RowOverflow?
    /// Rows that stay in sight above and below the selected one.
    package var scrollOff: Int?  // JSON: margin
}

/// The part of a row that is shown where it is too long; by default the one that matches.
package enum RowOverflow: String, JSONCodable, Sendable {
    case wrap
    case start, end
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
    /// Pieces of the title, from its beginning, in the styles that a program gave them. The title is whole without them, so a view may
    /// ignore them.
    package var paint: [Paint]?  // bounds: ...200
}

/// A piece of a text that was coloured by the program that printed it.
package struct Paint: JSONCodable, Equatable, Sendable {
    /// Scalars of Unicode.
    package var length: Int
    /// As a theme has it, such as `bold #ff8800 on 4`; the style of the text if absent.
    package var style: String?
}
