package import Formatting
import JSON

/// The rows that a search has found so far.
package struct Found: JSONCodable, Equatable, Sendable {
    package var rows: [AppRow]
    package var text: SearchText
    /// Whether there are more behind the last one (``Command/loadMore``).
    package var hasMore: Bool?

    package init(rows: [AppRow], text: SearchText, hasMore: Bool? = nil) {
        self.rows = rows
        self.text = text
        self.hasMore = hasMore
    }
}
