/// What rows are filtered by: their texts in one stretch of memory, and which letters each has.
package struct RowTexts: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var letterSets: [LetterSet] = []

    /// Bytes of one row. What follows them is not looked at.
    private static let longest = 1024

    package init() {}

    package var count: Int { ends.count }

    package mutating func append(_ texts: [String?]) {
        let start = bytes.count
        var letters = LetterSet()
        for text in texts {
            guard let text, !text.isEmpty else { continue }
            if bytes.count > start { bytes.append(0x20) }
            for byte in text.utf8.prefix(Self.longest) {
                bytes.append(byte)
                letters.insert(byte)
            }
        }
        letters.insert(0x20)
        ends.append(bytes.count)
        letterSets.append(letters)
    }

    /// - Returns: how well the row matches, higher is better; nil when it does not.
    package func score(_ row: Int, _ query: FuzzyQuery, _ scorer: inout FuzzyScorer) -> Int? {
        for term in query.terms where !term.letterSet.isSubset(of: letterSets[row]) { return nil }
        let start = row > 0 ? ends[row - 1] : 0
        let text = bytes[start..<ends[row]]
        for term in query.terms where term.kind == .fuzzy && !mayContain(term, text) { return nil }
        if letterSets[row].isASCII {
            scorer.read(ascii: text)
        } else {
            scorer.read(String(decoding: text, as: UTF8.self).unicodeScalars)
        }
        var sum = 0
        for term in query.terms {
            guard let score = scorer.score(term).map({ $0.score }) else {
                if term.isInverse { continue }
                return nil
            }
            if term.isInverse { return nil }
            sum += score
        }
        return sum
    }

    package func length(of row: Int) -> Int { ends[row] - (row > 0 ? ends[row - 1] : 0) }

    /// Whether ASCII's letters of the term are there in their order. It needs no decoding.
    private func mayContain(_ term: FuzzyTerm, _ text: ArraySlice<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { text in
            var at = 0
            for letter in term.letters where letter < 128 {
                let letter = UInt8(letter)
                let folds = !term.isCaseSensitive && 0x61...0x7A ~= letter
                while at < text.count, text[at] != letter, !(folds && text[at] == letter - 32) { at += 1 }
                guard at < text.count else { return false }
                at += 1
            }
            return true
        }
    }
}

/// The rows that match best. Of equal ones the shorter goes first, then the earlier one.
package struct BestRows: Sendable {
    /// Score, length and row in one number; the least is the best.
    private var keys: [UInt64] = []
    /// Nothing above it is among the best.
    private var limit = UInt64.max

    /// Rows. To find one beyond these, it is easier to type more.
    package static let most = 1000

    package init() {}

    package mutating func add(_ row: Int, score: Int, length: Int) {
        let rank = UInt64(UInt16.max) - UInt64(max(0, min(score, Int(UInt16.max))))
        let key = rank << 48 | UInt64(min(length, Int(UInt16.max))) << 32 | UInt64(UInt32(truncatingIfNeeded: row))
        guard key < limit else { return }
        keys.append(key)
        guard keys.count == 4 * Self.most else { return }
        keys.sort()
        keys.removeLast(keys.count - Self.most)
        limit = keys[Self.most - 1]
    }

    package var rows: [Int] { keys.sorted().prefix(Self.most).map { Int(UInt32(truncatingIfNeeded: $0)) } }
}
