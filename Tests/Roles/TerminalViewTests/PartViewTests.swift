import Foundation
import ScreenModel
import TerminalText
import TestSupport
import Testing
import ViewMessages
@testable import TerminalView

/// Each kind of part alone: its lines at two widths, its choices, its linear text.
@Suite struct PartViewTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let parts: [Part]
        /// At 40 cells, and at 80 if different. `|` separates the accessory.
        let narrow: [String]
        var wide: [String]?
        var choices: [String] = []
        let linear: [String]
        var folds = 0
        var keys: [String] = []

        var testDescription: String { name }
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    static let button = Button(control: "open", title: "Open", key: "o")
    private static let rows = [Row(id: "a", title: repeated("ab ", 20) + "end"), Row(id: "b", title: "B")]

    /// The looks that a user may wish.
    static let looks: [(look: RowLook, lines: [String])] = [
        (RowLook(gap: 1), [repeated("ab ", 11) + "ab…", "", "B", ""]),
        (RowLook(ellipsis: "..", overflow: .start), [repeated("ab ", 11) + "a..", "B"]),
        (RowLook(overflow: .end), ["…" + repeated("b a", 10) + "b end", "B"]),
        (RowLook(overflow: .wrap), [repeated("ab ", 11) + "ab", repeated("ab ", 8) + "end", "B"]),
    ]

    @Test(arguments: looks) func rowsLookAsWished(_ look: RowLook, _ lines: [String]) {
        let content = Content([.list(List(rows: Self.rows, look: look))], width: 40)
        let shown = (0..<content.lines.count).map { content.lines[$0].text.plain }
        expect(shown, equals: lines)
        expect(content.choices.map(\.lines.lowerBound), equals: [0, lines.firstIndex(of: "B") ?? 0])
    }

    static let cases: [Case] = [
        Case(
            name: "label", parts: [.label(Label("A title", style: .title)), .label(Label("small", style: .caption))],
            narrow: ["A title", "small"], linear: ["A title", "small"]),
        Case(
            name: "a heading begins something new",
            parts: [.label(Label("A title", style: .title)), .label(Label("Heading", style: .heading))],
            narrow: ["A title", "", "Heading"], linear: ["A title", "Heading"]),
        Case(
            name: "tones are words where they may be all that tells it",
            parts: [
                .label(Label("Up", style: .caption, tone: .success)), .label(Label("x", style: .caption, tone: .muted)),
                .text(Text(body: "1\n2", tone: .warning)),
                .list(List(rows: [Row(id: "a", title: "A", tone: .danger), Row(id: "b", title: "B", tone: .accent)])),
            ],
            narrow: ["Up", "x", "", "1", "2", "", "A", "B"], choices: ["row a", "row b"],
            linear: ["Up (success)", "x", "1", "2 (warning)", " 1. A (danger)", " 2. B"]),
        Case(
            name: "form",
            parts: [
                .form(
                    Form(
                        id: "f", heading: "Sign up",
                        fields: [
                            FormField(id: "n", label: "Name", value: .text("Ada"), isRequired: true),
                            FormField(id: "a", label: "Accept", kind: .toggle, help: "The rules."),
                            FormField(
                                id: "c", label: "City", kind: .choice, value: .text("p"),
                                options: [.init(id: "p", title: "Paris")]),
                        ]))
            ],
            narrow: [
                "Sign up", "Name *", "[Ada\(repeated(" ", 31))]", "Accept", "[ ]", "The rules.", "City", "Paris ▾", "",
                "[ Submit ]",
            ],
            wide: [
                "Sign up", "Name *  [Ada\(repeated(" ", 37))]", "Accept  [ ]", "        The rules.", "City    Paris ▾",
                "",
                "[ Submit ]",
            ], choices: ["field f\u{1F}n", "field f\u{1F}a", "field f\u{1F}c", "submit f"],
            linear: [
                "-- Sign up --", "Name (required): Ada", "Accept: off — The rules.",
                "City: Paris (one of: Paris)", "[Submit: submit]",
            ]),
        Case(
            name: "text",
            parts: [
                .text(
                    Text(
                        heading: "News", caption: "Version 2", body: "One line.\nA line that is too long for 40 cells.")
                )
            ],
            narrow: ["News  Version 2", "One line.", "A line that is too long for 40", "cells."],
            wide: ["News  Version 2", "One line.", "A line that is too long for 40 cells."],
            linear: ["-- News -- Version 2", "One line.", "A line that is too long for 40 cells."]),
        Case(
            name: "text with only a caption", parts: [.text(Text(caption: "Version 2", body: "x"))],
            narrow: ["Version 2", "x"], linear: ["Version 2", "x"]),
        Case(
            name: "folded text", parts: [.text(Text(body: "1\n2\n3\n4", fold: 2))], narrow: ["1", "2", "… more (m)"],
            linear: ["1", "2", "3", "4"], folds: 1),
        Case(
            name: "a fold that would hide one line", parts: [.text(Text(body: "1\n2\n3", fold: 2))],
            narrow: ["1", "2", "3"], linear: ["1", "2", "3"]),
        Case(
            name: "buttons",
            parts: [.button(button), .button(Button(control: "x", title: "A button that needs a line"))],
            narrow: ["[ Open (o) ]", "[ A button that needs a line ]"],
            wide: ["[ Open (o) ]   [ A button that needs a line ]"], choices: ["button open", "button x"],
            linear: ["[1 Open]", "[2 A button that needs a line]"], keys: ["o"]),
        Case(
            name: "list",
            parts: [
                .list(
                    List(rows: [
                        Row(id: "1", title: "Song", symbol: "♪", subtitle: "Artist", accessory: "3:05"),
                        Row(id: "2", title: "Other"), Row(id: "3", title: "Third", accessory: "1:00"),
                    ]))
            ],
            narrow: ["♪ Song|3:05", "  Artist", "  Other", "  Third|1:00"],
            wide: ["♪ Song|3:05", "  Artist", "  Other", "  Third|1:00"], choices: ["row 1", "row 2", "row 3"],
            linear: [" 1. ♪ Song — Artist  3:05", " 2. Other", " 3. Third  1:00"]),
        Case(
            name: "empty list", parts: [.list(List(rows: [], empty: "No results"))], narrow: ["No results"],
            linear: ["No results"]),
        Case(
            name: "gallery",
            parts: [
                .gallery(Gallery(heading: "Pictures", items: [.init(id: "p", caption: "iPhone", image: Fixture.image)]))
            ],
            narrow: ["Pictures", "▣ iPhone"], choices: ["row p"], linear: ["-- Pictures --", " 1. iPhone"]),
        Case(
            name: "picture", parts: [.picture(Picture(caption: "The cover"))], narrow: ["", "", ""],
            linear: ["[picture: The cover]"]),
        Case(
            name: "a button behind a pager",
            parts: [.pager(Pager(position: 1, count: 2, page: Picture(caption: "Page"))), .button(button)],
            narrow: ["", "[ Open (o) ]"], choices: ["button open"],
            linear: ["[picture: Page]", "1 of 2 [1 next]", "[2 Open]"], keys: ["o"]),
        Case(
            name: "facts",
            parts: [
                .facts(
                    Facts(
                        heading: "About",
                        items: [
                            .init(label: "Name", value: "Ada"),
                            .init(label: "A label that is long", value: "x", tone: .danger),
                            .init(label: "Note", value: "so long that it needs another line here"),
                            .init(label: "Empty", value: ""),
                        ]))
            ],
            narrow: [
                "About", "Name            Ada", "A label that …  x", "Note            so long that it",
                "                needs another line", "                here", "Empty           ",
            ],
            wide: [
                "About", "Name                  Ada", "A label that is long  x",
                "Note                  so long that it needs another line here", "Empty                 ",
            ],
            linear: [
                "-- About --", "Name: Ada", "A label that is long: x (danger)",
                "Note: so long that it needs another line here", "Empty: ",
            ]),
        Case(
            name: "quote",
            parts: [
                .quote(
                    Quote(
                        text: "First line.\nThe engine weaves patterns as the loom weaves flowers.",
                        author: "Ada Lovelace")),
                .quote(Quote(text: "Anonymous")),
            ],
            narrow: [
                "│ First line.", "│ The engine weaves patterns as the", "│ loom weaves flowers.", "— Ada Lovelace", "",
                "│ Anonymous",
            ],
            wide: [
                "│ First line.", "│ The engine weaves patterns as the loom weaves flowers.", "— Ada Lovelace", "",
                "│ Anonymous",
            ],
            linear: [
                "First line.", "The engine weaves patterns as the loom weaves flowers.", "— Ada Lovelace", "Anonymous",
            ]),
        Case(
            name: "progress",
            parts: [
                .progress(Progress(label: "Half", fraction: 0.5, caption: "1 of 2 MB")),
                .progress(Progress(label: "All", fraction: 1, tone: .success)),
                .progress(Progress(label: "Unknown")),
            ],
            narrow: [
                "Half|1 of 2 MB", repeated("█", 15) + repeated("░", 15) + "  50 %", "All", repeated("█", 30) + " 100 %",
                "Unknown",
                repeated("░", 30) + "      ",
            ],
            wide: [
                "Half|1 of 2 MB", repeated("█", 35) + repeated("░", 35) + "  50 %", "All", repeated("█", 70) + " 100 %",
                "Unknown",
                repeated("░", 70) + "      ",
            ], linear: ["Half: 50 %, 1 of 2 MB", "All: 100 % (success)", "Unknown: under way"]),
        Case(
            name: "sparks",
            parts: [
                .chart(
                    Chart(
                        .spark, points: [0, 1, 2, 3, 4, 5, 6, 7].map { .init($0) }, alternative: "rising",
                        heading: "CPU", caption: "7 %")),
                .chart(
                    Chart(
                        .spark, points: [.init(50)], alternative: "half", heading: "A heading", maximum: 100,
                        tone: .warning)),
            ],
            narrow: ["CPU     ▁▂▃▄▅▆▇█|7 %", "A heading       ▅"],
            linear: ["-- CPU -- 7 %", "rising", "-- A heading --", "half (warning)"]),
        Case(
            name: "a spark shows its newest points",
            parts: [
                .chart(
                    Chart(.spark, points: (1...100).map { .init(Double($0 % 2)) } + [.init(1)], alternative: "noise"))
            ],
            narrow: [repeated("▁█", 18)], wide: [repeated("▁█", 38)], linear: ["noise"]),
        Case(
            name: "bars",
            parts: [
                .chart(
                    Chart(
                        .bar,
                        points: [
                            .init(10, label: "one", caption: "10 %"), .init(5, label: "three", caption: "5 %"),
                            .init(-1),
                        ],
                        alternative: "one and three", heading: "Bars", minimum: 0, maximum: 10))
            ],
            narrow: [
                "Bars", "one   " + repeated("█", 25) + " 10 %", "three " + repeated("█", 12) + "▌ 5 %", "       ",
            ],
            wide: ["Bars", "one   " + repeated("█", 65) + " 10 %", "three " + repeated("█", 32) + "▌ 5 %", "       "],
            linear: ["-- Bars --", "one and three"]),
        Case(
            name: "curve",
            parts: [.chart(Chart(.line, points: [.init(1), .init(1), .init(1)], alternative: "flat", caption: "1"))],
            narrow: [
                "1", repeated(" ", 36), repeated(" ", 36), repeated(" ", 36), repeated(" ", 36), repeated("⣀", 36),
            ],
            wide: ["1"] + [String](repeating: repeated(" ", 76), count: 7) + [repeated("⣀", 76)], linear: ["1", "flat"]),
        Case(
            name: "tabs",
            parts: [
                .tabs(
                    Tabs(
                        items: [
                            Button(control: "a", title: "Overview", key: "1"), Button(control: "b", title: "Processes"),
                            Button(control: "c", title: "Connections"),
                        ], selected: "b"))
            ],
            narrow: ["○ Overview (1)   ● Processes", "○ Connections"],
            wide: ["○ Overview (1)   ● Processes   ○ Connections"],
            linear: ["tabs: [1 Overview] [2 Processes] (here) [3 Connections]"], keys: ["[", "]", "1"]),
        Case(
            name: "table",
            parts: [
                .table(
                    Table(
                        columns: [
                            Column(id: "n", title: "Name", grows: true, isSortable: true),
                            Column(id: "c", title: "CPU", alignment: .end, isSortable: true),
                            Column(id: "u", title: "User", alignment: .center, priority: 2),
                            Column(id: "p", title: "Path of the program", priority: 1),
                        ],
                        rows: [
                            TableRow(id: "1", cells: ["swift", "98 %", "ada", "/usr/bin/swift"].map { TableCell($0) }),
                            TableRow(
                                id: "2", cells: [TableCell("日本"), TableCell("5 %", tone: .warning)], tone: .danger),
                        ], sort: Sort(column: "c", isDescending: true)))
            ],
            narrow: [
                "Name                     ▼ CPU  User", "swift                     98 %  ada",
                "日本                       5 %    ",
            ],
            wide: [
                "Name                                        ▼ CPU  User  Path of the program",
                "swift                                        98 %  ada   /usr/bin/swift",
                "日本                                          5 %        ",
            ], choices: ["row 1", "row 2"],
            linear: [
                "columns: Name; CPU (sorted, descending); User; Path of the program",
                " 1. swift; CPU 98 %; User ada; Path of the program /usr/bin/swift",
                " 2. 日本; CPU 5 % (warning) (danger)",
            ], keys: ["s", "S"]),
        Case(
            name: "empty table",
            parts: [.table(Table(columns: [Column(id: "n", title: "Name")], rows: [], empty: "Nothing"))],
            narrow: ["Name", "Nothing"], linear: ["columns: Name", "Nothing"]),
        Case(
            name: "a table without columns", parts: [.table(Table(columns: [], rows: [TableRow(id: "1", cells: [])]))],
            narrow: ["", ""], choices: ["row 1"], linear: [" 1. "]),
        Case(
            name: "tree",
            parts: [
                .tree(
                    Tree(rows: [
                        TreeRow(id: "a", title: "src", isExpanded: true, symbol: "▣"),
                        TreeRow(id: "b", title: "lib", depth: 1, isExpanded: false, accessory: "3 files"),
                        TreeRow(id: "c", title: "main.c", depth: 1, tone: .danger), TreeRow(id: "d", title: "README"),
                        TreeRow(id: "e", title: "deep", depth: 1_000_000),
                    ]))
            ],
            narrow: [
                "- ▣ src", "  + lib|3 files", "    main.c", "  README", repeated(" ", 20) + "deep",
            ],
            wide: ["- ▣ src", "  + lib|3 files", "    main.c", "  README", repeated(" ", 40) + "deep"],
            choices: ["row a", "row b", "row c", "row d", "row e"],
            linear: [
                " 1. ▣ src (expanded)", " 2. lib (level 2, collapsed)  3 files", " 3. main.c (level 2) (danger)",
                " 4. README", " 5. deep (level 1000001)",
            ]),
        Case(
            name: "empty tree", parts: [.tree(Tree(rows: [], empty: "No files"))], narrow: ["No files"],
            linear: ["No files"]),
        Case(
            name: "a piece of a list",
            parts: [
                .list(
                    List(
                        rows: [Row(id: "2", title: "Two", subtitle: "second"), Row(id: "3", title: "Three")], offset: 1,
                        total: 4))
            ],
            narrow: ["…", "", "Two", "second", "Three", "", "…", ""], choices: ["row 2", "row 3"],
            linear: [" 2. Two — second", " 3. Three", "rows 2 to 3 of 4: list N-M brings others"]),
        Case(
            name: "a piece of a table",
            parts: [
                .table(
                    Table(
                        columns: [Column(id: "c", title: "C")], rows: [TableRow(id: "9", cells: [TableCell("x")])],
                        offset: 1, total: 3))
            ],
            narrow: ["C", "…", "x", "…"], choices: ["row 9"],
            linear: ["columns: C", " 2. x", "rows 2 to 2 of 3: list N-M brings others"]),
        Case(
            name: "a kind that the view does not know",
            parts: [
                .unknown(UnknownPart(kind: "map")), .unknown(UnknownPart(kind: "map", fallback: "Berlin\nMitte")),
            ],
            narrow: ["This view cannot show “map”", "", "Berlin", "Mitte"],
            linear: ["This view cannot show “map”", "Berlin", "Mitte"]),
        Case(
            name: "a chart of a kind that the view does not know",
            parts: [.chart(Chart(.other, points: [.init(1)], alternative: "Mostly trains", heading: "Ways"))],
            narrow: ["Ways", "Mostly trains"], linear: ["-- Ways --", "Mostly trains"]),
        Case(
            name: "pager", parts: [.pager(Pager(position: 2, count: 3, page: Picture(caption: "Page")))], narrow: [],
            linear: ["[picture: Page]", "2 of 3 [1 previous] [2 next]"]),
    ]

    @Test(arguments: cases) func aPartIsLaidOutAndPrinted(_ example: Case) {
        for (width, lines) in [(40, example.narrow), (80, example.wide ?? example.narrow)] {
            let content = Content(example.parts, width: width)
            expect(Self.lines(of: content), equals: lines, "\(width) cells")
            expect(content.choices.map { "\($0.id.kind) \($0.id.name)" }, equals: example.choices)
            #expect(content.choices.allSatisfy { $0.lines.upperBound <= content.lines.count && !$0.lines.isEmpty })
            expect(content.folds.count, equals: example.folds)
            expect(content.keys.map(\.name), equals: example.keys)
        }
        expect(LinearPage(Screen(title: "T", parts: example.parts)).lines.dropFirst(), equals: example.linear[...])
        expect(example.parts.contains { $0.view.isSelectable }, equals: !example.choices.isEmpty)
    }

    /// Add a case above for each new kind.
    @Test func everyKindHasACase() throws {
        let data = try require(FileManager.default.contents(atPath: Checkout.path("protocols/schemas/part.json")))
        let schema = try require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let members = try require(schema["properties"] as? [String: Any])
        let kinds = Set(members.keys).subtracting(["fallback"]).union(["unknown"])
        #expect(kinds.count >= 15)
        expect(Set(Self.cases.flatMap(\.parts).map { String("\($0)".prefix { $0 != "(" }) }), equals: kinds)
    }

    private static func lines(of content: Content) -> [String] {
        (0..<content.lines.count).map { index in
            let line = content.lines[index]
            let accessory = line.accessory.runs.map(\.text).joined()
            return line.text.runs.map(\.text).joined() + (accessory.isEmpty ? "" : "|" + accessory)
        }
    }

    static let attacks = [
        "\u{1B}]0;x\u{7}", "\u{9B}31m", "\u{1B}P+q\u{1B}\\", "\u{202E}txt", "\u{2066}x", "\u{1B}]8;;http://e\u{1B}\\x",
        "a\u{0}\u{7F}b", "x\ny\rz\u{2028}", String(repeating: "x", count: 5000),
    ]

    /// Every text of every kind, through the part's own view.
    @Test(arguments: attacks) func everyTextOfEveryKindIsSanitized(_ evil: String) {
        for part in HostileParts.parts(evil) + [HostileParts.pager(evil)] {
            #expect(Self.texts(in: part).allSatisfy { $0 == evil || $0.count == 1 }, "every member is attacked")
            let sanitized = part.sanitized
            expect(sanitized, equals: sanitized.sanitized)
            let isBlock =
                switch part {
                case .text, .quote, .unknown: true
                default: false
                }
            let texts = Self.texts(in: sanitized)
            expect(!texts.isEmpty && texts.allSatisfy { SanitizerTests.isHarmless($0, isBlock: isBlock) })
        }
    }

    @Test func everyKindIsAttacked() {
        let attacked = Set((HostileParts.parts("x") + [HostileParts.pager("x")]).map { "\($0)".prefix { $0 != "(" } })
        expect(attacked, equals: Set(Self.cases.flatMap(\.parts).map { "\($0)".prefix { $0 != "(" } }))
    }

    /// All texts of a value, however deep.
    private static func texts(in value: Any) -> [String] {
        if let text = value as? String { return [text] }
        return Mirror(reflecting: value).children.flatMap { texts(in: $0.value) }
    }

    @Test(arguments: [Int.min, -1, 0, 1, Int.max]) func everyNumberIsBounded(_ number: Int) {
        guard
            case .pager(let pager) = Part.pager(Pager(position: number, count: number, page: Picture(caption: "")))
                .sanitized,
            case .text(let text) = Part.text(Text(body: "", fold: number)).sanitized
        else { return #expect(Bool(false)) }
        for value in [pager.position, pager.count, text.fold ?? -1] { #expect(0...1_000_000 ~= value) }
    }

    /// Hostile numbers in drawings of every size.
    @Test(arguments: [
        -Double.infinity, -1e300, -1, 0, 0.3, 1, 1e300, .infinity, .nan, .greatestFiniteMagnitude,
        .leastNonzeroMagnitude,
    ]) func everyDrawingIsBounded(_ number: Double) {
        let values = [[], [number], [number, 0], [0, number, 1, -number], Array(repeating: number, count: 500)]
        for points in values.map({ $0.map { Chart.Point($0) } }) {
            for kind in [Chart.Kind.spark, .bar, .line] {
                for (minimum, maximum) in [(nil, nil), (number, nil), (nil, number), (number, -number), (0, 1)] {
                    let chart = Chart(kind, points: points, alternative: "", minimum: minimum, maximum: maximum)
                    for width in [0, 5, 8, 40] {
                        let content = Content([Part.chart(chart).sanitized], width: width)
                        #expect(Self.lines(of: content).allSatisfy { CellWidth.of($0) <= width })
                    }
                }
            }
        }
        guard case .progress(let progress) = Part.progress(Progress(label: "", fraction: number)).sanitized else {
            return #expect(Bool(false))
        }
        #expect(0...1 ~= progress.fraction ?? -1)
    }

    /// Rows are laid out when they become visible: those of a long list equal those of a short one.
    @Test func aLineOfALongListIsTheSameWhereverItStands() {
        let rows = (1...1000).map { number in
            Row(
                id: "\(number)", title: "Row \(number)", subtitle: number % 3 == 0 ? "Subtitle" : nil,
                accessory: "\(number)")
        }
        for width in [30, 80] {
            let content = Content([.list(List(rows: rows))], width: width)
            let all = Self.lines(of: content)
            let single = rows.flatMap { Self.lines(of: Content([.list(List(rows: [$0]))], width: width)) }
            expect(all, equals: single)
            for (index, choice) in content.choices.enumerated() {
                #expect(all[choice.lines.lowerBound].hasPrefix("Row \(index + 1)"))
                expect(choice.rowNumber, equals: index + 1)
            }
            for line in [0, 1, 7, all.count - 1] {
                let found = content.choices(on: line..<line + 1)
                expect(found.count == 1 && content.choices[found.lowerBound].lines.contains(line))
            }
            #expect(content.choices(on: all.count..<all.count + 5).isEmpty)
        }
    }
}
