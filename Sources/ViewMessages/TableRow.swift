import JSON

/// A row of a table.
package struct TableRow: JSONCodable, Equatable, Sendable {
    /// What `didSelect` reports.
    package var id: String
    /// In the order of the columns. Missing ones are empty.
    package var cells: [TableCell]
    /// Of the cells that have none of their own.
    package var tone: Tone?

    package init(id: String, cells: [TableCell], tone: Tone? = nil) {
        self.id = id
        self.cells = cells
        self.tone = tone
    }
}
