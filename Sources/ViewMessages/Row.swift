import JSON

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

    package init(
        id: String, title: String, symbol: String? = nil, subtitle: String? = nil, accessory: String? = nil,
        tone: Tone? = nil, keys: [String]? = nil
    ) {
        self.id = id
        self.title = title
        self.symbol = symbol
        self.subtitle = subtitle
        self.accessory = accessory
        self.tone = tone
        self.keys = keys
    }
}
