import FuzzySearch

/// The rows that match the typed text, the best first. It searches many rows in steps, so that no key waits for the
/// end, and continues when more rows arrive.
struct RowSearch: Sendable {
    private(set) var text = ""
    private var query = FuzzyQuery("")
    private var texts = RowTexts()
    private var scorer = FuzzyScorer()
    private var best = BestRows()
    private var seen = 0

    /// The rows that one step searches.
    private static let stride = 50_000

    mutating func search(_ new: String) {
        guard new != text else { return }
        text = new
        query = FuzzyQuery(new)
        best = BestRows()
        seen = 0
    }

    /// Starts again with other rows.
    mutating func begin() {
        texts = RowTexts()
        best = BestRows()
        seen = 0
    }

    func isComplete(_ rows: any PickedRows) -> Bool { query.isEmpty || seen >= rows.count }

    /// Searches some more rows.
    mutating func advance(_ rows: any PickedRows) {
        guard !query.isEmpty else { return }
        let end = min(seen + Self.stride, rows.count)
        for index in seen..<max(end, seen) {
            if texts.count <= index { texts.append(rows.texts(at: index)) }
            guard let score = texts.score(index, query, &scorer) else { continue }
            best.add(index, score: score, length: texts.length(of: index))
        }
        seen = max(end, seen)
    }

    /// The rows that are shown, by their places; nil for all.
    var matches: [Int]? { query.isEmpty ? nil : best.rows }
}
