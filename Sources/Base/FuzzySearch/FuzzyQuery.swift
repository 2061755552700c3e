import Platform

/// The reading of a typed text.
package struct QueryReading: Equatable, Sendable {
    /// A word without a sign must occur as it is; the sign `'` makes it fuzzy.
    package var isExact = false
    /// Nil if the case counts only with a capital letter.
    package var isCaseSensitive: Bool?
    /// The text has words and signs; otherwise it is one word.
    package var hasSigns = true
    /// Accents always count.
    package var isLiteral = false

    package init() {}
}

/// The text that a user has typed to filter rows: words that must all match (``FuzzyTerm``). Words with `|` between them are alternatives.
package struct FuzzyQuery: Equatable, Sendable {
    /// A group of terms, one of which must match.
    private struct Group: Equatable, Sendable {
        var terms: [FuzzyTerm]
        /// The number of times that the user has typed the group; it counts as often.
        var count = 1

        /// The only term, with letters in their order.
        var fuzzy: FuzzyTerm? { terms.count == 1 && terms[0].kind == .fuzzy && !terms[0].isInverse ? terms[0] : nil }
    }

    private let groups: [Group]
    /// Letters that a matching text must have.
    private(set) var letterSet = LetterSet()
    /// A text of ASCII matches if it has the letters of each term in their order.
    let isPlain: Bool
    let highestScore: Int
    private let text: String
    private let reading: QueryReading

    package init(_ text: String, reading: QueryReading = QueryReading()) {
        self.text = text
        self.reading = reading
        groups = Self.groups(of: text, reading)
        for group in groups where group.terms.count == 1 { letterSet.formUnion(group.terms[0].letterSet) }
        isPlain = letterSet.isASCII && groups.allSatisfy { $0.fuzzy != nil }
        highestScore = groups.reduce(0) { sum, group in
            sum + group.count
                * (group.terms.map { FuzzyScorer.highestScore(ofLetters: $0.letters.count) }.max() ?? 0)
        }
    }

    /// A blank after a backslash belongs to the word.
    private static func groups(of text: String, _ reading: QueryReading) -> [Group] {
        guard reading.hasSigns else {
            return FuzzyTerm(text[...], reading, hasSigns: false).map { [Group(terms: [$0])] } ?? []
        }
        var groups: [[String]] = []
        var continuesGroup = false
        for word in text.replacing("\\ ", with: "\t").split(separator: " ").map({ $0.replacing("\t", with: " ") }) {
            if word == "|", !groups.isEmpty, !continuesGroup {
                continuesGroup = true
                continue
            }
            guard FuzzyTerm(word[...], reading) != nil else { continue }
            if continuesGroup { groups[groups.count - 1].append(word) } else { groups.append([word]) }
            continuesGroup = false
        }
        var places: [[String]: Int] = [:]
        return groups.reduce(into: []) { result, words in
            if let place = places[words] { return result[place].count += 1 }
            places[words] = result.count
            result.append(Group(terms: words.compactMap { FuzzyTerm($0[...], reading) }))
        }
    }

    var terms: [FuzzyTerm] { groups.flatMap(\.terms) }

    package var isEmpty: Bool { groups.isEmpty }

    /// True if some rows match better than others. All rows without an unwanted word match equally well.
    package var ranks: Bool { groups.contains { $0.terms.contains { !$0.isInverse } } }

    /// True if everything that matches this query matches the other, too.
    package func narrows(_ other: FuzzyQuery) -> Bool {
        // A backslash may belong to the blank after it.
        text.hasPrefix(other.text) && !other.text.hasSuffix("\\") && reading == other.reading && hasOnlyFuzzyTerms
            && other.hasOnlyFuzzyTerms
            // A capital letter makes the case count, and an accent the accents, which only refuses more.
            && !other.isEmpty
    }

    private var hasOnlyFuzzyTerms: Bool { groups.allSatisfy { $0.fuzzy != nil } }

    func mayMatch(_ letters: LetterSet) -> Bool { letterSet.isSubset(of: letters) }

    /// True if ASCII's letters of each term are there in their order. The check needs no decoding.
    /// - Parameter text: a text of ASCII.
    func mayMatch(ascii text: UnsafeBufferPointer<UInt8>) -> Bool {
        for group in groups where group.fuzzy?.mayBe(in: text) == false { return false }
        return true
    }

    /// - Returns: the quality of the match, higher is better; nil when the text does not match.
    func score(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ scorer: inout FuzzyScorer) -> Int? {
        if isASCII {
            scorer.read(ascii: text)
        } else {
            scorer.read(String(decoding: text, as: UTF8.self))
        }
        var sum = 0
        for group in groups {
            guard let score = Self.score(group, &scorer) else { return nil }
            sum += score * group.count
        }
        return sum
    }

    /// The score of a text that stands alone.
    package func score(_ text: ArraySlice<UInt8>, _ scorer: inout FuzzyScorer) -> Int? {
        text.withUnsafeBufferPointer { text in
            let letters = LetterSet.table.withUnsafeBufferPointer { LetterSet.ofPrintable(text, $0) }
            guard let letters else { return score(text, isASCII: false, &scorer) }
            guard mayMatch(letters.withBlank), mayMatch(ascii: text) else { return nil }
            return score(text, isASCII: true, &scorer)
        }
    }

    /// The place of a text that stands alone among those that match, less is better; nil if it does not match.
    package func rank(_ text: ArraySlice<UInt8>, by order: MatchOrder, _ scorer: inout FuzzyScorer) -> UInt64? {
        guard !isEmpty else { return 0 }
        guard let score = score(text, &scorer) else { return nil }
        return text.withUnsafeBufferPointer { text in
            let length = MatchOrder.length(of: text, isASCII: false)
            return order.rank(
                score: score, values: values(of: text, length: length, by: order.criteria, &scorer))
        }
    }

    /// The values of criteria for the text that was scored last, one after another in a number.
    func values(
        of text: UnsafeBufferPointer<UInt8>, length: Int, by criteria: [MatchOrder.Criterion],
        _ scorer: inout FuzzyScorer
    ) -> UInt64 {
        var spot: MatchSpot?
        return criteria.enumerated().reduce(0) { values, next in
            var value = length
            if next.element != .length {
                spot = spot ?? MatchSpot(of: groups.map(\.terms), in: text, &scorer)
                value = spot?.value(of: next.element, length: length) ?? Int.max
            }
            return values | UInt64(UInt16(clamping: value)) << (32 - 16 * UInt64(next.offset))
        }
    }

    /// - Returns: the score of the first term that matches; nil if none does.
    private static func score(_ group: Group, _ scorer: inout FuzzyScorer) -> Int? {
        var score: Int?
        for term in group.terms {
            let found = scorer.score(term)
            if !term.isInverse, let found { return found }
            if term.isInverse, found == nil { score = 0 }
        }
        return score
    }

    /// - Returns: the indices of the texts that match, the best first.
    package func best(of texts: [String]) -> [Int] {
        var rows = RowTexts()
        var scorer = FuzzyScorer()
        var best = BestRows(MatchOrder().ranking(self))
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
        scorer.read(text)
        var places: [Int] = []
        for group in groups where !group.terms.contains(where: { scorer.find($0, places: &places) }) { return [] }
        return Set(places)
    }
}

/// A word of a filter, with the signs that fzf has: `'exact`, `'word'`, `^beginning`, `end$`, `!none`.
package struct FuzzyTerm: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// The letters in their order, with others between them.
        case fuzzy
        /// The letters side by side: anywhere, as a whole word, at the beginning, at the end, or nothing else.
        case exact, word, prefix, suffix, whole
    }

    let kind: Kind
    /// A text with it does not match.
    let isInverse: Bool
    /// The term has a capital letter, so the case counts.
    let isCaseSensitive: Bool
    /// The term has no accent, so the accents of the text do not count.
    let ignoresAccents: Bool
    /// The letters, folded unless the case counts.
    let needle: Needle
    /// Letters that a matching text must have.
    let letterSet: LetterSet

    var letters: [UInt32] { needle.letters }

    /// Looks for a whole text, blanks and signs included.
    /// - Returns: nil for an empty one.
    package init?(exactly text: String) {
        self.init(text[...], .exact)
    }

    private init?(
        _ text: Substring, _ kind: Kind, isInverse: Bool = false, isCaseSensitive: Bool? = nil, isLiteral: Bool = false
    ) {
        if text.isEmpty { return nil }
        self.kind = kind
        self.isInverse = isInverse
        self.isCaseSensitive = isCaseSensitive ?? text.unicodeScalars.contains { $0.properties.isUppercase }
        var letters = LetterText()
        letters.read(String(text))
        ignoresAccents = !isLiteral && letters.cased.prefix(letters.count).allSatisfy { Letter.bare($0) == $0 }
        needle = Needle(Array((self.isCaseSensitive ? letters.cased : letters.folded).prefix(letters.count)))
        letterSet = isInverse ? LetterSet() : LetterSet(needle.letters)
    }

    /// The scalars of a text that contain it, once or more often.
    package func places(in text: String) -> Set<Int> {
        var form = LetterText()
        form.read(text)
        if ignoresAccents, form.mayHaveAccents {
            let whole = form
            form.read(bare: whole)
        }
        var places: Set<Int> = []
        var free = 0
        needle.forEachStart(in: isCaseSensitive ? form.cased : form.folded, count: form.count) { start in
            guard start >= free else { return }
            free = start + letters.count
            for letter in start..<free { places.formUnion(form.scalars(of: letter)) }
        }
        return places
    }

    /// The signs in the order in which fzf takes them off.
    /// - Returns: nil when nothing is left to look for.
    init?(_ word: Substring, _ reading: QueryReading = QueryReading(), hasSigns: Bool = true) {
        var word = word
        func take(_ sign: Character, atEnd: Bool = false) -> Bool {
            guard hasSigns, (atEnd ? word.last : word.first) == sign else { return false }
            word = atEnd ? word.dropLast() : word.dropFirst()
            return true
        }
        let isInverse = take("!")
        let isAtEnd = word != "$" && take("$", atEnd: true)
        let isQuoted = take("'")
        let isWord = isQuoted && word.count > 1 && take("'", atEnd: true)
        let isAtStart = !isQuoted && take("^")
        let kind: Kind =
            switch (isAtStart, isAtEnd) {
            case _ where isWord: .word
            case _ where isQuoted: reading.isExact || isInverse ? .fuzzy : .exact
            case (true, true): .whole
            case (true, false): .prefix
            case (false, true): .suffix
            case (false, false): reading.isExact || isInverse ? .exact : .fuzzy
            }
        self.init(
            word, kind, isInverse: isInverse, isCaseSensitive: reading.isCaseSensitive, isLiteral: reading.isLiteral)
    }

    /// True if ASCII's letters are there in their order.
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
