package import JSON

/// A column of a table.
package struct Column: JSONCodable, Equatable, Sendable {
    /// Where the text of the cells stands.
    package enum Alignment: String, JSONCodable, Sendable {
        case start, center
        /// As numbers stand, which are sorted from the largest on unless the person asks otherwise.
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
    /// The person may ask for the rows sorted by it.
    package var isSortable: Bool?  // JSON: sortable

    package init(
        id: String, title: String, alignment: Alignment? = nil, grows: Bool? = nil, priority: Int? = nil,
        isSortable: Bool? = nil
    ) {
        self.id = id
        self.title = title
        self.alignment = alignment
        self.grows = grows
        self.priority = priority
        self.isSortable = isSortable
    }
}
