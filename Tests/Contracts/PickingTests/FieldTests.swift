import Commands
@testable import Picking
import TestSupport
import Testing

/// Fields of rows, as fzf divides them.
@Suite struct FieldTests {
    private static let table: [(row: String, delimiter: String, fields: String, joined: String)] = [
        ("a b c", "", "2", "b "), ("a b c", "", "-1", "c"), ("  a   b c ", "", "1", "a   "),
        ("a b c", "", "2..", "b c"),
        ("a b c", "", "..2", "a b "), ("a b c", "", "..-2", "a b "), ("a b c", "", "3,1", "ca "),
        ("a b c", "", "..", "a b c"),
        ("a b c", "", "4", ""), ("a b c", "", "-4", ""), ("a b c", "", "3..2", ""), ("a b c", "", "0..", ""),
        ("", "", "1", ""), ("a:b:c", ":", "2", "b:"), ("a:b:", ":", "3", ""), ("a:b:", ":", "2..", "b:"),
        (":a", ":", "1", ":"),
        ("a, b, c", ", ", "2", "b, "), ("a\tb", "\\t", "2", "b"), ("a||b", "|", "3", "b"), ("aaa", "aa", "2", "a"),
        ("größe:ä", ":", "1", "größe:"), ("a b", "", "-9..", "a b"),
        ("a:b,c", "[:,]", "2", "b,"), ("a  b c", " +", "2..", "b c"), ("a1b22c", "\\d+", "3", "c"),
        ("a\t:b", "[\\t:]+", "2", "b"), ("xabyab", "ab|y", "-1", ""), ("a b", "[^ab]", "1", "a "),
        ("aaa", "x*", "1", "aaa"),
    ]

    @Test(arguments: table)
    func fieldsAreJoined(_ row: String, _ delimiter: String, _ fields: String, _ joined: String) throws {
        guard let ranges = FieldRanges(argument: fields) else { return expect(fields, contains: "0") }
        let delimiter = try require(FieldDelimiter(argument: delimiter))
        expect(String(decoding: ranges.joined(Array(row.utf8)[...], delimiter), as: UTF8.self), equals: joined)
    }

    @Test(arguments: ["", "0", "a", "1,", ",1", "1...2", "1..a", "--1", "99999999999999999999", "20000", "1 ,2"])
    func theseAreNoFields(_ text: String) { expect(FieldRanges(argument: text), equals: nil) }

    @Test func aListOfFieldsHasALimit() {
        #expect(FieldRanges(argument: Array(repeating: "1", count: 100).joined(separator: ",")) != nil)
        expect(FieldRanges(argument: Array(repeating: "1", count: 101).joined(separator: ",")), equals: nil)
    }

    /// A text with signs of a regular expression is one; one that the C library does not know is refused.
    @Test(arguments: [
        ("|", true), (".", true), ("::", true), ("", true), ("\\t", true), ("[:,]", true), (" +", true),
        ("a|b", true), ("a)(", false), ("[:", false), ("(?:a)", false), ("a+?", false), ("(a)\\1", false),
        ("[\\]]", true),
    ])
    func delimitersAreTextsOrExpressions(_ text: String, _ isOne: Bool) {
        expect((FieldDelimiter(argument: text) != nil), equals: isOne)
    }

    @Test(
        arguments: [
            ("2,1", "b:a:", "b:a"), ("{2}-{1}", "b-a", "b-a"), ("{n}: {-1}", "7: c", "7: c"),
            ("{x}{1}", "{x}a", "{x}a"),
            ("{1}:", "a:", "a"), ("{2..}", "b:c", "b:c"),
        ] as [(String, String, String)])
    func aRowIsShownAndPrintedByATemplate(_ template: String, _ shown: String, _ printed: String) throws {
        let (delimiter, row) = (try require(FieldDelimiter(argument: ":")), Array("a:b:c".utf8)[...])
        let made = try require(FieldTemplate(argument: template))
        expect(String(decoding: made.filled(row, number: 7, delimiter), as: UTF8.self), equals: shown)
        expect(String(decoding: made.printed(row, number: 7, delimiter), as: UTF8.self), equals: printed)
    }

    @Test(arguments: ["", "x", "{}", "{x}", "{1", "-9223372036854775808"]) func aTemplateNeedsAField(_ text: String) {
        expect(FieldTemplate(argument: text), equals: nil)
    }

    /// They are passed on to another program as words.
    @Test func optionsAreReadAsTheyWereWritten() throws {
        let words = [
            "-q", "a b", "-1", "-0", "--print-query", "-e", "+x", "-i", "--tac", "+s", "--cycle", "+m", "--prompt",
            "> ",
            "--header", "h", "-d", ":", "-n", "-1,2", "--with-nth", "{2}", "--accept-nth=1", "--tiebreak", "index",
            "--ansi",
            "--read0", "--print0", "--disabled", "-f", "",
        ]
        let options = try PickingOptions.parse(words)
        let again = try PickingOptions.parse(options.words)
        expect(again.words == options.words && !options.words.isEmpty)
        expect(
            options.search.query == "a b" && options.choice.isSingle && options.rows.searched?.argument == "-1,2"
                && options.choice.filter == "")
        // The later of two counts, and a word may take back another.
        let last = try PickingOptions.parse([
            "-i", "+i", "+m", "-m2", "--tac", "--no-tac", "-e", "+e", "--gap", "--no-gap",
        ])
        expect(
            last.search.respectsCase && !last.search.ignoresCase && last.mostMarked == 2 && !last.search.isReversed
                && !last.search.isExact && last.look.gap == nil)
        #expect(throws: (any Error).self) {
            try PickingOptions.parse(["--query", String(repeating: "a", count: 20_000)])
        }
    }

    /// fzf's colours, as words for the view.
    @Test(arguments: [
        (["--color", "dark"], "--background dark"), (["--color=16,"], ""), (["--color", "BW"], "--no-color"),
        (["+c"], "--no-color"),
        (["--color=hl:-1:underline,hl+:-1:underline:reverse"], "--theme match: underline"),
        (
            ["--color", "fg:#bbccdd,bg+:#AABBCC bg:#334455,preview-bg:1"],
            "--theme selection: on #aabbcc --theme strong: #bbccdd"
        ),
        (
            ["--color=light,fg+:bright-red:bold", "--color", "pointer:grey,info:208:strip"],
            "--background light --theme accent: bright-black --theme muted: 208 --theme selection: bright-red bold reverse"
        ),
        (["--color", "header:regular:italic", "--header-first"], ""),
        (["--height=5", "--color", "prompt:1"], "--theme accent: 1 --height 5"),
    ]) func coloursAreThoseOfTheView(_ words: [String], _ view: String) throws {
        let options = try PickingOptions.parse(words)
        expect(options.look.words.joined(separator: " "), equals: view)
        try expect(PickingOptions.parse(options.words).look.words, equals: options.look.words)
    }

    @Test(arguments: [
        "foo", "foo:1", "hl", "hl:256", "hl:foo", "hl:+1", "hl:-2", "hl:#fff", "hl:#１２", "hl:bright-1",
        "hl:bright-bold", ":", "nth",
        "hl:1\u{1B}[31m", String(repeating: "hl:1,", count: 1000),
    ]) func otherColoursAreRefused(_ text: String) {
        #expect(throws: UsageError.self) { try PickingOptions.parse(["--color", text]) }
    }

    /// As for fzf, the next word is the text, whatever it begins with.
    @Test(arguments: [
        (["-q", "-x"], "-x"), (["-f", "--"], "--"), (["--prompt", "-> "], "-> "),
        (["--header", "--- keys ---"], "--- keys ---"),
        (["-d", "-->"], "-->"), (["--bind", "-:toggle"], "-:toggle"),
    ]) func aTextMayBeginWithADash(_ words: [String], _ text: String) throws {
        let options = try PickingOptions.parse(words)
        let texts: [String?] = [
            options.search.query, options.choice.filter, options.screen.prompt, options.screen.header,
            options.rows.delimiter.argument,
            options.screen.binds.first,
        ]
        expect(texts.compactMap(\.self), contains: text)
    }

    @Test(arguments: [
        (["-d", "[:"], "regular expression of POSIX"), (["-n", "0"], "such as 2, -1"),
        (["--with-nth", "0"], "'{2}: {1}'"),
        (["--height", "x"], "40%"), (["--history-size", "x"], "whole number"),
    ]) func aMessageSaysWhatAValueHasToBe(_ words: [String], _ reason: String) {
        let error = #expect(throws: (any Error).self) { try PickingOptions.parse(words) }
        expect(error.map { "\($0)".contains(reason) }, equals: true)
    }
}
