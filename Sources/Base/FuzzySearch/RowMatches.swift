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
    private var best: BestRows
    private var scorer: FuzzyScorer
    /// The number of rows that this query has been compared with, and of those that got a score.
    private(set) var compared = 0
    private(set) var scored = 0

    package init(_ order: MatchOrder = MatchOrder()) {
        self.order = order
        scorer = FuzzyScorer(order.scheme)
        best = BestRows(order)
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
        best = BestRows(order.ranking(new))
        (compared, scored) = (0, 0)
    }

    /// True if this many rows have been compared.
    package func isComplete(_ count: Int) -> Bool {
        query.isEmpty || nextCandidate == candidates.count && next >= count
    }

    package var rows: [Int] { best.rows }

    /// The first rows that match, in their order.
    package func first(_ most: Int) -> [Int] { matches.sorted().prefix(most).map { Int($0) } }

    /// Looks at some more rows.
    /// - Parameters:
    ///   - owner: has the texts that are not copied.
    ///   - most: rows; a long one counts as several.
    package mutating func advance(_ texts: RowTexts, of owner: PackedTexts, atMost most: Int) {
        guard !query.isEmpty else { return }
        texts.withRows(of: owner) { rows in
            var left = most
            while left > 0, nextCandidate < candidates.count {
                left -= look(at: Int(candidates[nextCandidate]), of: rows)
                nextCandidate += 1
            }
            while left > 0, next < texts.count {
                left -= look(at: next, of: rows)
                next += 1
            }
        }
    }

    @inline(__always)
    private mutating func look(at row: Int, of rows: RowTexts.Rows) -> Int {
        compared += 1
        guard query.mayMatch(rows.letters[row]) else { return 1 }
        let text = rows[row]
        look(at: row, text, isASCII: rows.letters[row].isASCII)
        return 1 + text.count / 256
    }

    @inline(__always)
    private mutating func look(at row: Int, _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        guard !isASCII || query.mayMatch(ascii: text) else { return }
        let length = MatchOrder.length(of: text, isASCII: isASCII)
        // The score of a row that is not among the best is never shown, however good it is.
        if query.isPlain, isASCII, !best.takes(row, score: query.highestScore, length: length) {
            matches.append(UInt32(clamping: row))
            return
        }
        scored += 1
        guard let score = query.score(text, isASCII: isASCII, &scorer) else { return }
        matches.append(UInt32(clamping: row))
        guard order.criteria.count > 1 || order.criteria.first ?? .length != .length else {
            return best.add(row, score: score, length: length)
        }
        best.add(row, score: score, values: query.values(of: text, length: length, by: order.criteria, &scorer))
    }
}
