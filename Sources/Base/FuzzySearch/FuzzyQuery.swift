import Platform

/// How a typed text is read.
package struct QueryReading: Equatable, Sendable {
    /// A word without a sign must occur as it is; the sign `'` makes it fuzzy.
    package var isExact = false
    /// Nil if the case counts only with a capital letter.
    package var isCaseSensitive: Bool?
    /// The text has words and signs; otherwise it is one word.
    package var hasSigns = true

    package init() {}
}

/// What the user has typed to filter rows: words that must all match (``FuzzyTerm``). Words with `|` between them are alternatives.
package struct FuzzyQuery: Equatable, Sendable {
    /// One term of each group must match.
    private let groups: [[FuzzyTerm]]
    /// What a text has to have among its letters.
    private(set) var letterSet = LetterSet()
    /// A text of ASCII matches if it has the letters of each term in their order.
    let isPlain: Bool
    /// No text gets more.
    let highestScore: Int
    private let text: String
    private let reading: QueryReading

    /// Words. Later ones are not looked for.
    private static let mostTerms = 16

    package init(_ text: String, reading: QueryReading = QueryReading()) {
        self.text = text
        self.reading = reading
        groups = Self.groups(of: text, reading)
        let single = groups.compactMap { $0.count == 1 ? $0[0] : nil }
        for term in single { letterSet.formUnion(term.letterSet) }
        isPlain =
            letterSet.isASCII && single.count == groups.count
            && single.allSatisfy { $0.kind == .fuzzy && !$0.isInverse }
        highestScore = groups.reduce(0) { sum, group in
            sum + (group.map { FuzzyScorer.highestScore(ofLetters: $0.letters.count) }.max() ?? 0)
        }
    }

    /// A blank after a backslash belongs to the word.
    private static func groups(of text: String, _ reading: QueryReading) -> [[FuzzyTerm]] {
        guard reading.hasSigns else {
            return FuzzyTerm(text[...], reading, hasSigns: false).map { [[$0]] } ?? []
        }
        var groups: [[FuzzyTerm]] = []
        var continuesGroup = false
        let kept = text.replacing("\\ ", with: "\t")
        for word in kept.split(separator: " ").prefix(mostTerms) {
            if word == "|", !groups.isEmpty, !continuesGroup {
                continuesGroup = true
                continue
            }
            guard let term = FuzzyTerm(word.replacing("\t", with: " ")[...], reading) else { continue }
            if continuesGroup { groups[groups.count - 1].append(term) } else { groups.append([term]) }
            continuesGroup = false
        }
        return groups
    }

    var terms: [FuzzyTerm] { groups.flatMap(\.self) }

    package var isEmpty: Bool { groups.isEmpty }

    /// Whether all that matches this one matches the other, too.
    package func narrows(_ other: FuzzyQuery) -> Bool {
        text.hasPrefix(other.text) && reading == other.reading && hasOnlyFuzzyTerms && other.hasOnlyFuzzyTerms
            // A capital letter makes the case count, which only refuses more.
            && !other.isEmpty
    }

    private var hasOnlyFuzzyTerms: Bool {
        groups.allSatisfy { $0.count == 1 && $0[0].kind == .fuzzy && !$0[0].isInverse }
    }

    /// Whether a text may match that has these letters.
    func mayMatch(_ letters: LetterSet) -> Bool { letterSet.isSubset(of: letters) }

    /// Whether ASCII's letters of each term are there in their order. It needs no decoding.
    func mayMatch(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for group in groups where group.count == 1 && group[0].kind == .fuzzy && !group[0].mayBe(in: text) {
            return false
        }
        return true
    }

    /// - Returns: how well a text matches, higher is better; nil when it does not.
    func score(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scorer: inout FuzzyScorer) -> Int? {
        if isASCII {
            scorer.read(ascii: text)
        } else {
            scorer.read(String(decoding: text, as: UTF8.self).unicodeScalars)
        }
        var sum = 0
        for group in groups {
            guard let score = Self.score(group, &scorer) else { return nil }
            sum += score
        }
        return sum
    }

    /// - Returns: the score of the first term that matches; nil if none does.
    private static func score(_ group: [FuzzyTerm], _ scorer: inout FuzzyScorer) -> Int? {
        var score: Int?
        for term in group {
            let found = scorer.score(term)?.score
            if !term.isInverse, let found { return found }
            if term.isInverse, found == nil { score = 0 }
        }
        return score
    }

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
        for group in groups where !group.contains(where: { scorer.score($0, places: &places) != nil }) { return [] }
        return Set(places)
    }
}

/// One word of a filter, with the signs that fzf has: `'exact`, `^beginning`, `end$`, `!none`.
package struct FuzzyTerm: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// The letters in their order, with others between them.
        case fuzzy
        /// The letters side by side: anywhere, at the beginning, at the end, or nothing else.
        case exact, prefix, suffix, whole
    }

    let kind: Kind
    /// A text with it does not match.
    let isInverse: Bool
    /// With a capital letter, the case counts.
    let isCaseSensitive: Bool
    /// Folded, unless the case counts.
    let letters: [UInt32]
    /// What a text has to have among its letters.
    let letterSet: LetterSet

    /// Letters. What follows them is not looked for.
    private static let longest = 128

    /// Looks for a whole text, blanks and signs included.
    /// - Returns: nil for an empty one.
    package init?(exactly text: String) {
        kind = .exact
        isInverse = false
        isCaseSensitive = text.unicodeScalars.contains { $0.properties.isUppercase }
        let scalars = text.unicodeScalars.prefix(Self.longest)
        letters = isCaseSensitive ? scalars.map(\.value) : scalars.map { Letter.folded($0.value) }
        letterSet = LetterSet(letters)
        if letters.isEmpty { return nil }
    }

    /// The scalars of a text that contain it, once or more often.
    package func places(in text: String) -> Set<Int> {
        let scalars = text.unicodeScalars.map { isCaseSensitive ? $0.value : Letter.folded($0.value) }
        var places: Set<Int> = []
        var start = 0
        while start + letters.count <= scalars.count {
            if scalars[start..<start + letters.count].elementsEqual(letters) {
                places.formUnion(start..<start + letters.count)
                start += letters.count
            } else {
                start += 1
            }
        }
        return places
    }

    /// - Returns: nil when nothing is left to look for.
    init?(_ word: Substring, _ reading: QueryReading = QueryReading(), hasSigns: Bool = true) {
        var word = word
        isInverse = hasSigns && word.hasPrefix("!")
        if isInverse { word = word.dropFirst() }
        let isQuoted = hasSigns && word.hasPrefix("'")
        let isAtStart = hasSigns && word.hasPrefix("^")
        if isQuoted || isAtStart { word = word.dropFirst() }
        let isAtEnd = hasSigns && word.count > 1 && word.hasSuffix("$")
        if isAtEnd { word = word.dropLast() }
        switch (isAtStart, isAtEnd) {
        case (true, true): kind = .whole
        case (true, false): kind = .prefix
        case (false, true): kind = .suffix
        case (false, false): kind = (reading.isExact || isInverse) != isQuoted ? .exact : .fuzzy
        }
        isCaseSensitive = reading.isCaseSensitive ?? word.unicodeScalars.contains { $0.properties.isUppercase }
        let scalars = word.unicodeScalars.prefix(Self.longest)
        letters = isCaseSensitive ? scalars.map(\.value) : scalars.map { Letter.folded($0.value) }
        letterSet = isInverse ? LetterSet() : LetterSet(letters)
        if letters.isEmpty { return nil }
    }

    /// Whether ASCII's letters are there in their order.
    func mayBe(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = 0
        for letter in letters where letter < 128 {
            let letter = UInt8(letter)
            // The bit that makes ASCII's letters small.
            let folding: UInt8 = !isCaseSensitive && 0x61...0x7A ~= letter ? 0x20 : 0
            while at < text.count, text[at] | folding != letter { at += 1 }
            guard at < text.count else { return false }
            at += 1
        }
        return true
    }
}
