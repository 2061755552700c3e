import FuzzySearch
import ScreenModel
import ViewMessages

/// The rows of a screen that match what a user has typed, by the measure of the terminal's filter, the best first.
struct PageFilter {
    let query: FuzzyQuery

    init(_ text: String) { query = FuzzyQuery(text) }

    /// The parts, each with only the best of its rows.
    func parts(_ parts: [Part]) -> [Part] {
        guard !query.isEmpty else { return parts }
        var scorer = FuzzyScorer()
        return parts.map { part in
            guard let source = part.filterable, source.isWhole else { return part }
            var texts = RowTexts()
            var best = BestRows(MatchOrder().ranking(query))
            for row in 0..<source.rowCount {
                texts.append(source.texts(ofRow: row))
                guard let score = texts.score(row, query, &scorer) else { continue }
                best.add(row, score: score, length: texts.length(of: row))
            }
            return source.keeping(rows: best.rows)
        }
    }
}
