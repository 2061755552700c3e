@testable import Markdown
import Platform
import ScreenModel
import Synchronization
@testable import TerminalView
import Testing
import TestSupport
import ViewMessages

/// A stranger's README froze every view: Debian's cmark-gfm takes quadratic time for brackets and other patterns (those of cmark's own
/// test/pathological_tests.py, and what a search of our own has found). They are counted before the library sees them.
@Suite struct CostlyMarkdownTests {
    /// What took 3 to 270 seconds, or 4 GB, at the limit of a text.
    static let costly: [(String, @Sendable (Int) -> String)] = [
        ("images", { repeated("![[]()", $0) }), ("open brackets", { repeated("[", $0) }),
        ("quotations", { repeated(">", $0 / 2) + "a\n" + repeated("a\n", $0 / 2) }),
        ("lists", { repeated("* ", $0 / 2) + "a\n" + repeated("a\n", $0 / 2) }),
        ("empty lines in lists", { repeated("* ", $0 / 2) + "a\n" + repeated("\n", $0 / 2) }),
        (
            "indented lists",
            { bytes in
                let depth = Int(Double(bytes / 2).squareRoot())
                return (0..<depth).map { repeated(" ", $0 * 2) + "* a\n" }.joined() + repeated("\n", bytes / 2)
            }
        ), ("deep quotations", { repeated("> ", $0) }), ("deep lists", { repeated("- ", $0) }),
        ("emphasis in lists", { repeated("- ", $0 / 8) + "x" + repeated(" _'", $0 / 2) }),
        ("instructions", { repeated("a<?", $0) }), ("declarations", { repeated("a<!A", $0) }),
        ("CDATA", { repeated("a<![CDATA[", $0) }),
        ("a long address", { "[a]: " + repeated("x", $0 / 2) + "\n\n" + repeated("[a] ", $0 / 2) }),
        ("a long title", { "[a]: b '" + repeated("x\n", $0 / 2) + "'\n\n" + repeated("[a] ", $0 / 2) }),
    ]

    /// What is parsed, but without tables.
    static let tables: [(String, @Sendable (Int) -> String)] = [
        ("many columns", { repeated("|a", $0 / 2) + "\n" + repeated("|-", $0 / 2) + "\n" }),
        ("empty columns", { repeated("|", $0 / 2) + "\n" + repeated("-|", $0 / 2) }),
        ("a wide head", { repeated("x|", $0 - 200) + "\n" + repeated("-|", 100) + "\n" }),
        ("many heads", { repeated("a\n-|-\n", $0) }), ("other columns", { repeated("|x|\n|---|---|\n", $0) }),
    ]

    /// What the library parses in a tenth of a second at most.
    static let cheap: [String] = [
        "*a **a ", "a_ ", "_a ", "*a_ ", "a]", "a**b c* ", "]", "abc\u{0}de", "`a``", "<!-- ",
        "a<!-- ", "</", "|a|\n", "a|b\n-\n", "www.", ":", "<h:", "<a@", "~~a ", "~", "~~a~ ", "&", "&#x41;", "*", "_",
        "***a", "\\", "<a b='", "<a\n", "<div>\n\n", "a\n-\n", "```\n", "\t", "a  \n", "*\n", "* a\n", "1. a\n",
        "> * a\n> > b\n",
        "# # ", "é", "\r\n",
    ]

    private static func repeated(_ pattern: String, _ bytes: Int) -> String {
        String(repeating: pattern, count: bytes / pattern.utf8.count)
    }

    private static func hasTables(_ text: MarkdownText?) -> Bool {
        text?.blocks.contains { if case .table = $0.content { true } else { false } } ?? false
    }

    @Test(arguments: costly.indices, [MarkdownText.limit / 4, MarkdownText.limit])
    func aCostlyTextIsPlain(_ index: Int, _ bytes: Int) {
        let text = String(Self.costly[index].1(bytes).prefix(bytes))
        #expect(!MarkdownCost(text).isAffordable, "\(Self.costly[index].0)")
        let memory = MarkdownMemory()
        expect(memory.text(of: text) == nil && memory.text(of: text) == nil && memory.parses == 1)
    }

    /// Full screen and linear: the page's tests do the same.
    @Test(arguments: costly.indices) func aCostlyTextIsShown(_ index: Int) {
        let body = String(Self.costly[index].1(MarkdownText.limit).prefix(MarkdownText.limit))
        let screen = Screen(title: "T", parts: [.text(Text(body: body, fold: 3, format: .markdown))])
        expect(Content(screen.parts, width: 80).lines.count, equals: 4)
        #expect(!LinearPage(screen).lines.isEmpty)
    }

    @Test(arguments: tables.indices, [MarkdownText.limit / 4, MarkdownText.limit])
    func aCostlyTableIsNone(_ index: Int, _ bytes: Int) {
        let text = String(Self.tables[index].1(bytes).prefix(bytes))
        let cost = MarkdownCost(text)
        expect(cost.isAffordable && !cost.hasAffordableTables, "\(Self.tables[index].0)")
        expect(MarkdownText(text).map(Self.hasTables), equals: false)
    }

    @Test(arguments: cheap) func whatTheLibraryParsesFastIsParsed(_ pattern: String) {
        let text = Self.repeated(pattern, MarkdownText.limit / 4)
        #expect(MarkdownCost(text).isAffordable)
        #expect(Leash.shared.run { ParsedDocument(text, hasTables: true) } != nil)
    }

    /// What users write is far below the bounds: here 250 KB of a list of links, with definitions, tables, code and comments.
    @Test func aLargeDocumentIsParsed() throws {
        let section = """
            ## Section

            <!-- a comment -->
            - [one](https://a.example/one) - [![badge](https://b.example/x.png)](https://b.example) and [two][b]
              - inner *text* with `code[0]: x`
                1. deeper

            |Name|Size|
            |---|--:|
            |[one](https://a.example)|1|

            ```php
            <?php echo "<!DOCTYPE html>"; ?>
            ```

            [b]: https://b.example/\(String(repeating: "x", count: 60)) "A title"

            """
        let body = Self.repeated(section, 250_000)
        let text = try require(MarkdownText(body))
        expect(text.links.count > 1000 && Self.hasTables(text))
    }

    /// Patterns of pieces that mean something, beginnings of blocks and their ends: none of those that are parsed takes a second of
    /// processor time, where a tenth of it is plenty.
    @Test(arguments: 0..<20) func noPatternOfPiecesIsGivenUp(_ seed: Int) {
        let pieces = [
            "[", "]", "(", ")", "![", "](", "]:", "*", "**", "_", "`", "``", "~", "~~", "<", ">", "<!--", "-->", "<?",
            "<!A", "<a ", "='",
            "\"", "|", "-", ":", "\n", "\n\n", "\n> ", "\n* ", "\n1. ", "\n    ", "\n|-|\n", "\n---\n", "\n```\n", "# ",
            "\\", "&", ";", "a", "b ",
            "  ", "\t", "é", "www.", "http://", "@", "\n<div>", "\n[a]: b", "[a]",
        ]
        var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ count: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % count
        }
        for _ in 0..<8 {
            let pattern = (0...next(5)).map { _ in pieces[next(pieces.count)] }.joined()
            let first = Self.repeated(pieces[next(pieces.count)], next(3) == 0 ? 20_000 : 0)
            let text = first + "x" + Self.repeated(pattern, 40_000)
            let cost = MarkdownCost(text)
            guard cost.isAffordable else { continue }
            let hasTables = cost.hasAffordableTables
            #expect(
                Leash.shared.run { ParsedDocument(text, hasTables: hasTables) } != nil, "\(first.prefix(8)) \(pattern)")
        }
    }

    // MARK: Once

    @Test func aTextIsParsedOnceForAllFrames() throws {
        let body = "# Once \(#function)\n\n[x](https://a.example)"
        var state = try ViewState.showing(
            Screen(title: "T", parts: [.text(Text(body: body, format: .markdown))]))
        let memory = MarkdownMemory()
        MarkdownMemory.$shared.withValue(memory) {
            for width in 60..<80 {
                state.session.resize(to: Size(columns: width, rows: 24))
                _ = Layout.frame(of: state)
            }
        }
        expect(memory.parses == 1 && memory.uses(of: body).map { $0 > 15 } == true)
    }

    @Test func whatIsNotUsedIsForgotten() {
        let memory = MarkdownMemory(mostBytes: 1000)
        let used = "used " + Self.repeated("x", 100)
        for number in 0..<100 {
            _ = memory.text(of: "\(number) " + Self.repeated("y", 100))
            _ = memory.text(of: used)
        }
        expect(memory.parses, equals: 101)
        expect(memory.uses(of: used), equals: 99)
        expect(memory.uses(of: "0 " + Self.repeated("y", 100)), equals: nil)
        expect(memory.text(of: Self.repeated("z", MarkdownText.limit + 1)) == nil && memory.parses == 101)
    }

    // MARK: Patterns that nobody knows yet

    @Test func workThatTakesTooLongIsGivenUp() {
        let (isFree, isOver) = (Flag(), Flag())
        let result = Leash.shared.run(milliseconds: 30) { () -> Int? in
            while !isFree.isSet {}
            isOver.set()
            return 1
        }
        expect(result, equals: nil)
        isFree.set()
        #expect(eventually { isOver.isSet })
        expect(Leash.shared.run { 2 }, equals: 2)
        expect(Leash.shared.run { Int?.none }, equals: nil)
    }

    /// Regression: a text was plain for good if it was first asked for while others were being given up.
    @Test func aTextIsParsedOnceOthersHaveEnded() {
        Leash.$shared.withValue(Leash()) {
            let isFree = Flag(), memory = MarkdownMemory()
            for _ in 0..<Leash.mostRunaways {
                expect(
                    Leash.shared.run(milliseconds: 1) { () -> Int? in
                        while !isFree.isSet {}
                        return 1
                    }, equals: nil)
            }
            expect(memory.text(of: "# a") == nil && memory.parses == 0)
            isFree.set()
            #expect(eventually { Leash.shared.isFree })
            #expect(memory.text(of: "# a") != nil)
        }
    }

    /// A machine under load does not give up what waits for its turn.
    @Test func timeWithoutTheProcessorDoesNotCount() {
        expect(Leash.shared.run(milliseconds: 30) { usleep(150_000) == 0 ? 3 : nil }, equals: 3)
    }
}

private final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
