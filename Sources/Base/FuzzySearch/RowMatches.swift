/// The rows that match a query, the best first. It looks at many rows in steps, so that no key waits for the last of them, and
/// goes on when rows are added. What narrows the query looks only at the rows that matched, and at those that are left.
package struct RowMatches: Sendable {
    package private(set) var query = FuzzyQuery("")
    private var matches: [UInt32] = []
    /// Rows to look at, before all others.
    private var candidates: [UInt32] = []
    private var nextCandidate = 0
    /// The first of all other rows to look at.
    private var next = 0
    private let order: MatchOrder
    private let most: Int
    private var best: BestRows
    private var scorer = FuzzyScorer()
    /// How many rows this query has been compared with, and how many of them got a score.
    private(set) var compared = 0
    private(set) var scored = 0

    /// - Parameter most: the number of rows that are wanted.
    package init(_ order: MatchOrder = MatchOrder(), most: Int = BestRows.most) {
        self.order = order
        self.most = most
        best = BestRows(order, most: most)
    }

    package mutating func search(_ new: FuzzyQuery) {
        if new.narrows(query) {
            candidates = matches + candidates[nextCandidate...]
        } else {
            candidates = []
            next = 0
        }
        query = new
        nextCandidate = 0
        matches = []
        best = BestRows(order, most: most)
        (compared, scored) = (0, 0)
    }

    /// Whether it has looked at this many rows.
    package func isComplete(_ count: Int) -> Bool {
        query.isEmpty || nextCandidate == candidates.count && next >= count
    }

    /// The best rows.
    package var rows: [Int] { best.rows }

    /// Looks at some more rows.
    /// - Parameter owner: has the texts that are not copied.
    package mutating func advance(_ texts: RowTexts, of owner: PackedTexts, atMost most: Int) {
        guard !query.isEmpty else { return }
        texts.withRows(of: owner) { rows in
            var left = most
            while left > 0, nextCandidate < candidates.count {
                look(at: Int(candidates[nextCandidate]), of: rows)
                nextCandidate += 1
                left -= 1
            }
            let end = min(next + left, texts.count)
            while next < end {
                look(at: next, of: rows)
                next += 1
            }
        }
    }

    @inline(__always)
    private mutating func look(at row: Int, of rows: RowTexts.Rows) {
        compared += 1
        guard query.mayMatch(rows.letters[row]) else { return }
        let text = rows[row]
        guard query.mayMatch(text) else { return }
        let isASCII = rows.letters[row].isASCII
        // Nobody sees the score of a row that is not among the best, whatever it gets.
        if query.isPlain, isASCII, text.count <= FuzzyScorer.longest,
            !best.takes(row, score: query.highestScore, length: text.count)
        {
            matches.append(UInt32(clamping: row))
            return
        }
        scored += 1
        guard let score = query.score(text, isASCII: isASCII, &scorer) else { return }
        matches.append(UInt32(clamping: row))
        best.add(row, score: score, length: text.count)
    }
}
