/// Finds the letters of a term where they match best: at the beginning of words and side by side. The measure is that of
/// fzf, whose users know what comes first.
///
/// It keeps its memory from one text to the next.
package struct FuzzyScorer: Sendable {
    private var letters: [UInt32] = []
    private var folded: [UInt32] = []
    private var bonuses: [Int32] = []
    /// For each letter of the term and each place: the best score with that letter there or before, and how many are side by
    /// side up to there.
    private var scores: [Int32] = []
    private var runs: [Int32] = []

    package init() {}

    /// Scalars of a text. What follows them is not looked at.
    private static let longest = 1024
    private static let match: Int32 = 16
    private static let gapStart: Int32 = -3
    private static let gapExtension: Int32 = -1
    private static let consecutive: Int32 = 4
    private static let boundary: Int32 = 8

    /// The text that the next terms are looked for in.
    package mutating func read(_ text: some Sequence<Unicode.Scalar>) { read(values: text.lazy.map(\.value)) }

    /// - Parameter ascii: a text in which each byte is a scalar.
    mutating func read(ascii: some Sequence<UInt8>) { read(values: ascii.lazy.map { UInt32($0) }) }

    @inline(__always)
    private mutating func read(values: some Sequence<UInt32>) {
        letters.removeAll(keepingCapacity: true)
        folded.removeAll(keepingCapacity: true)
        bonuses.removeAll(keepingCapacity: true)
        var before = Letter.Kind.blank
        for value in values {
            guard letters.count < Self.longest else { return }
            let kind = Letter.kind(value)
            letters.append(value)
            folded.append(Letter.folded(value))
            bonuses.append(Self.bonus(before, kind))
            before = kind
        }
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
        let count = term.letters.count
        guard count > 0, text.count >= count else { return nil }
        switch term.kind {
        case .fuzzy: return fuzzyScore(term.letters, in: text)
        case .prefix: return exactScore(term.letters, in: text, starts: 0...0)
        case .suffix: return exactScore(term.letters, in: text, starts: text.count - count...text.count - count)
        case .whole:
            return text.count == count ? exactScore(term.letters, in: text, starts: 0...0) : nil
        case .exact: return exactScore(term.letters, in: text, starts: 0...text.count - count)
        }
    }

    private func exactScore(_ term: [UInt32], in text: [UInt32], starts: ClosedRange<Int>) -> (Int, Int)? {
        var best: (Int, Int)?
        for start in starts where text[start] == term[0] && text[start..<start + term.count].elementsEqual(term) {
            // Each letter but the first follows its neighbour.
            let bonus = Int(bonuses[start])
            let score = term.count * Int(Self.match) + bonus * 2 + (term.count - 1) * max(bonus, Int(Self.consecutive))
            if best.map({ score > $0.0 }) ?? true { best = (score, start + term.count - 1) }
        }
        return best
    }

    private mutating func fuzzyScore(_ term: [UInt32], in text: [UInt32]) -> (Int, Int)? {
        let width = text.count
        if scores.count < width * term.count {
            scores = Array(repeating: 0, count: width * term.count)
            runs = scores
        }
        var start = 0
        for (row, letter) in term.enumerated() {
            guard let first = text[start...].firstIndex(of: letter) else { return nil }
            fill(row, letter, from: first, in: text)
            start = first + 1
        }
        let last = (term.count - 1) * width
        var best: (Int, Int)?
        for place in start - 1..<width where best.map({ Int(scores[last + place]) > $0.0 }) ?? true {
            best = (Int(scores[last + place]), place)
        }
        return best
    }

    /// - Parameter first: the first place that the letter can have, after all letters before it.
    private mutating func fill(_ row: Int, _ letter: UInt32, from first: Int, in text: [UInt32]) {
        let width = text.count
        let (here, above) = (row * width, (row - 1) * width)
        var isGap = false
        for place in first..<width {
            var hit: Int32 = 0
            var run: Int32 = 0
            if text[place] == letter {
                var bonus = bonuses[place]
                run = 1
                if row == 0 {
                    hit = Self.match + bonus * 2
                } else if scores[above + place - 1] > 0 {
                    run = runs[above + place - 1] + 1
                    if run > 1 {
                        let opening = bonuses[place - Int(run) + 1]
                        if bonus >= Self.boundary, bonus > opening {
                            run = 1
                        } else {
                            bonus = max(bonus, Self.consecutive, opening)
                        }
                    }
                    hit = scores[above + place - 1] + Self.match + bonus
                }
            }
            let gap = place == first ? 0 : scores[here + place - 1] + (isGap ? Self.gapExtension : Self.gapStart)
            isGap = hit < gap
            if isGap || hit == 0 { run = 0 }
            runs[here + place] = run
            scores[here + place] = max(hit, gap, 0)
        }
        // The places before have no score: the row below looks one place to the left of where it begins.
        if first > 0 {
            scores[here + first - 1] = 0
            runs[here + first - 1] = 0
        }
    }

    /// Follows the best way back.
    private func trace(_ count: Int, from end: Int, into places: inout [Int]) {
        let width = letters.count
        var place = end
        for row in (0..<count).reversed() {
            while place > row, runs[row * width + place] == 0 { place -= 1 }
            places.append(place)
            place -= 1
        }
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

/// Which letters a text has, as far as 64 bits can tell: most texts are refused with one comparison.
struct LetterSet: Equatable, Sendable {
    private var bits: UInt64 = 0

    init() {}

    init(_ letters: [UInt32]) {
        for letter in letters { insert(letter < 128 ? UInt8(letter) : 0x80) }
    }

    /// - Parameter byte: of UTF-8; those of all other letters than ASCII's count as one.
    mutating func insert(_ byte: UInt8) { bits |= 1 << UInt64(Self.bit(byte)) }

    /// All of its letters are ASCII's.
    var isASCII: Bool { bits >> 63 == 0 }

    func isSubset(of other: LetterSet) -> Bool { bits & ~other.bits == 0 }

    private static func bit(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x61...0x7A: byte - 0x61
        case 0x41...0x5A: byte - 0x41
        case 0x30...0x39: byte - 0x30 + 26
        case 0x80...: 63
        default: 36 + byte & 15
        }
    }
}
