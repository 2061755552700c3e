/// Finds the letters of a term where they match best: at the beginning of words and side by side. The measure is that of
/// fzf, whose users know what comes first.
///
/// It keeps its memory from one text to the next.
package struct FuzzyScorer: Sendable {
    /// The text, of which only the first ones count, and the same in lower case.
    private var letters: [UInt32] = []
    private var folded: [UInt32] = []
    private var count = 0
    /// For each letter of the term and each place: the best score with that letter there or before, and how many are side by
    /// side up to there.
    private var scores: [Int32] = []
    private var runs: [Int32] = []

    package init() {}

    /// Scalars of a text. What follows them is not looked at.
    static let longest = 1024
    private static let match: Int32 = 16
    private static let gapStart: Int32 = -3
    private static let gapExtension: Int32 = -1
    private static let consecutive: Int32 = 4
    private static let boundary: Int32 = 8
    /// At the beginning of a word after a blank.
    private static let highestBonus = boundary + 2

    /// No term with so many letters gets more in any text.
    static func highestScore(ofLetters count: Int) -> Int {
        count * Int(match) + (count + 1) * Int(max(highestBonus, consecutive))
    }

    /// The text that the next terms are looked for in.
    package mutating func read(_ text: some Sequence<Unicode.Scalar>) {
        prepare()
        for scalar in text.prefix(Self.longest) {
            letters[count] = scalar.value
            folded[count] = Letter.folded(scalar.value)
            count += 1
        }
    }

    /// - Parameter text: one in which each byte is a scalar.
    mutating func read(ascii text: UnsafeBufferPointer<UInt8>) {
        prepare()
        count = min(text.count, Self.longest)
        letters.withUnsafeMutableBufferPointer { letters in
            folded.withUnsafeMutableBufferPointer { folded in
                for place in 0..<count {
                    let byte = text[place]
                    letters[place] = UInt32(byte)
                    folded[place] = UInt32(byte &- 0x41 < 26 ? byte | 0x20 : byte)
                }
            }
        }
    }

    private mutating func prepare() {
        count = 0
        guard letters.isEmpty else { return }
        letters = Array(repeating: 0, count: Self.longest)
        folded = letters
    }

    /// - Parameter places: gets the places of the letters in the text, in scalars.
    /// - Returns: nil when the text does not match.
    mutating func score(_ term: FuzzyTerm, places: inout [Int]) -> Int? {
        switch score(term) {
        case nil: return term.isInverse ? 0 : nil
        case _ where term.isInverse: return nil
        case .some(let (score, end)):
            if term.kind == .fuzzy {
                trace(term.letters.count, from: end, into: &places)
            } else {
                places += end + 1 - term.letters.count..<end + 1
            }
            return score
        }
    }

    /// - Returns: nil when the text does not match.
    package mutating func score(_ term: FuzzyTerm) -> (score: Int, end: Int)? {
        let text = term.isCaseSensitive ? letters : folded
        let length = term.letters.count
        guard length > 0, count >= length else { return nil }
        switch term.kind {
        case .fuzzy: return fuzzyScore(term.letters, in: text)
        case .prefix: return exactScore(term.letters, in: text, starts: 0...0)
        case .suffix: return exactScore(term.letters, in: text, starts: count - length...count - length)
        case .whole: return count == length ? exactScore(term.letters, in: text, starts: 0...0) : nil
        case .exact: return exactScore(term.letters, in: text, starts: 0...count - length)
        }
    }

    private func exactScore(_ term: [UInt32], in text: [UInt32], starts: ClosedRange<Int>) -> (Int, Int)? {
        var best: (Int, Int)?
        for start in starts where text[start] == term[0] && text[start..<start + term.count].elementsEqual(term) {
            // Each letter but the first follows its neighbour.
            let bonus = Int(bonus(at: start))
            let score = term.count * Int(Self.match) + bonus * 2 + (term.count - 1) * max(bonus, Int(Self.consecutive))
            if best.map({ score > $0.0 }) ?? true { best = (score, start + term.count - 1) }
        }
        return best
    }

    private mutating func fuzzyScore(_ term: [UInt32], in text: [UInt32]) -> (Int, Int)? {
        guard let last = text[..<count].lastIndex(of: term[term.count - 1]) else { return nil }
        if scores.count < count * term.count {
            scores = Array(repeating: 0, count: count * term.count)
            runs = scores
        }
        var start = 0
        for (row, letter) in term.enumerated() {
            // The letters after it need room, too.
            let end = last - (term.count - 1 - row)
            guard start <= end, let first = text[start...end].firstIndex(of: letter) else { return nil }
            fill(row, letter, in: first...end, of: text)
            start = first + 1
        }
        let bottom = (term.count - 1) * count
        var best = (Int(scores[bottom + start - 1]), start - 1)
        for place in start - 1...last where Int(scores[bottom + place]) > best.0 {
            best = (Int(scores[bottom + place]), place)
        }
        return best
    }

    /// - Parameter places: where the letter can be, with all letters before and after it.
    private mutating func fill(_ row: Int, _ letter: UInt32, in places: ClosedRange<Int>, of text: [UInt32]) {
        let (here, above) = (row * count, (row - 1) * count)
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
                var bonus = bonus(at: place)
                run = 1
                if row == 0 {
                    hit = Self.match + bonus * 2
                } else if scores[above + place - 1] > 0 {
                    run = runs[above + place - 1] + 1
                    if run > 1 {
                        let opening = self.bonus(at: place - Int(run) + 1)
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
    private func trace(_ length: Int, from end: Int, into places: inout [Int]) {
        var place = end
        for row in (0..<length).reversed() {
            while place > row, runs[row * count + place] == 0 { place -= 1 }
            places.append(place)
            place -= 1
        }
    }

    /// For a letter at that place.
    private func bonus(at place: Int) -> Int32 {
        Self.bonus(place > 0 ? Letter.kind(letters[place - 1]) : .blank, Letter.kind(letters[place]))
    }

    private static func bonus(_ before: Letter.Kind, _ kind: Letter.Kind) -> Int32 {
        if kind.isPartOfWord {
            switch before {
            case .blank: return boundary + 2
            case .delimiter: return boundary + 1
            case .sign: return boundary
            default: break
            }
        }
        if before == .lower, kind == .upper { return boundary - 1 }
        if before != .digit, kind == .digit { return boundary - 1 }
        switch kind {
        case .sign, .delimiter: return boundary
        case .blank: return boundary + 2
        default: return 0
        }
    }
}

/// What a filter has to know of one Unicode scalar.
enum Letter {
    enum Kind: Equatable {
        case blank, delimiter, sign, lower, upper, other, digit

        var isPartOfWord: Bool {
            switch self {
            case .blank, .delimiter, .sign: false
            case .lower, .upper, .other, .digit: true
            }
        }
    }

    /// In lower case, where that is one scalar.
    static func folded(_ scalar: UInt32) -> UInt32 {
        if scalar < 128 { return 0x41...0x5A ~= scalar ? scalar + 32 : scalar }
        guard let mapping = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars, mapping.count == 1
        else { return scalar }
        return mapping.first?.value ?? scalar
    }

    static func kind(_ scalar: UInt32) -> Kind {
        switch scalar {
        case 0x20, 0x09, 0x0A: .blank
        case 0x2F, 0x2C, 0x3A, 0x3B, 0x7C: .delimiter
        case 0x61...0x7A: .lower
        case 0x41...0x5A: .upper
        case 0x30...0x39: .digit
        case 0..<128: .sign
        default: .other
        }
    }
}
