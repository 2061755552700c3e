import FuzzySearch

/// The rows that match the typed text, the best first. It searches many rows in steps, so that no key waits for the
/// end, and continues when more rows arrive.
struct RowSearch: Sendable {
    private(set) var text = ""
    private var texts = RowTexts()
    private var found = RowMatches()

    /// The rows that one step searches.
    static let stride = 20_000

    mutating func search(_ new: String) {
        guard new != text else { return }
        text = new
        found.search(FuzzyQuery(new))
    }

    /// Starts again with other rows.
    mutating func begin() {
        texts = RowTexts()
        found = RowMatches()
        found.search(FuzzyQuery(text))
    }

    func isComplete(_ rows: any PickedRows) -> Bool { found.isComplete(rows.count) }

    /// Whether the letters of all rows are known.
    func isPrepared(_ rows: any PickedRows) -> Bool { texts.count >= rows.count }

    /// Learns the letters of some more rows, so that a key need not.
    mutating func prepare(_ rows: any PickedRows) { rows.add(to: &texts, upTo: texts.count + Self.stride) }

    /// Searches some more rows.
    mutating func advance(_ rows: any PickedRows) {
        if texts.count < rows.count, found.isComplete(texts.count) { prepare(rows) }
        found.advance(texts, of: rows.packed, atMost: Self.stride)
    }

    /// The matches, by their places; nil for all.
    var matches: [Int]? { found.query.isEmpty ? nil : found.rows }
}
