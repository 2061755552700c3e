import ScreenModel
@testable import FuzzySearch
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

@Suite struct FilterTests {
    private static let matches: [(query: String, texts: [String], order: [Int])] = [
        ("fb", ["foobar", "xfxbx", "foo bar", "bf"], [2, 0, 1]), ("abc", ["xabcx", "abc", "a b c", "acb"], [1, 2, 0]),
        ("FB", ["foo bar", "Foo Bar", "FB"], [2, 1]), ("f b", ["bar foo", "foo", "bar"], [0]),
        ("'oba", ["foobar", "foo bar", "oxbxa"], [0]), ("^fo", ["foo", "xfoo"], [0]), ("oo$", ["foo", "foox"], [0]),
        ("^foo$", ["foo", "foox"], [0]), ("!foo", ["foo", "bar"], [1]), ("b !foo", ["foob", "bar"], [1]),
        ("", ["a", "b"], [0, 1]), ("   ", ["a"], [0]), ("é", ["cafe", "CAFÉ", "café"], [1, 2]),
        ("É", ["café", "CAFÉ"], [1]),
        ("本", ["日本", "日"], [0]), ("cn", ["camelNote", "canon", "cxn"], [0, 1, 2]), ("12", ["v12", "102"], [0, 1]),
        ("a", ["bbba", "a", "ba"], [1, 2, 0]), ("$", ["x$", "x"], [0]), ("'", ["x"], [0]), ("!", ["x"], [0]),
        ("^", ["x"], [0]), ("^$", ["x"], [0]), ("b", ["bcde", "béé"], [1, 0]), ("b", ["bc", "  b "], [1, 0]),
        ("!z", ["aa", "a", "z"], [0, 1]), ("'/", ["a/b", " /b"], [1, 0]),
        // Whole words, and signs together.
        ("'foo'", ["foobar", "foo bar", "xfoo", "a/foo.c", "foo_bar"], [1, 3, 4]),
        ("!'foo'", ["foo bar", "foobar"], [1]),
        ("''a", ["'a", "a"], [0]), ("'oo$", ["fool", "fo"], [0]), ("!'fb", ["foobar", "bf"], [1]),
        ("'日'", ["日 本", "日本"], [0]),
        // Blanks at the ends, which nobody sees.
        ("b$", ["ab  ", "b c"], [0]), ("^b", ["  ba", "ab"], [0]), ("^ba$", [" ba ", "bab"], [0]),
        ("b\\ $", ["ab", "ab "], [1]),
        ("^\\ b", ["b", " b"], [1]), ("b$", ["b\u{A0}", "   "], [0]),
        // Accents, in each of Unicode's forms.
        ("cafe", ["cafe\u{301}", "café", "cafe", "caf"], [1, 2, 0]),
        ("café", ["cafe\u{301}", "café", "cafe"], [1, 0]),
        ("cafe\u{301}", ["cafe\u{301}", "café", "cafe"], [1, 0]), ("naive", ["naïve"], [0]),
        ("Angstrom", ["Ångström"], [0]),
        ("angstrom", ["\u{212B}ngstrom"], [0]), ("lodz", ["Łódź"], [0]), ("'ore'", ["øre", "før"], [0]),
        ("is", ["ıs", "İs"], [0, 1]),
        ("^cafe$", ["café", "cafes"], [0]), ("!cafe", ["café", "tea"], [1]), ("е", ["ё", "э"], [0]), ("か", ["が"], []),
        ("한", ["\u{1112}\u{1161}\u{11AB}", "하"], [0]), ("МОСК", ["москва"], []), ("моск", ["Москва"], [0]),
        ("cafee", ["café"], []), ("Cafe", ["Café", "café"], [0]),
    ]

    /// What matches, and what comes first.
    @Test(arguments: matches) func theBestComeFirst(_ query: String, _ texts: [String], _ order: [Int]) {
        let found = FuzzyQuery(query).best(of: texts)
        expect(found.sorted(), equals: order.sorted())
        expect(found.first, equals: order.first)
    }

    @Test(
        arguments: [
            ("fb", "foo bar", [0, 4]), ("oba", "foobar", [2, 3, 4]), ("ar", "a bar", [0, 4]), ("'ba", "ab ba", [3, 4]),
            ("x", "foo", []), ("f r", "foo bar", [0, 6]), ("fbr", "fxb foobar", [4, 7, 9]), ("b$", "bab", [2]),
            ("b$", "ba b ", [3]), ("^b", " b", [1]), ("'b'", "ab b", [3]), ("cafe", "un café", [3, 4, 5, 6]),
            ("cafe", "cafe\u{301}s", [0, 1, 2, 3, 4]), ("é", "cafe\u{301}s", [3, 4]), ("s", "e\u{301}e\u{301}s", [4]),
        ] as [(String, String, Set<Int>)]) func theLettersThatMatterAreMarked(
            _ query: String, _ text: String, _ places: Set<Int>
        )
    {
        expect(FuzzyQuery(query).places(in: text), equals: places)
    }

    /// Every text that has the letters in their order matches, and no other; the marked letters are those of the query.
    @Test func aMatchIsASubsequence() {
        var random = Seeded(seed: 5)
        let letters = Array("abcAB é日")
        func word(_ length: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: length, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        for _ in 0..<2000 {
            let term = word(1...4).filter { $0 != " " }.lowercased()
            let text = word(0...12)
            guard !term.isEmpty else { continue }
            var rest = term[...]
            for letter in text.lowercased() where letter == rest.first { rest = rest.dropFirst() }
            expect(FuzzyQuery(term).best(of: [text]).isEmpty, equals: !rest.isEmpty, "\(term) in \(text)")
            let scalars = Array(text.unicodeScalars)
            let marked = FuzzyQuery(term).places(in: text).sorted().map { Character(scalars[$0]) }
            expect(!rest.isEmpty || String(marked).lowercased() == term, "\(term) in \(text)")
        }
    }

    @Test func rowsAreFilteredWhileTyping() throws {
        var state = try ViewState.showing(Fixture.found)
        state.handle(all: ["f", "k", "i", "d"])
        expect(state.lines[1] == " f kid" && state.lines[3].contains("Family") && !state.lines[5].contains("A very"))
        expect(state.selected == "3" && state.lines.last?.contains("1/1 of 4") == true)
        // The presenter knows nothing of it; Enter opens the row.
        expect(state.handle(.enter).sent, equals: [#"didSelect {"row":"3"} @apps-1"#])
        // A new screen does not end it.
        try state.receive(Fixture.show(Fixture.list(Fixture.rows + Fixture.numbered(10...20))))
        expect(state.lines[3].contains("Family") && state.lines.last?.contains("of 15") == true)
        state.handle(all: [.escape])
        expect(state.lines[1] == " / music" && state.selected == "3" && state.lines[3].contains("Humway"))
    }

    @Test func theSelectionMovesWhileAFilterIsTyped() throws {
        var state = try ViewState.showing(Fixture.list(Fixture.numbered(1...30)))
        state.handle(all: ["f", "2", .down, .down])
        let third = state.selected
        expect(third != nil && third?.contains("2") == true)
        state.handle(all: [.tab, "j"])
        expect(state.top?.fields.focus == nil && state.selected != third && state.lines[1] == " f 2")
        // Typed again, it goes on.
        state.handle(all: ["f", "9"])
        expect(state.selected == "29" && state.lines[1] == " f 29")
        state.handle(all: [.tab, .escape])
        expect(state.lines[1] == " / music" && !state.isFiltering)
    }

    @Test func nothingMatchesIsSaid() throws {
        var state = try ViewState.showing(Fixture.found)
        state.handle(all: ["f", "z", "z", "z"])
        expect(state.lines.contains { $0.contains("No row matches") } && state.lines.last?.contains("0 of 4") == true)
        #expect(state.handle(.enter).isEmpty)
        state.handle(all: [.escape, .backspace])
        expect(state.selected, equals: "1")
    }

    @Test func matchesAreMarked() throws {
        var state = try ViewState.showing(Fixture.found)
        state.handle(all: ["f", "h", "m", "d"])
        let buffer = Layout.frame(of: state).buffer
        let marked = buffer.row(3).filter { $0.style.isUnderlined || $0.style.look == .match }.map(\.character)
        expect(String(marked), equals: "HMD")
    }

    /// As many as one step takes, and more; each answer is that of the whole.
    @Test func manyRowsAreFilteredInSteps() throws {
        let rows = (0..<120_000).map { Row(id: "\($0)", title: "row \($0)") }
        var filter = RowFilter([.list(List(rows: rows))])
        filter.search(FuzzyQuery("119"))
        filter.advance()
        #expect(!filter.isComplete)
        filter.advance()
        filter.advance()
        expect(filter.isComplete && filter.rowCount == 120_000)
        let count = rows.count { Self.has("119", in: $0.title) }
        expect(filter.matchCount, equals: count)
        guard case .list(let list) = filter.filteredParts.first else { return }
        expect(list.rows.count == BestRows.most && list.rows.first?.id == "119")
        // What narrows looks only at what matched.
        filter.search(FuzzyQuery("1199"))
        filter.advance()
        expect(filter.isComplete && filter.matchCount < count)
        expect(filter.matchCount, equals: rows.count { Self.has("1199", in: $0.title) })
    }

    /// All letters, in their order.
    private static func has(_ letters: String, in text: String) -> Bool {
        var rest = letters.utf8[...]
        for letter in text.utf8 where letter == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    /// Keys that came together are compared with many rows once, and no key waits for that.
    @Test func manyRowsAreFilteredBetweenKeys() throws {
        let rows = (0..<60_000).map { Row(id: "\($0)", title: "row \($0)") }
        var state = try ViewState.showing(Screen(title: "Many", parts: [.list(List(rows: rows))]))
        state.handle(all: ["f", "5", "9", "9", "9", "9"])
        #expect(state.isFiltering)
        state.continueFiltering()
        #expect(state.isFiltering)
        state.continueFiltering()
        expect(!state.isFiltering && state.selected == "59999")
    }

    @Test func aSuccessorFiltersOn() throws {
        var state = try ViewState.showing(Fixture.found)
        state.handle(all: ["f", "k", "i", "d"])
        var next = ViewState(stamp: Fixture.stamp, size: state.size)
        next.restore(state.memory)
        try next.receive(Fixture.navigate("apps-1"))
        try next.receive(Fixture.show(Fixture.found))
        expect(next.lines[1] == " f kid" && next.selected == "3")
    }

    @Test(arguments: [
        ("filter kid", [" 3. Family 👨‍👩‍👧‍👦 Songs — Kids & Co"]), ("filter zzz", ["no row matches"]),
        ("filter", ["> filter"]),
    ]) func linearModePrintsWhatMatches(_ command: String, _ lines: [String]) throws {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        session.commands(command)
        expect(session.transcript, contains: "\(lines.joined(separator: "\n"))\n")
    }

    /// Nothing of a text or of a query is left out.
    @Test(
        arguments: [
            ("^\(path)$", [0]), ("'\(path)", [0]), ("!\(path)", [1]), (path, [0]), ("'\(path)'", [0]), ("c$", [0, 1]),
            ("!c", []),
            ((0..<40).map { "!x\($0)" }.joined(separator: " ") + " !c", []),
            ((0..<40).map { "x\($0)" }.joined(separator: " | ") + " | end", [0]),
        ] as [(String, [Int])]) func allOfItCounts(_ query: String, _ found: [Int])
    {
        let texts = [Self.path, Self.path.replacing("end", with: "zzz")]
        expect(FuzzyQuery(query).best(of: texts).sorted(), equals: found)
    }

    private static let path = String(repeating: "d/abcdefghi", count: 150) + "/end.c"

    /// What is compared in all ways, and what is taken where it stands first.
    @Test func theFirstPlaceIsTakenInALongText() {
        let (word, text) = (String(repeating: "ab", count: 40), String(repeating: "-abab", count: 400))
        #expect(word.count * text.count > 102_400)
        let places = FuzzyQuery(word).places(in: text)
        expect(places.count == 80 && FuzzyQuery(word + "c").places(in: text).isEmpty)
        expect(FuzzyQuery(word).best(of: ["x", text]), equals: [1])
    }

    /// Long rows, long queries, controls, letters that repeat.
    @Test(.timeLimit(.minutes(1))) func hostileTextsAreBounded() throws {
        let long = String(repeating: "ab", count: 50_000)
        let query = FuzzyQuery(String(repeating: "ab", count: 5000) + " " + String(repeating: "b ", count: 5000))
        expect(query.terms.count == 2 && query.best(of: [long, "\u{1B}[31m", "\u{202E}x", ""]) == [0])
        expect(
            FuzzyQuery("'" + String(repeating: "a", count: 8000) + "b").best(of: [
                String(repeating: "a", count: 100_000)
            ]), equals: [])
        expect(FuzzyQuery("e").best(of: ["e" + String(repeating: "\u{301}\u{323}", count: 50_000)]), equals: [0])
        expect(FuzzyQuery("m").places(in: "\u{1B}[31m"), equals: [4])
        var state = try ViewState.showing(Fixture.list([Row(id: "1", title: long)]))
        state.handle(all: ["f"] + Array(repeating: "b", count: 300))
        expect(state.selected, equals: "1")
    }
}
