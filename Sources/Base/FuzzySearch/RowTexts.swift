/// The texts by which rows are filtered, and the letters of each. Copies of texts are in one stretch of memory; there
/// is no copy of a text that its owner has packed in the form that is searched.
package struct RowTexts: Sendable {
    private var copies = PackedTexts()
    /// The rows that the copies belong to, once not all rows have one.
    private var copied: [UInt32]?
    private var letterSets: [LetterSet] = []

    package init() {}

    package var count: Int { letterSets.count }

    /// The number of rows with a copy of their text.
    package var copyCount: Int { copies.count }

    package mutating func append(_ texts: [String?]) {
        var letters = LetterSet()
        for text in texts {
            guard let text, !text.isEmpty else { continue }
            if !copies.rest.isEmpty { copies.append(0x20) }
            for byte in text.utf8 {
                copies.append(byte)
                letters.insert(byte)
            }
            if !letters.isASCII { letters.insertBare(text) }
        }
        letters.insert(0x20)
        copies.end()
        let row = UInt32(clamping: count)
        copied?.append(row)
        letterSets.append(letters)
    }

    /// Adds rows of an owner, which stay where they are as long as they are printable ASCII.
    /// - Parameter text: of any other row.
    package mutating func append(_ rows: PackedTexts, upTo end: Int, otherwise text: (Int) -> String) {
        while count < min(end, rows.count) {
            if !appendPrintable(rows, upTo: min(end, rows.count)) { append([text(count)]) }
        }
    }

    /// - Returns: false at a row that needs a copy.
    private mutating func appendPrintable(_ rows: PackedTexts, upTo end: Int) -> Bool {
        if copied == nil { copied = Array(0..<UInt32(clamping: count)) }
        return LetterSet.table.withUnsafeBufferPointer { table in
            rows.withPointers { rows in
                for row in count..<end {
                    let text = rows[row]
                    guard var letters = LetterSet.ofPrintable(text, table) else { return false }
                    letters.insert(0x20)
                    letterSets.append(letters)
                }
                return true
            }
        }
    }

    /// - Returns: the quality of the match, higher is better; nil when the row does not match.
    package func score(_ row: Int, _ query: FuzzyQuery, _ scorer: inout FuzzyScorer) -> Int? {
        withRows(of: PackedTexts()) { rows in
            let (letters, text) = (rows.letters[row], rows[row])
            guard query.mayMatch(letters), !letters.isASCII || query.mayMatch(ascii: text) else { return nil }
            return query.score(text, isASCII: letters.isASCII, &scorer)
        }
    }

    /// The length of a row's text for ``BestRows``.
    package func length(of row: Int) -> Int {
        withRows(of: PackedTexts()) { MatchOrder.length(of: $0[row], isASCII: $0.letters[row].isASCII) }
    }

    /// - Parameter owner: has the texts that are not copied.
    func withRows<Result>(of owner: PackedTexts, _ body: (Rows) -> Result) -> Result {
        letterSets.withUnsafeBufferPointer { letters in
            copies.withPointers { copies in
                owner.withPointers { body(Rows(letters: letters, copies: copies, copied: copied, owned: $0)) }
            }
        }
    }

    /// The rows without references to count, for loops over many.
    struct Rows {
        let letters: UnsafeBufferPointer<LetterSet>
        let copies: PackedTexts.Pointers
        let copied: [UInt32]?
        let owned: PackedTexts.Pointers

        subscript(row: Int) -> UnsafeBufferPointer<UInt8> {
            guard let copied, copied.count < letters.count else { return copies[row] }
            guard !copied.isEmpty else { return owned[row] }
            var (low, high) = (0, copied.count)
            while low < high {
                let middle = (low + high) / 2
                if copied[middle] < row { low = middle + 1 } else { high = middle }
            }
            return low < copied.count && copied[low] == row ? copies[low] : owned[row]
        }
    }
}

package struct MatchOrder: Equatable, Sendable {
    /// The better match first; otherwise in the order of the rows.
    package var sorts = true
    /// Criteria that decide between equally good matches, the first one first.
    package var criteria: [Criterion] = [.length]
    /// The last row comes before the first.
    package var isReversed = false
    /// The kind of the rows, by which the beginnings of words are told.
    package var scheme = Scheme.text

    package enum Scheme: Sendable { case text, path, history }

    /// A measure of a match, of which less is better: the letters of the text; where the match begins or how far its end is from that of the
    /// text; the words that it touches; its place in the last part of a path.
    package enum Criterion: String, Sendable { case length, begin, end, chunk, pathname }

    /// Criteria beside the score.
    package static let mostCriteria = 3

    package init() {}

    package func ranking(_ query: FuzzyQuery) -> MatchOrder {
        var order = self
        order.sorts = sorts && query.ranks
        return order
    }

    /// The letters of a text, without blanks at its ends.
    static func length(of text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Int {
        guard let first = text.firstIndex(where: { $0 != 0x20 }), let last = text.lastIndex(where: { $0 != 0x20 })
        else { return 0 }
        let trimmed = text[first...last]
        return isASCII ? trimmed.count : trimmed.count { $0 & 0xC0 != 0x80 }
    }

    /// The least is the best.
    func rank(score: Int, values: UInt64) -> UInt64 { UInt64(UInt16.max - UInt16(clamping: score)) << 48 | values }
}

/// The rows that match best. Of equal ones the shorter goes first, then the earlier one, unless the order differs.
package struct BestRows: Sendable {
    private let order: MatchOrder
    /// Score, criteria and row in one number; the least is the best.
    private var keys: [UInt128] = []
    /// The limit: nothing above it is among the best.
    private var limit = UInt128.max

    /// Rows. To find one beyond these, it is easier to type more.
    package static let most = 1000

    /// The shorter of equally good matches goes first.
    private let prefersShort: Bool

    package init(_ order: MatchOrder = MatchOrder()) {
        self.order = order
        prefersShort = order.criteria.first == .length
    }

    /// The values of the criteria for a text whose match is not looked at more closely.
    private func values(_ length: Int) -> UInt64 { prefersShort ? UInt64(UInt16(clamping: length)) << 32 : 0 }

    package mutating func add(_ row: Int, score: Int, length: Int) {
        add(row, score: score, values: values(length))
    }

    mutating func add(_ row: Int, score: Int, values: UInt64) {
        let key = key(row, score: score, values: values)
        guard key < limit else { return }
        keys.append(key)
        guard keys.count / 4 == Self.most else { return }
        keys.sort()
        keys.removeLast(keys.count - Self.most)
        limit = keys[Self.most - 1]
    }

    /// True if a row with this score would be among the best, whatever its other criteria are.
    func takes(_ row: Int, score: Int, length: Int) -> Bool {
        key(row, score: score, values: values(length)) < limit
    }

    private func key(_ row: Int, score: Int, values: UInt64) -> UInt128 {
        let place = UInt32(truncatingIfNeeded: row)
        let last = UInt128(order.isReversed ? ~place : place)
        guard order.sorts else { return last }
        return UInt128(order.rank(score: score, values: values)) << 32 | last
    }

    package var rows: [Int] {
        keys.sorted().prefix(Self.most).map { key in
            let place = UInt32(truncatingIfNeeded: key)
            return Int(order.isReversed ? ~place : place)
        }
    }
}
