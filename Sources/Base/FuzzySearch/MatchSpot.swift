/// The place of a match in its text, by which equally good matches are told apart.
struct MatchSpot {
    private let text: [Unicode.Scalar]
    /// The first scalar of any word that was found; the first and the last end of one.
    private let begin: Int
    private let firstEnd: Int
    private let lastEnd: Int

    /// - Parameters:
    ///   - groups: alternatives, of each of which the first that matches counts.
    ///   - scorer: one that has read the text.
    /// - Returns: nil if only the absence of words has matched.
    init?(of groups: [[FuzzyTerm]], in text: UnsafeBufferPointer<UInt8>, _ scorer: inout FuzzyScorer) {
        var (begin, firstEnd, lastEnd) = (Int.max, Int.max, 0)
        for terms in groups {
            for term in terms where !term.isInverse {
                var places: [Int] = []
                guard scorer.find(term, places: &places), let first = places.min(), let last = places.max() else {
                    continue
                }
                (begin, firstEnd, lastEnd) = (min(begin, first), min(firstEnd, last + 1), max(lastEnd, last + 1))
                break
            }
        }
        guard lastEnd > 0 else { return nil }
        self.text = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        (self.begin, self.firstEnd, self.lastEnd) = (begin, firstEnd, min(lastEnd, self.text.count))
    }

    /// Less is better.
    func value(of criterion: MatchOrder.Criterion, length: Int) -> Int {
        switch criterion {
        case .length: return length
        case .begin: return firstEnd - indent
        case .end:
            let most = Int(UInt16.max)
            return most - most * min(lastEnd - indent, length) / (length + 1)
        case .chunk:
            let start = text[..<begin].lastIndex(where: Self.isBlank).map { $0 + 1 } ?? 0
            let end = text[lastEnd...].firstIndex(where: Self.isBlank) ?? text.count
            return end - start
        case .pathname:
            let folder = text.lastIndex(of: "/") ?? -1
            return folder <= begin ? begin - folder : Int.max
        }
    }

    /// The blanks before the text, as far as none was found.
    private var indent: Int { text[..<begin].prefix(while: Self.isBlank).count }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
