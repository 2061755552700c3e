/// Finds the letters of a term where they match best: at the beginning of words and side by side. The measure is that of
/// fzf, whose users know what comes first.
///
/// A scorer keeps its memory from one text to the next.
package struct FuzzyScorer: Sendable {
    private var text = LetterText()
    /// The text without accents, if it has any.
    private var bare = LetterText()
    private var hasAccents = false
    /// The best score for each letter of the term and each place, with that letter there or before, and how many are side by
    /// side up to there.
    private var scores: [Int32] = []
    private var runs: [Int32] = []

    /// The bonus behind a blank and behind a delimiter, and whether only a slash is one.
    private let blankBonus: Int32
    private let delimiterBonus: Int32
    private let isOfPaths: Bool

    package init(_ scheme: MatchOrder.Scheme = .text) {
        blankBonus = Self.boundary + (scheme == .text ? 2 : 0)
        delimiterBonus = Self.boundary + (scheme == .history ? 0 : 1)
        isOfPaths = scheme == .path
    }

    /// Letters of a text, times those of a term, that are compared in all ways. Beyond, the first place is taken, as by fzf.
    private static let mostCompared = 102_400
    private static let match: Int32 = 16
    private static let gapStart: Int32 = -3
    private static let gapExtension: Int32 = -1
    private static let consecutive: Int32 = 4
    private static let boundary: Int32 = 8
    /// The bonus at the beginning of a word after a blank.
    private static let highestBonus = boundary + 2

    /// The score that no term with so many letters exceeds in any text.
    static func highestScore(ofLetters count: Int) -> Int {
        count * Int(match) + (count + 1) * Int(max(highestBonus, consecutive))
    }

    /// The text that the next terms are looked for in.
    package mutating func read(_ text: String) {
        self.text.read(text)
        hasAccents = self.text.mayHaveAccents
        if hasAccents { bare.read(bare: self.text) }
    }

    /// - Parameter text: one in which each byte is a scalar.
    mutating func read(ascii text: UnsafeBufferPointer<UInt8>) {
        self.text.read(ascii: text)
        hasAccents = false
    }

    /// The place where a term matches.
    private struct Hit {
        var score: Int
        let places: Range<Int>
        /// Letters that are not side by side are those of the best way, and not the first ones.
        var isTraced = false
    }

    /// - Returns: nil when the text does not match.
    package mutating func score(_ term: FuzzyTerm) -> Int? {
        find(term, in: form(for: term)).map { max(0, $0.score) }
    }

    /// - Parameter places: gets the places of the letters in the text, in scalars.
    /// - Returns: whether the text matches.
    mutating func find(_ term: FuzzyTerm, places: inout [Int]) -> Bool {
        let form = form(for: term)
        let found = find(term, in: form)
        guard let hit = found, !term.isInverse else { return term.isInverse && found == nil }
        var letters = Array(hit.places)
        if term.kind == .fuzzy {
            letters =
                hit.isTraced
                ? trace(term, from: hit.places.upperBound - 1, in: form) : first(term, hit.places, in: form)
        }
        for letter in letters { places += form.scalars(of: letter) }
        return true
    }

    private func form(for term: FuzzyTerm) -> LetterText { hasAccents && term.ignoresAccents ? bare : text }

    private mutating func find(_ term: FuzzyTerm, in form: LetterText) -> Hit? {
        guard !term.letters.isEmpty, form.count >= term.letters.count else { return nil }
        let text = term.isCaseSensitive ? form.cased : form.folded
        switch term.kind {
        case .fuzzy where form.count * term.letters.count > Self.mostCompared: return firstHit(term, in: form, text)
        case .fuzzy: return bestHit(term.letters, in: form, text)
        case .exact: return exactHit(term, in: form, text)
        case .word: return wordHit(term, in: form, text)
        case .prefix, .suffix, .whole: return anchoredHit(term, in: form, text)
        }
    }

    // MARK: Side by side

    private func exactHit(_ term: FuzzyTerm, in form: LetterText, _ text: [UInt32]) -> Hit? {
        var best: Hit?
        term.needle.forEachStart(in: text, count: form.count) { start in
            let score = Self.exactScore(of: term.letters.count, bonus: Int(self.bonus(at: start, in: form)))
            if best.map({ score > $0.score }) ?? true {
                best = Hit(score: score, places: start..<start + term.letters.count)
            }
        }
        return best
    }

    /// The score of letters of which each but the first follows its neighbour.
    private static func exactScore(of count: Int, bonus: Int) -> Int {
        count * Int(match) + bonus * 2 + (count - 1) * max(bonus, Int(consecutive))
    }

    /// Blanks at the ends of the text count only if the term has some there.
    private func anchoredHit(_ term: FuzzyTerm, in form: LetterText, _ text: [UInt32]) -> Hit? {
        let (letters, all) = (term.letters, 0..<form.count)
        let isBlank = { (place: Int) in Letter.isBlank(text[place]) }
        let first = Letter.isBlank(letters[0]) ? 0 : all.first { !isBlank($0) } ?? form.count
        let end =
            Letter.isBlank(letters[letters.count - 1]) ? form.count : all.last { !isBlank($0) }.map { $0 + 1 } ?? 0
        let start = term.kind == .suffix ? end - letters.count : first
        guard start >= 0, start + letters.count <= form.count, term.kind != .whole || end - first == letters.count,
            text[start..<start + letters.count].elementsEqual(letters)
        else { return nil }
        let score = Self.exactScore(of: letters.count, bonus: Int(self.bonus(at: start, in: form)))
        return Hit(score: score, places: start..<start + letters.count)
    }

    private func wordHit(_ term: FuzzyTerm, in form: LetterText, _ text: [UInt32]) -> Hit? {
        let length = term.letters.count
        var best: Hit?
        term.needle.forEachStart(in: text, count: form.count) { start in
            let end = start + length
            let before = start > 0 ? form.cased[start - 1] : 0x20
            let after = end < form.count ? form.cased[end] : 0x20
            guard !Letter.kind(before).isPartOfWord, !Letter.kind(after).isPartOfWord else { return }
            var score = Int(self.bonus(at: start, in: form))
            // An underscore is the weakest boundary.
            var less = score - Int(Self.boundary) + 1
            if before == 0x5F { (score, less) = (score - less - 1, 1) }
            if after == 0x5F { score -= less }
            score += length * Int(Self.match) + (length + 1) * Int(Self.highestBonus)
            if best.map({ score > $0.score }) ?? true { best = Hit(score: score, places: start..<end) }
        }
        return best
    }

    // MARK: The first way

    private func firstHit(_ term: FuzzyTerm, in form: LetterText, _ text: [UInt32]) -> Hit? {
        let letters = term.letters
        var (next, end) = (0, 0)
        while end < form.count, next < letters.count {
            if text[end] == letters[next] { next += 1 }
            end += 1
        }
        guard next == letters.count else { return nil }
        // Back from the end, as far as the letters need it.
        var start = end
        while next > 0 {
            start -= 1
            if text[start] == letters[next - 1] { next -= 1 }
        }
        return Hit(score: firstScore(letters, in: form, text, start..<end), places: start..<end)
    }

    private func firstScore(_ letters: [UInt32], in form: LetterText, _ text: [UInt32], _ places: Range<Int>) -> Int {
        var (score, next, run, opening) = (0, 0, 0, Int32(0))
        for place in places {
            guard next < letters.count, text[place] == letters[next] else {
                score += Int(place > places.lowerBound && run == 0 ? Self.gapExtension : Self.gapStart)
                (run, opening) = (0, 0)
                continue
            }
            var bonus = self.bonus(at: place, in: form)
            if run == 0 || bonus >= Self.boundary && bonus > opening { opening = bonus }
            if run > 0 { bonus = max(bonus, opening, Self.consecutive) }
            score += Int(Self.match + (next == 0 ? bonus * 2 : bonus))
            (next, run) = (next + 1, run + 1)
        }
        return score
    }

    private func first(_ term: FuzzyTerm, _ places: Range<Int>, in form: LetterText) -> [Int] {
        let text = term.isCaseSensitive ? form.cased : form.folded
        var next = 0
        return places.filter { place in
            guard next < term.letters.count, text[place] == term.letters[next] else { return false }
            next += 1
            return true
        }
    }

    // MARK: The best way

    private mutating func bestHit(_ term: [UInt32], in form: LetterText, _ text: [UInt32]) -> Hit? {
        let count = form.count
        guard let last = text[..<count].lastIndex(of: term[term.count - 1]) else { return nil }
        if scores.count < count * term.count {
            scores = Array(repeating: 0, count: count * term.count)
            runs = scores
        }
        var start = 0
        for (row, letter) in term.enumerated() {
            // The letters after this one need room, too.
            let end = last - (term.count - 1 - row)
            guard start <= end, let first = text[start...end].firstIndex(of: letter) else { return nil }
            fill(row, letter, in: first...end, of: form, text)
            start = first + 1
        }
        let bottom = (term.count - 1) * count
        var best = (Int(scores[bottom + start - 1]), start - 1)
        for place in start - 1...last where Int(scores[bottom + place]) > best.0 {
            best = (Int(scores[bottom + place]), place)
        }
        return Hit(score: best.0, places: 0..<best.1 + 1, isTraced: true)
    }

    /// - Parameter places: the places where the letter can be, with all letters before and after it.
    private mutating func fill(
        _ row: Int, _ letter: UInt32, in places: ClosedRange<Int>, of form: LetterText, _ text: [UInt32]
    ) {
        let (here, above) = (row * form.count, (row - 1) * form.count)
        // The places before have no score: the row below looks one place to the left of where it begins.
        if places.lowerBound > 0 {
            scores[here + places.lowerBound - 1] = 0
            runs[here + places.lowerBound - 1] = 0
        }
        var isGap = false
        var before: Int32 = 0
        for place in places {
            var hit: Int32 = 0
            var run: Int32 = 0
            if text[place] == letter {
                var bonus = self.bonus(at: place, in: form)
                run = 1
                if row == 0 {
                    hit = Self.match + bonus * 2
                } else if scores[above + place - 1] > 0 {
                    run = runs[above + place - 1] + 1
                    if run > 1 {
                        let opening = self.bonus(at: place - Int(run) + 1, in: form)
                        if bonus >= Self.boundary, bonus > opening {
                            run = 1
                        } else {
                            bonus = max(bonus, Self.consecutive, opening)
                        }
                    }
                    hit = scores[above + place - 1] + Self.match + bonus
                }
            }
            let gap = place == places.lowerBound ? 0 : before + (isGap ? Self.gapExtension : Self.gapStart)
            isGap = hit < gap
            if isGap || hit == 0 { run = 0 }
            before = max(hit, gap, 0)
            runs[here + place] = run
            scores[here + place] = before
        }
    }

    /// Follows the best way back.
    private func trace(_ term: FuzzyTerm, from end: Int, in form: LetterText) -> [Int] {
        var place = end
        var places: [Int] = []
        for row in (0..<term.letters.count).reversed() {
            while place > row, runs[row * form.count + place] == 0 { place -= 1 }
            places.append(place)
            place -= 1
        }
        return places
    }

    // MARK: Places

    private func bonus(at place: Int, in form: LetterText) -> Int32 {
        guard isOfPaths else {
            return bonus(place > 0 ? Letter.kind(form.cased[place - 1]) : .blank, Letter.kind(form.cased[place]))
        }
        func kind(_ letter: UInt32) -> Letter.Kind {
            let kind = Letter.kind(letter)
            return kind == .delimiter && letter != 0x2F ? .sign : kind
        }
        return bonus(place > 0 ? kind(form.cased[place - 1]) : .delimiter, kind(form.cased[place]))
    }

    private func bonus(_ before: Letter.Kind, _ kind: Letter.Kind) -> Int32 {
        if kind.isPartOfWord || kind == .delimiter {
            switch before {
            case .blank: return blankBonus
            case .delimiter: return delimiterBonus
            case .sign: return Self.boundary
            default: break
            }
        }
        if before == .lower, kind == .upper { return Self.boundary - 1 }
        if before != .digit, kind == .digit { return Self.boundary - 1 }
        switch kind {
        case .sign, .delimiter: return Self.boundary
        case .blank: return blankBonus
        default: return 0
        }
    }
}
