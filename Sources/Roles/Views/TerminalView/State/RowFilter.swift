import FuzzySearch
import ScreenModel
import TerminalText
import ViewMessages

/// The rows of a screen that match what a user types, the best first. It goes through many rows in steps, so that no key waits
/// for the last of them.
struct RowFilter: Sendable {
    /// The rows of one part.
    private struct Rows: Sendable {
        /// The part's index on the screen.
        let part: Int
        let source: any FilterablePart
        var texts = RowTexts()
        /// The rows to look at; nil for all.
        var candidates: [UInt32]?
        /// How many of them have been looked at.
        var seen = 0
        var matches: [UInt32] = []
        var best = BestRows()

        var isComplete: Bool { seen == candidates?.count ?? source.rowCount }
    }

    private(set) var query = FuzzyQuery("")
    private let parts: [Part]
    private var sources: [Rows]
    private var scorer = FuzzyScorer()

    /// Rows that one step looks at.
    private static let stride = 50_000
    /// Rows that are looked at before the next key is read. Of more, the loop asks for a step at a time, when no key waits.
    private static let few = 2_000

    init(_ parts: [Part]) {
        self.parts = parts
        sources = parts.enumerated().compactMap { index, part in
            guard let source = part.filterable, source.isWhole else { return nil }
            return Rows(part: index, source: source)
        }
    }

    /// The filter after the user has typed.
    /// - Parameters:
    ///   - filter: the one before.
    ///   - parts: those of the screen.
    /// - Returns: nil as long as nothing has been typed.
    static func continuing(_ filter: RowFilter?, with text: String, over parts: [Part]) -> RowFilter? {
        let query = FuzzyQuery(text)
        if filter == nil, query.isEmpty { return nil }
        var filter = filter ?? RowFilter(parts)
        filter.search(query)
        if filter.rowCount <= few { filter.advance() }
        return filter
    }

    var isComplete: Bool { query.isEmpty || sources.allSatisfy(\.isComplete) }
    var matchCount: Int { sources.reduce(0) { $0 + $1.matches.count } }
    var rowCount: Int { sources.reduce(0) { $0 + $1.source.rowCount } }

    mutating func search(_ query: FuzzyQuery) {
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
    mutating func advance() {
        var left = query.isEmpty ? 0 : Self.stride
        for index in sources.indices where !sources[index].isComplete && left > 0 {
            left = Self.look(at: &sources[index], atMost: left, query, &scorer)
        }
    }

    /// - Returns: how many may be looked at still.
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
    var filteredParts: [Part] {
        guard !query.isEmpty else { return parts }
        var parts = parts
        for rows in sources { parts[rows.part] = rows.source.keeping(rows: rows.best.rows) }
        return parts
    }
}

/// Looks for a text in the lines of a content.
struct TextSearch {
    struct Place: Equatable {
        let line: Int
        /// It was found behind the end, from the top again, or the other way round.
        let hasWrapped: Bool
    }

    let sought: FuzzyTerm

    /// - Parameters:
    ///   - step: 1 forward, -1 backward, 0 to begin with the line itself.
    ///   - start: a line of these.
    /// - Returns: nil where no line has the text.
    func next(_ step: Int, from start: Int, in lines: ContentLines) -> Place? {
        let count = lines.count
        guard count > 0 else { return nil }
        var scorer = FuzzyScorer()
        for distance in (step == 0 ? 0 : 1)...count {
            let line = start + distance * (step < 0 ? -1 : 1)
            let wrapped = ((line % count) + count) % count
            scorer.read(lines[wrapped].all + " " + lines[wrapped].accessory.plain)
            if scorer.score(sought) != nil { return Place(line: wrapped, hasWrapped: wrapped != line) }
        }
        return nil
    }

    /// - Parameter room: the cells of a line.
    /// - Returns: how far a line has to be scrolled sideways for the text to come into sight; nil where it is in sight.
    func left(for line: ContentLine, room: Int) -> Int? {
        guard let whole = line.whole, sought.places(in: line.text.plain).isEmpty,
            let first = sought.places(in: whole).min()
        else { return nil }
        let before = whole.unicodeScalars.prefix(first)
        return CodeLines.left(toShow: CellWidth.of(String(before)), room: room)
    }
}
