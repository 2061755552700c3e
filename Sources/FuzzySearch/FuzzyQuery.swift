/// What a person has typed to filter rows: words that must all match (``FuzzyTerm``).
package struct FuzzyQuery: Equatable, Sendable {
    let terms: [FuzzyTerm]
    private let text: String

    /// Words. Later ones are not looked for.
    private static let mostTerms = 16

    package init(_ text: String) {
        self.text = text
        terms = text.split(separator: " ").prefix(Self.mostTerms).compactMap { FuzzyTerm($0) }
    }

    package var isEmpty: Bool { terms.isEmpty }

    /// Whether all that matches this one matches the other, too.
    package func narrows(_ other: FuzzyQuery) -> Bool {
        text.hasPrefix(other.text) && (terms + other.terms).allSatisfy { $0.kind == .fuzzy && !$0.isInverse }
            // A capital letter makes the case count, which only refuses more.
            && !other.isEmpty
    }

    /// What a text has to have among its letters.
    var letterSets: [LetterSet] { terms.map(\.letterSet) }

    /// - Returns: the indices of the texts that match, the best first.
    package func best(of texts: [String]) -> [Int] {
        var rows = RowTexts()
        var scorer = FuzzyScorer()
        var best = BestRows()
        for (index, text) in texts.enumerated() {
            rows.append([text])
            guard let score = rows.score(index, self, &scorer) else { continue }
            best.add(index, score: score, length: rows.length(of: index))
        }
        return best.rows
    }

    /// The scalars of a text that are the reason why it matches.
    package func places(in text: String) -> Set<Int> {
        var scorer = FuzzyScorer()
        scorer.read(text.unicodeScalars)
        var places: [Int] = []
        for term in terms where scorer.score(term, places: &places) == nil { return [] }
        return Set(places)
    }
}
