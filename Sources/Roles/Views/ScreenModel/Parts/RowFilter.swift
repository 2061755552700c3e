package import FuzzySearch
package import ViewMessages

/// The rows of a screen that match what a user types, the best first. It goes through many rows in steps, so that no key waits
/// for the last of them.
package struct RowFilter: Sendable {
    /// The rows of one part.
    private struct Rows: Sendable {
        /// The part's index on the screen.
        let part: Int
        let source: any FilterablePart
        var texts = RowTexts()
        /// The rows to look at; nil for all.
        var candidates: [UInt32]?
        /// The number of rows that have been looked at.
        var seen = 0
        var matches: [UInt32] = []
        var best = BestRows()

        var isComplete: Bool { seen == candidates?.count ?? source.rowCount }
    }

    package private(set) var query = FuzzyQuery("")
    private let parts: [Part]
    private var sources: [Rows]
    private var scorer = FuzzyScorer()

    /// Rows that one step looks at.
    private static let stride = 50_000
    /// Rows that are looked at before the next key is read. Of more, the loop asks for a step at a time, when no key waits.
    private static let few = 2_000

    package init(_ parts: [Part]) {
        self.parts = parts
        sources = parts.enumerated().compactMap { index, part in
            guard let source = part.filterable, source.isWhole else { return nil }
            return Rows(part: index, source: source)
        }
    }

    /// The filter after the user has typed.
    /// - Parameter filter: the one before.
    /// - Returns: nil as long as nothing has been typed.
    package static func continuing(_ filter: RowFilter?, with text: String, over parts: [Part]) -> RowFilter? {
        let query = FuzzyQuery(text)
        if filter == nil, query.isEmpty { return nil }
        var filter = filter ?? RowFilter(parts)
        filter.search(query)
        if filter.rowCount <= few { filter.advance() }
        return filter
    }

    package var isComplete: Bool { query.isEmpty || sources.allSatisfy(\.isComplete) }
    package var matchCount: Int { sources.reduce(0) { $0 + $1.matches.count } }
    package var rowCount: Int { sources.reduce(0) { $0 + $1.source.rowCount } }

    package mutating func search(_ query: FuzzyQuery) {
        guard query != self.query else { return }
        let narrows = query.narrows(self.query)
        for index in sources.indices {
            sources[index].candidates = narrows && sources[index].isComplete ? sources[index].matches : nil
            sources[index].seen = 0
            sources[index].matches = []
            sources[index].best = BestRows(MatchOrder().ranking(query))
        }
        self.query = query
    }

    /// Looks at some more rows.
    package mutating func advance() {
        var left = query.isEmpty ? 0 : Self.stride
        for index in sources.indices where !sources[index].isComplete && left > 0 {
            left = Self.look(at: &sources[index], atMost: left, query, &scorer)
        }
    }

    /// - Returns: the number of rows that may still be looked at.
    private static func look(
        at rows: inout Rows, atMost most: Int, _ query: FuzzyQuery, _ scorer: inout FuzzyScorer
    ) -> Int {
        let end = min(rows.seen + most, rows.candidates?.count ?? rows.source.rowCount)
        for number in rows.seen..<end {
            let row = rows.candidates.map { Int($0[number]) } ?? number
            while rows.texts.count <= row { rows.texts.append(rows.source.texts(ofRow: rows.texts.count)) }
            guard let score = rows.texts.score(row, query, &scorer) else { continue }
            rows.matches.append(UInt32(truncatingIfNeeded: row))
            rows.best.add(row, score: score, length: rows.texts.length(of: row))
        }
        defer { rows.seen = end }
        return most - (end - rows.seen)
    }

    /// The parts of the screen, each with only the best of its rows.
    package var filteredParts: [Part] {
        guard !query.isEmpty else { return parts }
        var parts = parts
        for rows in sources { parts[rows.part] = rows.source.keeping(rows: rows.best.rows) }
        return parts
    }

    /// The parts with only the best of the rows that match, in one step.
    package static func parts(_ parts: [Part], matching text: String) -> [Part] {
        var filter = RowFilter(parts)
        filter.search(FuzzyQuery(text))
        while !filter.isComplete { filter.advance() }
        return filter.filteredParts
    }
}
