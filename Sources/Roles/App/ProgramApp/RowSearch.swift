import FuzzySearch

/// The rows that match the typed text, the best first. It searches many rows in steps, so that no key waits for the
/// end, and continues when more rows arrive.
struct RowSearch: Sendable {
    private(set) var text = ""
    private var texts = RowTexts()
    private var found: RowMatches
    private let reading: QueryReading
    private var order: MatchOrder
    /// The text filters the rows.
    private var isEnabled: Bool
    /// Places of rows that are taken away, and those that are left without a filter; nil while all are.
    private var excluded: Set<Int> = []
    private var rest: [Int]?

    init(reading: QueryReading = QueryReading(), order: MatchOrder = MatchOrder(), isEnabled: Bool = true) {
        (self.reading, self.order, self.isEnabled) = (reading, order, isEnabled)
        found = RowMatches(order)
    }

    /// The rows that one step searches.
    static let stride = 20_000

    mutating func search(_ new: String) {
        guard new != text else { return }
        text = new
        found.search(query)
    }

    /// Searches again in another way.
    mutating func set(sorts: Bool? = nil, isEnabled: Bool? = nil) {
        order.sorts = sorts ?? order.sorts
        self.isEnabled = isEnabled ?? self.isEnabled
        found = RowMatches(order)
        found.search(query)
    }

    private var query: FuzzyQuery { FuzzyQuery(isEnabled ? text : "", reading: reading) }

    /// Starts again with other rows.
    mutating func begin() {
        (texts, excluded, rest) = (RowTexts(), [], nil)
        found = RowMatches(order)
        found.search(query)
    }

    func isComplete(_ rows: any PickedRows) -> Bool { found.isComplete(rows.count) }

    /// True if the letters of all rows are known.
    func isPrepared(_ rows: any PickedRows) -> Bool { texts.count >= rows.count }

    /// Learns the letters of some more rows, so that a key need not.
    mutating func prepare(_ rows: any PickedRows) { rows.add(to: &texts, upTo: texts.count + Self.stride) }

    /// Searches some more rows.
    mutating func advance(_ rows: any PickedRows) {
        if texts.count < rows.count, found.isComplete(texts.count) { prepare(rows) }
        found.advance(texts, of: rows.packed, atMost: Self.stride)
    }

    mutating func exclude(_ places: some Sequence<Int>, of count: Int) {
        excluded.formUnion(places)
        rest = excluded.isEmpty ? nil : (0..<count).filter { !excluded.contains($0) }
        if order.isReversed { rest?.reverse() }
    }

    /// The first rows that match, in their order; nil for all.
    func first(_ most: Int) -> [Int]? {
        guard !found.query.isEmpty else { return rest.map { Array($0.sorted().prefix(most)) } }
        return excluded.isEmpty
            ? found.first(most) : found.first(most + excluded.count).filter { !excluded.contains($0) }
    }

    /// The best matches, by their places; nil for all.
    var matches: [Int]? {
        guard !found.query.isEmpty else { return rest }
        return excluded.isEmpty ? found.rows : found.rows.filter { !excluded.contains($0) }
    }
}
