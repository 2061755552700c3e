@testable import FuzzySearch
@testable import ProgramApp
import TestSupport
import Testing
import ViewMessages

/// Searching many rows, by what it costs.
@Suite struct RowMatchesTests {
    private static func lines(_ texts: [String]) -> LineRows {
        var rows = LineRows(areReadAgain: false)
        rows.append(Array(texts.map { $0 + "\n" }.joined().utf8))
        return rows
    }

    private static func texts(of rows: LineRows) -> RowTexts {
        var texts = RowTexts()
        rows.add(to: &texts, upTo: rows.count)
        return texts
    }

    /// However rows come and are searched, the answer is that of a search through all.
    @Test func stepsFindWhatOneSearchFinds() {
        var random = Seeded(seed: 11)
        let letters = Array("abcAB1 /_é日\t")
        func word(_ length: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: length, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        for _ in 0..<200 {
            let all = (0..<40).map { _ in word(0...14) }
            let typed = ["", "!", "'", "^"].randomElement(using: &random).map { $0 + word(1...5) } ?? ""
            var (rows, texts, matches) = (LineRows(areReadAgain: false), RowTexts(), RowMatches())
            for (number, text) in all.enumerated() {
                rows.append(Array((text + "\n").utf8))
                // A letter more now and then.
                if number % 8 == 7 { matches.search(FuzzyQuery(String(typed.prefix(number / 8 + 1)))) }
                if Bool.random(using: &random) { rows.add(to: &texts, upTo: rows.count) }
                matches.advance(texts, of: rows.packed, atMost: Int.random(in: 0...9, using: &random))
            }
            rows.add(to: &texts, upTo: rows.count)
            while !matches.isComplete(rows.count) { matches.advance(texts, of: rows.packed, atMost: 7) }
            let query = FuzzyQuery(String(typed.prefix(5)))
            let searched = (0..<rows.count).map {
                String(decoding: LineRows.searched(rows.result(at: $0)[...]), as: UTF8.self)
            }
            expect(query.isEmpty || matches.rows == query.best(of: searched), "\(typed) in \(searched)")
        }
    }

    @Test func aLongerQueryLooksOnlyAtWhatMatched() {
        let rows = Self.lines((0..<10_000).map { "row \($0)" })
        let texts = Self.texts(of: rows)
        var matches = RowMatches()
        matches.search(FuzzyQuery("9"))
        matches.advance(texts, of: rows.packed, atMost: 20_000)
        expect(matches.isComplete(10_000) && matches.compared == 10_000)
        matches.search(FuzzyQuery("99"))
        matches.advance(texts, of: rows.packed, atMost: 20_000)
        expect(matches.compared, equals: 3439, "the numbers with a nine")
        // The next key comes before all are searched: what is left is searched for the new query alone.
        matches.search(FuzzyQuery("8"))
        matches.advance(texts, of: rows.packed, atMost: 1000)
        matches.search(FuzzyQuery("88"))
        while !matches.isComplete(10_000) { matches.advance(texts, of: rows.packed, atMost: 1000) }
        expect(matches.compared == 271 + 9000 && matches.rows.first == 88)
        matches.search(FuzzyQuery("8"))
        matches.advance(texts, of: rows.packed, atMost: 20_000)
        expect(matches.compared, equals: 10_000, "a shorter one matches others")
    }

    /// The best thousand are shown; of the others it only matters that they match.
    @Test func whatCannotBeShownGetsNoScore() {
        let rows = Self.lines((0..<10_000).map { "line \($0 + 10_000)" })
        let texts = Self.texts(of: rows)
        var matches = RowMatches()
        matches.search(FuzzyQuery("line"))
        matches.advance(texts, of: rows.packed, atMost: 10_000)
        expect(matches.compared == 10_000 && matches.scored == 4 * BestRows.most)
        expect(matches.rows, equals: Array(0..<BestRows.most))
        matches.search(FuzzyQuery("line19999"))
        matches.advance(texts, of: rows.packed, atMost: 10_000)
        expect(matches.compared == 10_000 && matches.rows == [9999], "those without a score have matched, too")
    }

    @Test(arguments: [
        (["a", "b c", "~!"], 0), (["é", "b", "\u{1B}[1mred"], 2), (["b", "a\tb", "c"], 1), (["日", "本"], 2),
        ([String(repeating: "a", count: 5000)], 0),
    ]) func aTextIsCopiedOnlyIfItIsShownOtherwise(_ texts: [String], _ copies: Int) {
        expect(Self.texts(of: Self.lines(texts)).copyCount, equals: copies)
    }

    /// Only its first letters are shown.
    @Test func aLongRowIsSearchedToItsEnd() {
        let long = String(repeating: "a", count: 1999)
        let rows = Self.lines([long + "bc", long + "é", "\u{1B}[31m\(long)\u{1B}[0md"])
        let texts = Self.texts(of: rows)
        for (word, found) in [
            ("ab", [0]), ("c$", [0]), ("a$", []), ("!c", [1, 2]), ("^\(long)bc$", [0]), ("e$", [1]), ("ad$", [2]),
        ] {
            var matches = RowMatches()
            matches.search(FuzzyQuery(word))
            // A long row counts as several.
            while !matches.isComplete(rows.count) { matches.advance(texts, of: rows.packed, atMost: 1) }
            expect(matches.rows.sorted(), equals: found, "\(word)")
        }
    }
}
