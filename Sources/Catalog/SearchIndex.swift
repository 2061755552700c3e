/// What can be searched.
protocol Searchable: Sendable {
    var id: Int { get }
    /// The searched texts: the name, then the others by relevance.
    var searchTexts: [String] { get }
}

/// Finds items by words or by id.
struct SearchIndex<Item: Searchable>: Sendable {
    let items: [Item]
    private let texts: [[FoldedText]]
    private let positions: [Int: Int]

    init(_ items: [Item]) {
        self.items = items
        texts = items.map { $0.searchTexts.map(FoldedText.init) }
        positions = Dictionary(items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func item(id: Int) -> Item? { positions[id].map { items[$0] } }

    /// The items that contain every word of the term, ranked by the text where the words occur, then in the catalog's
    /// order.
    func search(_ term: String) -> [Item] {
        let words = term.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }
            // A word of only marks folds to nothing.
            .filter { !$0.isEmpty }
        guard !words.isEmpty else { return [] }
        let ranked = texts.enumerated().compactMap { position, texts in
            Self.rank(texts, words).map { (rank: $0, position: position) }
        }
        return ranked.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.map { items[$0.position] }
    }

    /// 0 is best: every word begins the name. Nil if a word is missing.
    private static func rank(_ texts: [FoldedText], _ words: [FoldedText]) -> Int? {
        var total = 0
        for word in words where texts.first?.starts(with: word) != true {
            guard let place = texts.firstIndex(where: { $0.contains(word) }) else { return nil }
            total += place + 1
        }
        return total
    }
}
