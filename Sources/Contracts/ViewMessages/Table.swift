package import JSON

/// Rows of cells in columns. The presenter sorts them.
package struct Table: PartContent {
    package var columns: [Column]  // bounds: ...256
    package var rows: [TableRow]  // bounds: own
    /// The order of the rows; absent if they are in no order that the user can request.
    package var sort: Sort?
    /// A text that is shown if there are no rows.
    package var empty: String?
    /// The number of rows before these; 0 if absent.
    package var offset: Int?
    /// The number of all rows; absent if these are all. Where these are only a piece, the view requests another with `didScroll`.
    package var total: Int?
    /// The user can mark several rows and choose them together.
    package var isMultiple: Bool?  // JSON: multiple
}

/// A column of a table.
package struct Column: JSONCodable, Equatable, Sendable {
    /// The alignment of the text in the cells.
    package enum Alignment: String, CaseIterable, JSONCodable, Sendable {
        case start, center
        /// The side for numbers, which are sorted from the largest on by default.
        case end

        /// An alignment that only a newer presenter knows is the usual one.
        package init(from reader: inout JSONReader) throws(JSONError) {
            self = try reader.word(among: Self.allCases) ?? .start
        }
    }

    /// The key that `didSort` reports.
    package var id: String  // JSON: key, bounds: id
    package var title: String
    /// `start` if absent.
    package var alignment: Alignment?
    /// Takes the room that the others leave.
    package var grows: Bool?  // JSON: grow
    /// A narrow terminal leaves out the columns with the lowest priority first, and never a column without a priority.
    package var priority: Int?
    /// The user can sort the rows by this column.
    package var isSortable: Bool?  // JSON: sortable
}

/// An order of a table's rows.
package struct Sort: JSONCodable, Equatable, Sendable {
    /// A column's key.
    package var column: String  // bounds: raw
    package var isDescending: Bool = false  // JSON: descending
}

/// A row of a table.
package struct TableRow: JSONCodable, Equatable, Sendable {
    /// The id that `didSelect` reports.
    package var id: String  // bounds: id
    /// Cells in the order of the columns. Missing ones are empty.
    package var cells: [TableCell]
    /// The tone of the cells without one of their own.
    package var tone: Tone?
}

/// A cell of a table.
package struct TableCell: JSONCodable, Equatable, Sendable {
    package var text: String  // bare
    package var tone: Tone?
}
