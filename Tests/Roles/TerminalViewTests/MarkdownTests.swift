import Markdown
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Texts with a format: Markdown as lines and in linear mode, its links, and what hostile Markdown cannot do.
@Suite struct MarkdownTests {
    private static func lines(_ body: String, width: Int = 80, fold: Int? = nil, _ format: Text.Format = .markdown)
        -> [String]
    {
        let content = Content([.text(Text(body: body, fold: fold, format: format))], width: width)
        return (0..<content.lines.count).map { index in content.lines[index].text.runs.map(\.text).joined() }
    }

    static let looks: [(String, [String])] = [
        ("# A *title*\n\ntext\nof two lines\\\nand a third", ["A title", "", "text of two lines", "and a third"]),
        ("- one\n- two\n  - inner\n\n1. a\n2. b", ["• one", "• two", "  • inner", "", "1. a", "2. b"]),
        ("- one\n\n- two\n\n  more", ["• one", "", "• two", "", "  more"]),
        ("> quoted\n>\n> again\n\nplain", ["│ quoted", "│ ", "│ again", "", "plain"]),
        ("```\nlet a = 1\n  b\n```\n\n    indented", ["  let a = 1", "    b", "", "  indented"]),
        ("a\n\n---\n\nb", ["a", "", String(repeating: "─", count: 76), "", "b"]),
        ("`code` and ~~struck~~ &amp; \\*no\\*", ["code and struck & *no*"]),
        ("<p align=\"center\">\nHTML <b>x</b>\n</p>\n\na<br>b <i>c</i>", ["HTML x", "", "a", "b c"]),
        ("![a picture](https://p.example/x.png) [t][r]\n\n[r]: https://r.example", ["a picture t"]),
        (
            "|Name|Size|\n|---|--:|\n|one|1|\n|two and more|12345|\n|x|",
            [
                "Name           Size", "───────────────────", "one               1", "two and more  12345",
                "x                  ",
            ]
        ), ("", []), ("\n\n", []), ("<!-- nothing -->", []),
    ]

    @Test(arguments: looks.indices) func markdownIsDrawn(_ index: Int) {
        expect(Self.lines(Self.looks[index].0), equals: Self.looks[index].1)
    }

    @Test func aNarrowTableCutsItsWidestColumn() {
        let table = "|A|B|\n|-|-|\n|short|\(String(repeating: "long ", count: 20))|"
        let lines = Self.lines(table, width: 30)
        expect(lines.count == 3 && lines[2].hasPrefix("short  long long") && lines[2].hasSuffix("…"))
    }

    @Test func codeIsNotWrapped() {
        let line = String(repeating: "x ", count: 200)
        let lines = Self.lines("\(line)\n\n  y", .code)
        expect(lines.count == 3 && lines[2] == "  y")
    }

    @Test func aFoldedTextShowsItsFirstLines() {
        expect(Self.lines("a\n\nb\n\nc\n\nd", fold: 3), equals: ["a", "", "b", "… more (m)"])
        expect(Self.lines("a\nb\nc\nd\ne", fold: 3, .code), equals: ["a", "b", "c", "… more (m)"])
        let content = Content(
            [.text(Text(body: "a\n\n[x](https://a.example)\n\nb\n\nc", fold: 1, format: .markdown))], width: 80)
        #expect(content.choices.isEmpty, "a link that is folded away cannot be chosen")
    }

    // MARK: Links

    private static let linked = Screen(
        title: "README",
        parts: [
            .text(
                Text(
                    body: "See [the *manual*](https://a.example/m) or [mail](mailto:x@a.example), not "
                        + "[this](javascript:alert(1)).\n\n|L|\n|-|\n|[cell](http://c.example)|",
                    format: .markdown))
        ])

    @Test func aLinkIsChosenAndFollowed() throws {
        var state = try ViewState.showing(Self.linked)
        let followed = { (url: String) in "didFollow {\"url\":\"\(url)\"} @apps-1" }
        expect(state.lines[2], equals: "  See the manual or mail, not this.", "no mark stands on the text")
        expect(
            Layout.frame(of: state).buffer[2, 6].style.isReversed
                && Layout.frame(of: state).buffer[2, 15].style.isReversed)
        #expect(!Layout.frame(of: state).buffer[2, 16].style.isReversed)
        expect(state.handle(.enter).sent, equals: [followed("https://a.example/m")])
        expect(state.handle(all: [.down, .enter]).sent.first?.contains("mailto:x@a.example"), equals: true)
        expect(state.handle(all: [.down, .enter]).sent.first?.contains("c.example"), equals: true)
        #expect(state.handle(all: [.down, .enter]).isEmpty, "the other address is no link")
    }

    /// Regression: a link that its column cuts could not be chosen.
    @Test func aLinkIsChosenWhereItsColumnCutsIt() {
        let text = "|A|B|\n|-|-|\n|a|[\(String(repeating: "long ", count: 20))](https://a.example)|"
        let content = Content([.text(Text(body: text, format: .markdown))], width: 30)
        expect(content.choices.map(\.id.name), equals: ["https://a.example"])
    }

    @Test func linearModeNumbersLinks() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.linked))
        expect(
            session.transcript,
            equals: """
                == README ==
                See the manual (link 1) or mail (link 2), not this.
                L: cell (link 3)
                link 1: https://a.example/m
                link 2: mailto:x@a.example
                link 3: http://c.example


                """)
        session.commands("follow 9", "follow", "follow 2")
        expect(
            session.complaints,
            equals: [
                "line 1: follow 9: there are only 3 links", "line 2: follow: give a link's number, such as: follow 1",
            ])
        expect(session.sent, equals: ["didFollow {\"url\":\"mailto:x@a.example\"} @apps-1"])
    }

    @Test(arguments: [
        ("https://a.example", true), ("HTTP://a", true), ("mailto:a@b", true), ("https://", false), ("ftp://a", false),
        ("javascript:x", false), ("file:///etc/passwd", false), ("https://a b", false), ("https://a\u{1B}]8;;", false),
        ("https://ä.example", false), ("https://a\u{202E}", false), ("data:text/html,x", false), ("", false),
        ("https://" + String(repeating: "a", count: 2041), false), (" https://a", false), ("//a.example", false),
        ("http:///evil", false), ("https://?a", false), ("mailto:?a", false), ("https://\\evil", false),
    ]) func onlySafeAddressesAreLinks(_ address: String, _ isSafe: Bool) {
        expect(LinkAddress.isSafe(address), equals: isSafe)
    }

    // MARK: Strangers

    /// Also what Markdown decodes by itself: the text is harmless only after it has been parsed.
    @Test(
        arguments: PartViewTests.attacks + ["&#27;]0;x&#7;", "&#x9b;31m", "&#x202e;txt&#x2066;", "&#0;&#xfeff;&#127;"])
    func nothingOfAStrangersTextReachesTheTerminal(_ evil: String) {
        for body in [
            evil, "# \(evil)", "`\(evil)`", "```\n\(evil)\n```", "> - \(evil)", "|\(evil)|\n|-|\n|\(evil)|",
            "[\(evil)](https://a.example/\(evil) \"\(evil)\")", "<b>\(evil)</b>", "<p>\n\(evil)\n</p>", "![\(evil)](x)",
        ] {
            for format in [Text.Format.markdown, .code, .plain] {
                let screen = Screen(title: "T", parts: [.text(Text(body: body, format: format))]).sanitized
                let content = Content(screen.parts, width: 60)
                for index in 0..<content.lines.count {
                    let text = content.lines[index].text.runs.map(\.text).joined()
                    #expect(SanitizerTests.isHarmless(text, isBlock: false), "\(body)")
                }
                let page = LinearPage(screen)
                #expect(page.lines.allSatisfy { SanitizerTests.isHarmless($0, isBlock: false) }, "\(body)")
                for choice in content.choices { #expect(LinkAddress.isSafe(choice.id.name)) }
            }
        }
    }

    /// A table of 24 KB took 4 GB: each row gets as many cells as the header has.
    @Test func aHostileTableIsNoTable() throws {
        let table = String(repeating: "|a", count: 4000) + "|\n" + String(repeating: "|-", count: 4000) + "|\n"
        let text = try require(MarkdownText(table + String(repeating: "x\n", count: 4000)))
        #expect(!text.blocks.contains { if case .table = $0.content { true } else { false } })
    }

    @Test(arguments: [
        "](", "*a _b ", "`", "> a\n> > b\n", "- a\n", "1. a\n", "<", "|a", "a|b\n-|-\n", "~", "\n", "&#27;",
    ])
    func hugeMarkdownIsBounded(_ pattern: String) {
        let count = MarkdownText.limit / pattern.utf8.count
        let text = MarkdownText(String(repeating: pattern, count: count))
        #expect(text != nil)
        for block in text?.blocks.prefix(1000) ?? [] { #expect(block.containers.count <= 12) }
        expect(MarkdownText(String(repeating: "x", count: MarkdownText.limit + 1)), equals: nil)
        let content = Content(
            [.text(Text(body: String(repeating: pattern, count: 2000), format: .markdown))], width: 40)
        #expect(content.lines.count < 50_000)
    }

    @Test(arguments: ["> ", "- ", "1. "]) func nestingIsBounded(_ mark: String) throws {
        let text = try require(MarkdownText(String(repeating: mark, count: 1000) + "a"))
        for block in text.blocks { #expect(block.containers.count <= 12) }
    }

    @Test func aNumberedListMayBeginAnywhere() {
        expect(Self.lines("999999999. a\n1. b"), equals: ["999999999. a", "1000000000. b"])
    }
}
