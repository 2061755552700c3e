import Commands
import Picking
@testable import ProgramApp
import SessionResult
import TestSupport
import Testing
import ViewMessages
import Wire

@Suite struct RowTests {
    private static func rows(_ chunks: [[UInt8]], separator: UInt8 = 0x0A) -> LineRows {
        var rows = LineRows(LineFormat(separator: separator))
        for chunk in chunks { rows.append(chunk) }
        rows.finish()
        rows.name(upTo: rows.count)
        return rows
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// What a row is told as, and what is shown of it.
    @Test(
        arguments: [
            ("a\nb\n", ["a", "b"], ["a", "b"]), ("a\nb", ["a", "b"], ["a", "b"]), ("\n\n", ["", ""], ["", ""]),
            ("a\r\n", ["a\r"], ["a "]), ("\u{1B}[1;31mred\u{1B}[0m\n", ["\u{1B}[1;31mred\u{1B}[0m"], ["red"]),
            ("\u{1B}]0;title\u{7}x\n", ["\u{1B}]0;title\u{7}x"], ["x"]), ("a\tb\n", ["a\tb"], ["a       b"]),
            ("\u{1B}[1m日本\u{1B}[m\tb\t\n", ["\u{1B}[1m日本\u{1B}[m\tb\t"], ["日本    b       "]),
            ("abcdefgh\tb\n", ["abcdefgh\tb"], ["abcdefgh        b"]),
            ("a\u{202E}b\n", ["a\u{202E}b"], ["ab"]), ("-rf\n", ["-rf"], ["-rf"]), ("", [], []),
        ] as [(String, [String], [String])])
    func rowsKeepTheirBytes(_ text: String, _ told: [String], _ shown: [String]) {
        // However it comes.
        for chunks in [[Self.bytes(text)], Self.bytes(text).map { [$0] }] {
            let rows = Self.rows(chunks)
            expect((0..<rows.count).map { rows.result(at: $0) }, equals: told.map(Self.bytes))
            expect((0..<rows.count).map { rows.row(at: $0).title }, equals: shown)
        }
    }

    /// With `--ansi`, the styles of a row are in the words of a theme. `^` is ESC with its bracket.
    @Test(
        arguments: [
            ("^31mred^0m plain", "red plain", ["3 1", "6"]),
            ("a^1;4mb^22mc^md", "abcd", ["1", "1 bold underline", "1 underline", "1"]),
            ("^38;5;208ma^48;2;1;2;255mb", "ab", ["1 208", "1 208 on #0102ff"]),
            ("^38:2::255:128:0ma^38:5:9mb^4:3mc", "abc", ["1 #ff8000", "1 9", "1 underline 9"]),
            ("^92;103;3;7;2ma^27;23;39;49mb", "ab", ["1 italic reverse dim 10 on 11", "1 dim"]),
            ("^1m日\tb^mé", "日      bé", ["8 bold", "1"]), ("日^1m\tb", "日      b", ["1", "7 bold"]),
            ("^31m^32m^mplain", "plain", []), ("plain", "plain", []), ("^31", "", []), ("^>4;2mx^?1my", "xy", []),
            ("^38;5;256;1mx", "x", ["1 bold"]), ("^38;5mx^38;2;1my^\(String(repeating: "9", count: 40))mz", "xyz", []),
            ("^31mab\u{8}\u{8}\u{8}^mc", "c", []), ("^4ma\u{8}^24mbc", "bc", []),
        ] as [(String, String, [String])])
    func aRowHasTheStylesOfItsProgram(_ text: String, _ title: String, _ paint: [String]) throws {
        for hasColours in [true, false] {
            var format = LineFormat()
            format.fields.hasColours = hasColours
            var rows = LineRows(format, areReadAgain: false)
            rows.append(Self.bytes(text.replacing("^", with: "\u{1B}[") + "\n"))
            let row = rows.row(at: 0)
            expect(row.title, equals: title)
            let shown = (row.paint ?? []).map { ["\($0.length)", $0.style].compactMap(\.self).joined(separator: " ") }
            expect(shown, equals: hasColours ? paint : [])
        }
    }

    /// Pieces beyond the limit have no style, and what is not shown is not read.
    @Test(arguments: [
        "\u{1B}[31ma\u{1B}[m", "\u{1B}[31ma\u{1B}[32mb", "\u{1B}[1;2;3m\u{1B}[m", "\u{1B}[9;", "\u{1B}[31m\t",
    ])
    func stylesHaveALimit(_ piece: String) throws {
        var format = LineFormat()
        format.fields.hasColours = true
        var rows = LineRows(format, areReadAgain: false)
        rows.append(Self.bytes(String(repeating: piece, count: 20_000) + "\n"))
        let row = rows.row(at: 0)
        expect(row.title.utf8.count <= 1000 && row.paint?.count ?? 0 <= 101)
        expect(row.paint?.allSatisfy { $0.style?.utf8.count ?? 0 < 100 } ?? true)
    }

    @Test func whatIsNoTextIsKeptAndReplaced() {
        let rows = Self.rows([[0x61, 0xFF, 0x0A, 0xC3, 0x28, 0x0A]])
        expect(rows.result(at: 0) == [0x61, 0xFF] && rows.result(at: 1) == [0xC3, 0x28])
        expect(rows.row(at: 0).title == "a\u{FFFD}" && rows.row(at: 1).title == "\u{FFFD}(")
    }

    @Test func rowsMayEndWithNUL() {
        let rows = Self.rows([Self.bytes("a\nb\0c\0")], separator: 0)
        expect((0..<rows.count).map { rows.result(at: $0) }, equals: [Self.bytes("a\nb"), Self.bytes("c")])
    }

    @Test func rowsAreNamedByWhatTheySay() {
        let (rows, others) = (Self.rows([Self.bytes("a\nb\na\n")]), Self.rows([Self.bytes("new\na\nb\na\n")]))
        expect(Set((0..<3).map { rows.row(at: $0).id }).count, equals: 3)
        for index in 0..<3 {
            expect(rows.indices(of: [rows.row(at: index).id]), equals: [index])
            expect(others.row(at: index + 1).id, equals: rows.row(at: index).id)
        }
        expect(rows.indices(of: [2, 0].map { rows.row(at: $0).id } + ["nonsense", "0"]), equals: [2, 0])
    }

    /// A digest of each row would be the larger part of reading many.
    @Test func rowsThatAreReadOnceAreNamedByTheirPlaces() {
        var rows = LineRows(areReadAgain: false)
        rows.append(Self.bytes("a\nb\na\n"))
        rows.name(upTo: 3)
        expect(rows.names == nil && (0..<3).map { rows.row(at: $0).id } == ["0", "1", "2"])
        expect(rows.indices(of: ["2", "nonsense", "0", "3", "ffffffffffffffff", "-1"]), equals: [2, 0])
    }

    @Test(arguments: [(true, 4800), (false, 0)]) func aRowGetsItsNameWhenItIsShown(_ hasProgram: Bool, _ left: Int) {
        var picker = RowPicker(AppSettings(title: "a", hasProgram: hasProgram), answering: Event(type: ""))
        picker.read(Self.bytes((0..<5000).map { "\($0)\n" }.joined()), now: .at(0))
        picker.end(nil)
        _ = picker.screen(now: .at(0))
        expect(picker.source.rows.unnamed, equals: left)
        picker.type("4999")
        while picker.isSearching { picker.advance() }
        guard case .list(let list)? = picker.screen(now: .at(0)).parts.first else { return #expect(Bool(false)) }
        expect(picker.source.rows.unnamed == 0 && list.rows.map(\.title) == ["4999"])
    }

    /// Else the first key would wait.
    @Test func theNextKeyIsPreparedFor() {
        var picker = RowPicker(AppSettings(title: "a", hasProgram: true), answering: Event(type: ""))
        #expect(!picker.isPreparing)
        picker.read(Self.bytes((0..<50_000).map { "\($0)\n" }.joined()), now: .at(0))
        _ = picker.screen(now: .at(0))
        var steps = 0
        while picker.isPreparing {
            picker.prepare()
            steps += 1
        }
        expect(steps == 6 && picker.source.rows.unnamed == 0, "three for their letters, three for their names")
    }

    /// A row whose text changed, as that of a process does, was another row.
    @Test func rowsMayBeNamedByAField() {
        func rows(_ text: String, key: Int?) -> LineRows {
            var rows = LineRows(LineFormat(headerLines: 1, key: key))
            for byte in Self.bytes(text) { rows.append([byte]) }
            rows.finish()
            rows.name(upTo: rows.count)
            return rows
        }
        let before = "  PID COMMAND\n    1 init 0.1\n   22 sh\t0.2\n   22 sh 0.3\n\n"
        let after = "  PID COMMAND\n    9 new 9.9\n   22 sh\t7.0\n    1 init 5.0\n   22 sh 0.3\n\n"
        let (one, other) = (rows(before, key: 1), rows(after, key: 1))
        expect(one.header == ["  PID COMMAND"] && one.count == 4 && one.row(at: 0).title == "    1 init 0.1")
        let names = (0..<4).map { one.row(at: $0).id }
        expect(Set(names).count, equals: 4, "the second of a name has a number")
        expect(names.map { other.indices(of: [$0]) }, equals: [[2], [1], [3], [4]])
        expect(
            rows(before, key: 9).row(at: 0).id, equals: rows(before, key: nil).row(at: 0).id, "there is no such field")
        #expect(rows(after, key: 3).row(at: 2).id != rows(before, key: 3).row(at: 0).id)
        expect(rows("only\n", key: 1).count == 0 && rows("", key: 1).header == [])
    }

    @Test func aRowHasALimit() {
        let long = [UInt8](repeating: 0x61, count: LineRows.longestRow + 1)
        let rows = Self.rows([long, [0x0A], Self.bytes("b\n"), long.dropLast(), [0x0A]])
        expect(rows.leftOut == 1 && rows.count == 2)
        expect(rows.result(at: 0) == [0x62] && rows.result(at: 1).count == LineRows.longestRow)
        expect(rows.row(at: 1).title.utf8.count, equals: 1000)
    }

    @Test func aListHasALimit() {
        var rows = LineRows()
        let many = [UInt8](repeating: 0x0A, count: LineRows.most)
        rows.append(many)
        expect(rows.count == LineRows.most && !rows.isFull, "all are here")
        rows.append([0x0A])
        rows.finish()
        expect(rows.count == LineRows.most && rows.isFull)
    }

    /// A character that does not fit is left out, and colours take no place.
    @Test func theBeginningOfALongRowIsShown() {
        let rows = Self.rows([Self.bytes(String(repeating: "a", count: 999) + "éb\n")])
        expect(rows.row(at: 0).title, equals: String(repeating: "a", count: 999))
        let coloured = Self.rows([Self.bytes(String(repeating: "\u{1B}[1ma", count: 999) + "bc\n")])
        expect(coloured.row(at: 0).title, equals: String(repeating: "a", count: 999) + "b")
    }

    // MARK: Without a session

    private static func filtered(_ words: [String], _ input: [UInt8], by size: Int) throws -> [UInt8] {
        let options = try PickingOptions.parse(words)
        var filter = HeadlessFilter(
            AppSettings(title: "", hasProgram: false, lines: LineFormat(headerLines: 1), picking: options))
        var output: [UInt8] = []
        for start in stride(from: 0, to: input.count, by: size) {
            filter.append(input[start..<min(start + size, input.count)])
            output += filter.takeStream()
        }
        filter.finish()
        return output + filter.takeOutput()
    }

    /// A filter has none of the limits of a list.
    @Test(arguments: [
        ("many rows", bytes(String(repeating: "\n", count: LineRows.most + 2) + "needle\n"), 7),
        (
            "a long row", bytes("header\nneedle" + String(repeating: "x", count: LineRows.longestRow) + "\n"),
            LineRows.longestRow + 7
        ),
    ]) func aFilterReadsAll(_ what: String, _ input: [UInt8], _ size: Int) throws {
        try expect(Self.filtered(["-f", "needle"], input, by: 1 << 16).count, equals: size)
    }

    /// However the input comes, and in the order of a list.
    @Test(arguments: [
        (["-f", "a"], "a\nba\nbba\n"), (["-f", "a", "+s"], "bba\na\nba\n"),
        (["-f", "a", "+s", "--tac"], "ba\na\nbba\n"),
        (["-f", "", "--tac"], "ba\nc\na\nbba\n"), (["-f", ""], "bba\na\nc\nba\n"),
        (["-f", "a", "--tac", "--tiebreak=index"], "a\nba\nbba\n"),
        (["-f", "x"], ""), (["-f", "!c"], "bba\na\nba\n"), (["-f", "c", "--print0"], "c\0"),
    ]) func aFilterPrintsInOrder(_ words: [String], _ output: String) throws {
        for size in [1, 3, 100] {
            let printed = try Self.filtered(words, Self.bytes("header\nbba\na\nc\nba"), by: size)
            expect(String(decoding: printed, as: UTF8.self), equals: output)
        }
    }

    /// A reader of a log does not wait for its end.
    @Test func withoutAnOrderRowsArePrintedAsTheyCome() throws {
        var filter = HeadlessFilter(
            AppSettings(title: "", hasProgram: false, picking: try PickingOptions.parse(["+s", "-f", "err"])))
        filter.append(Self.bytes("one\nerr 1\nerr")[...])
        expect(filter.takeStream(), equals: Self.bytes("err 1\n"))
        filter.append(Self.bytes(" 2\n")[...])
        expect(filter.takeStream(), equals: Self.bytes("err 2\n"))
    }

    private static func picker(_ words: [String], _ input: [UInt8]) throws -> RowPicker {
        let picking = try PickingOptions.parse(words)
        var picker = RowPicker(AppSettings(title: "a", hasProgram: false, picking: picking), answering: Event(type: ""))
        picker.read(input, now: .at(0))
        picker.end(nil)
        while picker.isSearching { picker.advance() }
        return picker
    }

    /// What is left out might match.
    @Test func nothingIsDecidedIfARowWasLeftOut() throws {
        let long = [UInt8](repeating: 0x61, count: LineRows.longestRow + 1) + [0x0A]
        var whole = try Self.picker(["-1", "-0", "-q", "b"], Self.bytes("ab\n"))
        var cut = try Self.picker(["-1", "-0", "-q", "b"], Self.bytes("ab\n") + long)
        expect(whole.takeDecision() == .chosen([Self.bytes("ab")]) && cut.takeDecision() == nil)
    }

    /// More rows match than are listed.
    @Test func allRowsThatMatchAreMarked() throws {
        var picker = try Self.picker(["-q", "row"], Self.bytes((0..<3000).map { "row \($0)\nother\n" }.joined()))
        var run = BoundRun([])
        _ = picker.change(.selectAll, in: &run)
        expect(picker.matchCount == 1000 && run.marks.count == 3000)
    }

    @Test func coloursOfTheFrameAreNoText() throws {
        var picker = try Self.picker(
            ["--header", "\u{1B}[31mRed\u{1B}[0m", "--prompt", "\u{1B}[32m> \u{1B}(B"], Self.bytes("a\n"))
        let screen = picker.screen(now: .at(0))
        expect(screen.prompt?.mark == "> " && screen.head == [.text(Text(body: "Red", format: .code))])
    }

    /// Ids are compared byte for byte: two that Unicode calls equal may name two files.
    @Test func idsThatLookTheSameAreTwo() {
        let rows = ListedRows([Row(id: "é", title: "one"), Row(id: "e\u{301}", title: "two")])
        expect(rows.indices(of: ["e\u{301}"]) == [1] && rows.indices(of: ["é"]) == [0])
    }

    // MARK: Searching

    @Test func searchingGoesOnWhenRowsCome() {
        var rows = LineRows()
        var search = RowSearch()
        rows.append(Self.bytes("beta\nalpha\n"))
        expect(search.matches == nil && search.isComplete(rows))
        search.search("et")
        #expect(!search.isComplete(rows))
        search.advance(rows)
        expect(search.matches == [0] && search.isComplete(rows))
        rows.append(Self.bytes("etc\n"))
        #expect(!search.isComplete(rows))
        search.advance(rows)
        expect(search.matches, equals: [2, 0])
        search.search("")
        expect(search.matches, equals: nil)
    }

    // MARK: What is told

    @Test(
        arguments: [
            .rows, .nothing([]), .nothing([[0x61]]), .chosen([]), .chosen([[]]),
            .chosen([[0x61], [0xFF, 0x3A, 0x0A, 0]]),
        ] as [SessionResult]) func aResultIsReadAsItWasWritten(_ result: SessionResult)
    {
        expect(SessionResult(result.encoded), equals: result)
    }

    @Test(arguments: ["", "row", "chosen5:abc", "chosen-1:a", "chosen99999999999999999999:", "chosen:a", "chosenx"])
    func halfAResultIsNone(_ text: String) {
        expect(SessionResult(Self.bytes(text)), equals: nil)
    }
}
