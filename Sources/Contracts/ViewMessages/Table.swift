package import JSON

/// Rows of cells below the titles of their columns. The view shows how the rows are sorted; the presenter sorts them.
package struct Table: JSONCodable, Equatable, Sendable {
    package var columns: [Column]
    package var rows: [TableRow]
    /// How the rows are sorted; nil if they are in no order that the user can ask for.
    package var sort: Sort?
    /// Shown instead of rows if there are none.
    package var empty: String?
    /// How many rows come before these; nil for none.
    package var offset: Int?
    /// How many rows there are, where these are only a piece: the view asks for another with `didScroll`. Nil where these are all.
    package var total: Int?
    /// Several rows can be marked and chosen together.
    package var isMultiple: Bool?  // JSON: multiple
}

/// A column of a table.
package struct Column: JSONCodable, Equatable, Sendable {
    /// How the text of the cells is aligned.
    package enum Alignment: String, JSONCodable, Sendable {
        case start, center
        /// For numbers, which are sorted from the largest on by default.
        case end

        /// An alignment that only a newer presenter knows is the usual one.
        package init(from reader: inout JSONReader) throws(JSONError) {
            self = Alignment(rawValue: try reader.read(String.self)) ?? .start
        }
    }

    /// What `didSort` reports.
    package var id: String  // JSON: key
    package var title: String
    package var alignment: Alignment?
    /// Takes the room that the others leave, and is the first to be cut.
    package var grows: Bool?  // JSON: grow
    /// Where there is too little room, the columns with the lowest priority are left out. A column without one never is.
    package var priority: Int?
    /// The user may ask for the rows sorted by it.
    package var isSortable: Bool?  // JSON: sortable
}

/// An order of a table's rows.
package struct Sort: JSONCodable, Equatable, Sendable {
    /// A column's key.
    package var column: String
    package var isDescending: Bool = false  // JSON: descending
}

/// A row of a table.
package struct TableRow: JSONCodable, Equatable, Sendable {
    /// What `didSelect` reports.
    package var id: String
    /// In the order of the columns. Missing ones are empty.
    package var cells: [TableCell]
    /// Of the cells that have none of their own.
    package var tone: Tone?
}

/// A cell of a table. In JSON also its bare text.
package struct TableCell: JSONCodable, Equatable, Sendable {
    package var text: String  // init: _
    package var tone: Tone?

    package init(from reader: inout JSONReader) throws(JSONError) {
        guard reader.nextByte == UInt8(ascii: "{") else {
            text = try reader.read(String.self)
            return
        }
        var text: String?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text" where text == nil: text = try reader.read(String.self)
            case "tone" where tone == nil: tone = try reader.readIfPresent(Tone.self)
            default: try reader.skipValue()
            }
        }
        guard let text else { throw .missing("text", at: object) }
        self.text = text
    }

    package func write(to writer: inout JSONWriter) {
        guard let tone else { return writer.write(text) }
        writer.beginObject()
        writer.member("text", text)
        writer.member("tone", tone)
        writer.endObject()
    }
}
