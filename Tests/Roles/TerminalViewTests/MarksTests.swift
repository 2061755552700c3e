import JSON
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

/// Several rows, chosen together.
@Suite struct MarksTests {
    private static func screen(_ numbers: ClosedRange<Int> = 1...5, isMultiple: Bool? = true) -> Screen {
        Screen(title: "Files", parts: [.list(List(rows: Fixture.numbered(numbers), isMultiple: isMultiple))])
    }

    @Test func markedRowsAreChosenTogether() throws {
        var state = try ViewState.showing(Self.screen())
        state.handle(all: ["j", "j", " ", .up, .up, " "])
        expect(state.lines[6].hasPrefix("▸●App 3") && state.lines.last?.contains("2 marked") == true)
        expect(state.selected, equals: "3")
        expect(state.handle(.enter).sent, equals: [#"didSelect {"row":"3","rows":["2","3"]} @apps-1"#])
        state.handle(all: [" ", .escape, .escape])
        expect(state.top?.marks.isEmpty, equals: true)
    }

    static let kinds: [Part] = [
        .table(
            Table(
                columns: [Column(id: "n", title: "Name")],
                rows: (1...5).map { TableRow(id: "\($0)", cells: [TableCell("Row \($0)")]) }, isMultiple: true)),
        .tree(Tree(rows: (1...5).map { TreeRow(id: "\($0)", title: "Row \($0)", depth: 0) }, isMultiple: true)),
        .list(List(rows: (1...5).map { Row(id: "\($0)", title: "Row \($0)") }, isMultiple: true)),
    ]

    /// Also while they are filtered.
    @Test(arguments: kinds) func rowsOfEveryKindAreMarked(_ part: Part) throws {
        let keys = [ScreenKey(control: "k", title: "Kill", character: "x", isForRow: true)]
        let screen = Screen(title: "T", parts: [part], keys: keys)
        var state = try ViewState.showing(screen)
        state.handle(all: ["j", " ", "f", "4", .tab, " "])
        expect(state.handle("x").sent, equals: [#"didPress {"control":"k","row":"4","rows":["4","2"]} @apps-1"#])
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        session.commands("mark 3", "mark 2", "press kill")
        expect(session.sent, equals: [#"didPress {"control":"k","row":"2","rows":["2","3"]} @apps-1"#])
    }

    /// By id, wherever their rows are now.
    @Test func marksOutliveScreens() throws {
        var state = try ViewState.showing(Self.screen())
        state.handle(all: [" ", " "])
        try state.receive(Fixture.show(Self.screen(0...9)))
        expect(state.handle(.enter).sent.last?.contains(#""rows":["1","2"]"#), equals: true)
        state.handle(all: ["f", "2", .tab, " "])
        expect(state.top?.marks.ids, equals: ["1"])
        var next = ViewState(stamp: Fixture.stamp, size: state.size)
        next.restore(state.memory)
        try next.receive(Fixture.navigate("apps-1"))
        try next.receive(Fixture.show(Self.screen()))
        expect(next.top?.marks.ids, equals: ["1"])
    }

    // MARK: Rows that are gone

    /// A list of these rows under some conditions.
    private struct Shown: Sendable {
        var rows: [String]
        var change: @Sendable (inout Screen) -> Void = { _ in }

        var screen: Screen {
            let list = List(rows: rows.map { Row(id: $0, title: $0) }, isMultiple: true)
            var screen = Screen(title: "T", parts: [.list(list)])
            change(&screen)
            return screen
        }

        static func searched(_ text: String, _ rows: [String]) -> Shown {
            Shown(rows: rows) { $0.prompt = Prompt(placeholder: "", text: text) }
        }

        static func picked(_ text: String, _ rows: [String], isRead: Bool = true) -> Shown {
            Shown(rows: rows) {
                $0.prompt = Prompt(placeholder: "", text: text, picksRows: true)
                if case .list(var list) = $0.parts[0] {
                    list.empty = isRead ? "No row" : nil
                    $0.parts = [.list(list)]
                }
            }
        }

        static func tab(_ control: String, _ rows: [String]) -> Shown {
            Shown(rows: rows) {
                let items = ["x", "y"].map { Button(control: $0, title: $0) }
                $0.parts.insert(.tabs(Tabs(items: items, selected: control)), at: 0)
            }
        }

        static func section(_ offset: Int, _ rows: [String]) -> Shown {
            Shown(rows: rows) { screen in
                guard case .list(var list) = screen.parts[0] else { return }
                (list.offset, list.total) = (offset, 100)
                screen.parts = [.list(list)]
            }
        }

        /// A tree: `+a` is a collapsed row, `-a` an expanded one.
        static func tree(_ rows: [String]) -> Shown {
            Shown(rows: []) {
                let rows = rows.map { row in
                    let id = String(row.drop { "+-".contains($0) })
                    return TreeRow(id: id, title: id, depth: 0, isExpanded: id == row ? nil : row.hasPrefix("-"))
                }
                $0.parts = [.tree(Tree(rows: rows, isMultiple: true))]
            }
        }
    }

    private static let gone: [(shown: [Shown], kept: [String])] = [
        ([Shown(rows: ["a", "b"]), Shown(rows: ["b", "c"])], ["b"]), ([Shown(rows: ["a", "b"]), Shown(rows: [])], []),
        // What is under way, asks or is loaded in pieces does not show that a row is gone.
        ([Shown(rows: ["a", "b"]), Shown(rows: []) { $0.activity = "Loading" }, Shown(rows: ["b"])], ["b"]),
        ([Shown(rows: ["a", "b"]), Shown(rows: []) { $0.activity = "Loading" }], ["a", "b"]),
        (
            [Shown(rows: ["a", "b"]), Shown(rows: []) { $0.alert = Alert(title: "No", message: "", buttons: []) }],
            ["a", "b"]
        ),
        ([Shown(rows: ["a", "b"]), Shown(rows: ["b"]) { $0.hasMore = true }], ["a", "b"]),
        ([.section(0, ["a", "b"]), .section(1, ["b", "c"])], ["a", "b"]),
        ([.section(0, ["a", "b"]), Shown(rows: ["b", "c"])], ["b"]),
        // Other rows match another text; of the same text they are gone.
        ([.searched("x", ["a", "b"]), .searched("y", ["b"])], ["a", "b"]),
        ([.searched("x", ["a", "b"]), .searched("x", ["b"])], ["b"]),
        (
            [
                .searched("x", ["a", "b"]),
                Shown(rows: []) {
                    $0.prompt = Prompt(placeholder: "", text: "x")
                    $0.activity = "Searching"
                }, .searched("x", ["b"]),
            ], ["b"]
        ),
        ([.searched("x", ["a", "b"]), .searched("", ["b"])], ["b"]),
        ([.picked("x", ["a", "b"]), .picked("y", ["b"])], ["a", "b"]),
        ([.picked("", ["a", "b"]), .picked("", ["b"], isRead: false)], ["a", "b"]),
        ([.picked("", ["a", "b"]), .picked("", ["b"])], ["b"]),
        ([.tab("x", ["a", "b"]), .tab("y", [])], ["a", "b"]), ([.tab("x", ["a", "b"]), .tab("x", ["b"])], ["b"]),
        ([.tree(["-a", "b"]), .tree(["+a"])], ["a", "b"]), ([.tree(["-a", "b"]), .tree(["-a"])], ["a"]),
        ([.tree(["a", "b", "+c"]), .tree(["b", "+c"])], ["b"]),
    ]

    @Test(arguments: gone.indices) func theMarkOfARowThatIsGoneGoes(_ index: Int) throws {
        let (shown, kept) = Self.gone[index]
        var state = try ViewState.showing(shown[0].screen)
        for row in ["a", "b"] { _ = state.session.perform(.mark(row: row)) }
        for next in shown.dropFirst() { try state.receive(Fixture.show(next.screen)) }
        expect(state.top?.marks.ids.sorted(), equals: kept)
        var next = ViewState(stamp: Fixture.stamp, size: state.size)
        next.restore(state.memory)
        try next.receive(Fixture.navigate("apps-1"))
        try next.receive(Fixture.show(try require(shown.last).screen))
        expect(next.top?.marks.ids.sorted(), equals: kept, "a successor")
    }

    @Test func elsewhereSpaceTurnsThePage() throws {
        var state = try ViewState.showing(Self.screen(1...50, isMultiple: nil))
        state.handle(all: [" "])
        expect(state.top?.marks.isEmpty == true && state.selected != "1")
        expect(state.handle(.enter).sent.last?.contains("rows"), equals: false)
    }

    // MARK: Keys for rows

    /// Row 4 has none of the keys.
    private static func screen(asking: Bool) -> Screen {
        var screen = screen()
        var rows = Fixture.numbered(1...9)
        rows[3].keys = []
        screen.parts = [.list(List(rows: rows, isMultiple: true))]
        screen.keys = [
            ScreenKey(
                control: "delete", title: "Delete", character: "x", isForRow: true,
                confirm: asking ? Confirmation(title: "Delete?", message: "For ever.") : nil),
            ScreenKey(control: "reload", title: "Reload", character: "r"),
        ]
        return screen
    }

    static let pressed: [([Key], [String])] = [
        (["x"], [#"{"control":"delete","row":"1"}"#]),
        ([" ", " ", "x"], [#"{"control":"delete","row":"3","rows":["1","2"]}"#]),
        ([" ", " ", "r"], [#"{"control":"reload"}"#]), ([" ", .escape, "x"], [#"{"control":"delete","row":"2"}"#]),
        (["j", "j", "j", " ", "x"], []),
        (["j", "j", " ", " ", "x"], [#"{"control":"delete","row":"5","rows":["3"]}"#]),
        ([" ", ":", "d", "e", "l", .enter], [#"{"control":"delete","row":"2","rows":["1"]}"#]),
    ]

    @Test(arguments: pressed) func aKeyIsDoneToTheMarkedRows(_ keys: [Key], _ data: [String]) throws {
        var state = try ViewState.showing(Self.screen(asking: false))
        expect(state.handle(all: keys).sent, equals: data.map { "didPress \($0) @apps-1" })
        expect(data.isEmpty, equals: (state.notice == .advice("That cannot be done to the marked rows")))
    }

    @Test func theQuestionNamesTheRows() throws {
        var state = try ViewState.showing(Self.screen(asking: true))
        state.handle(all: Array(repeating: " ", count: 9) + ["x"])
        let message = ["1", "2", "3", "5", "6"].map { "App \($0)\n" }.joined() + "… +3\nFor ever."
        expect(state.top?.screen.alert?.message, equals: message)
        // What is asked is what is reported, whatever is marked or shown meanwhile, and by whom.
        var next = ViewState(stamp: Fixture.stamp, size: state.size)
        next.restore(state.memory)
        for event in [Fixture.navigate("apps-1"), Fixture.show(Self.screen(asking: true))] { try next.receive(event) }
        let rows = #""rows":["1","2","3","5","6","7","8","9"]"#
        expect(
            next.handle(all: [.left, .enter]).sent,
            equals: [#"didPress {"control":"delete","row":"9",\#(rows)} @apps-1"#])
    }

    /// A row of a table by its first cell: the others are not its name.
    @Test func theQuestionNamesTheRowOfATable() throws {
        var screen = Self.screen(asking: true)
        let columns = ["name", "state"].map { Column(id: $0, title: $0) }
        let row = TableRow(id: "1", cells: [TableCell("web"), TableCell("failed", tone: .danger)])
        screen.parts = [.table(Table(columns: columns, rows: [row]))]
        var state = try ViewState.showing(screen)
        state.handle(all: ["x"])
        expect(state.top?.screen.alert?.message, equals: "web\nFor ever.")
    }

    /// A row that is not here may have the key.
    @Test func rowsThatAreAwayAreReported() throws {
        var state = try ViewState.showing(Self.screen(asking: false))
        state.handle(all: [" ", " "])
        var other = Self.screen(asking: false)
        other.parts = [.list(List(rows: Fixture.numbered(7...9), isMultiple: true))]
        other.hasMore = true
        try state.receive(Fixture.show(other))
        var copy = state
        expect(copy.handle("x").sent, equals: [#"didPress {"control":"delete","row":"9","rows":["1","2"]} @apps-1"#])
        // But not where nothing can be marked: nobody would think of them.
        other.parts = [.list(List(rows: Fixture.numbered(7...9)))]
        try state.receive(Fixture.show(other))
        expect(state.handle("x").sent, equals: [#"didPress {"control":"delete","row":"9"} @apps-1"#])
    }

    @Test func commandsPressForMarkedRows() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen(asking: true)))
        session.commands("press delete", "mark 4", "press delete", "mark 2", "mark 9", "press delete")
        expect(
            session.complaints,
            equals: [
                "line 1: press delete: give the row's number, such as: press Delete 1",
                "line 3: press delete: Delete cannot be done to the marked rows",
            ])
        expect(session.transcript, contains: "! Delete?: App 2\n  App 9\n  For ever.  [1 Delete] [2 Cancel]")
        session.commands("press 1")
        session.bus(Fixture.show(Self.screen(asking: true), answering: "view-1-1"))
        session.commands("press delete 5", "press 1")
        expect(
            session.sent,
            equals: [
                #"didPress {"control":"delete","row":"2","rows":["2","9"]} @apps-1"#,
                #"didPress {"control":"delete","row":"5"} @apps-1"#,
            ])
    }

    @Test func whoMarksTooManyIsTold() throws {
        let long = String(repeating: "x", count: Marks.mostBytes)
        let rows = [Row(id: "a", title: "A"), Row(id: long, title: "B"), Row(id: "c", title: "C")]
        let screen = Screen(title: "T", parts: [.list(List(rows: rows, isMultiple: true))])
        var state = try ViewState.showing(screen)
        state.handle(all: ["3", " "])
        expect(state.top?.marks.ids == ["a"] && state.notice == .advice("No more rows can be marked"))
        expect(state.selected, equals: long, "the selection stays at the row that was not marked")
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        session.commands("mark 1", "mark 2")
        expect(session.complaints, equals: ["line 2: mark 2: no more rows can be marked"])
    }

    @Test func linearModeMarksToo() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        session.commands("mark 2", "mark 4", "mark 2", "mark 9", "select 1")
        expect(session.transcript, contains: "> mark 4\n 4. App 4 — Company 4 (marked)\n")
        expect(session.transcript, contains: " 2. App 2 — Company 2 (not marked)\n")
        expect(session.transcript, contains: "there are only 5 rows")
        expect(session.sent, equals: [#"didSelect {"row":"1","rows":["4"]} @apps-1"#])
        session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen(isMultiple: nil)))
        session.commands("mark 2")
        expect(session.transcript, contains: "the rows here are chosen one by one")
    }

    @Test func aScreenThatAsksForItHasMultipleRows() throws {
        let json = #"{"rows":[{"id":"1","title":"x"}],"multiple":true}"#
        try expect(List(json: Array(json.utf8)).isMultiple, equals: true)
    }
}
