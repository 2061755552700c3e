import Foundation
import RouterMessages
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

@Suite struct MouseTests {
    @Test(arguments: [
        ("<0;10;5M", MouseEvent(.press, at: Position(row: 4, column: 9))),
        ("<0;10;5m", MouseEvent(.release, at: Position(row: 4, column: 9))),
        // With Shift, Alt and Ctrl.
        ("<28;1;1M", MouseEvent(.press, at: Position(row: 0, column: 0))),
        ("<64;1;1M", MouseEvent(.wheel(-3), at: Position(row: 0, column: 0))),
        ("<65;65535;65535M", MouseEvent(.wheel(3), at: Position(row: 65534, column: 65534))),
        ("<32;7;1M", MouseEvent(.drag, at: Position(row: 0, column: 6))),
        // Other buttons, movements without one, the end of a turn of the wheel, and what is no report.
        ("<1;1;1M", nil), ("<2;1;1M", nil), ("<32;1;1m", nil), ("<35;4;4M", nil), ("<64;1;1m", nil), ("<128;1;1M", nil),
        ("<0;0;1M", nil), ("<0;1;0M", nil), ("<0;65536;1M", nil), ("<0;1;99999999999999999999999M", nil),
        ("<0;-1;1M", nil), ("<0;1M", nil), ("<0;1;1;1M", nil), ("<;;M", nil), ("<M", nil), ("0;1;1M", nil),
        ("<0;1;1:2M", nil),
    ]) func aReportIsRead(_ report: String, _ event: MouseEvent?) {
        var decoder = KeyDecoder()
        let keys = decoder.decode("\u{1B}[\(report)x".utf8)
        expect(keys, equals: (event.map { [.mouse($0)] } ?? []) + ["x"])
    }

    @Test func anEndlessReportIsNone() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[<".utf8 + Array(repeating: UInt8(ascii: "1"), count: 1 << 20)).isEmpty)
        expect(decoder.decode(";1;1Mx".utf8), equals: ["x"])
    }

    @Test func clicksOfOnePlaceBelongTogether() {
        var input = MouseInput()
        let (here, there) = (Position(row: 1, column: 1), Position(row: 2, column: 1))
        func clicks(_ position: Position, _ now: Int) -> Int? {
            guard case .mouse(let event) = input.take([.mouse(MouseEvent(.press, at: position))], now: .at(now)).first
            else {
                return nil
            }
            return event.clicks
        }
        expect(input.lastUse, equals: nil)
        expect([clicks(here, 0), clicks(here, 300), clicks(here, 800), clicks(here, 1301)], equals: [1, 2, 3, 1])
        expect([clicks(there, 1302), clicks(here, 1303)], equals: [1, 1])
        expect(input.lastUse, equals: .at(1303))
    }

    /// A flood of the wheel is one turn, and no longer than a thousand lines.
    @Test func turnsOfTheWheelAreTakenTogether() {
        var input = MouseInput()
        let at = Position(row: 1, column: 1)
        func wheel(_ lines: Int) -> Key { .mouse(MouseEvent(.wheel(lines), at: at)) }
        expect(input.take([wheel(3), wheel(3), wheel(-3)], now: .at(0)), equals: [wheel(3)])
        expect(input.take([wheel(3), "x", wheel(3)], now: .at(0)), equals: [wheel(3), "x", wheel(3)])
        expect(input.take(Array(repeating: wheel(3), count: 100_000), now: .at(0)), equals: [wheel(1000)])
        expect(input.take(Array(repeating: wheel(-3), count: 100_000), now: .at(0)), equals: [wheel(-1000)])
        func drag(_ column: Int) -> Key { .mouse(MouseEvent(.drag, at: Position(row: 1, column: column))) }
        expect(input.take((1...100_000).map(drag) + [wheel(3)], now: .at(0)), equals: [drag(100_000), wheel(3)])
    }

    @Test func aClickSelectsAndAClickOnTheSelectionOpens() throws {
        var state = try ViewState.showing(Fixture.found)
        #expect(try state.click("株式会社").isEmpty)
        expect(state.selected, equals: "2")
        try expect(state.click("音楽プレーヤー").sent, equals: [#"didSelect {"row":"2"} @apps-1"#])
    }

    @Test func aDoubleClickOpensOnce() throws {
        var state = try ViewState.showing(Fixture.found)
        #expect(try state.click("Family").isEmpty)
        try expect(state.click("Family", clicks: 2).sent.count, equals: 1)
        #expect(try state.click("Family", clicks: 3).isEmpty)
    }

    /// The first click of a double click has brought another screen, where the second would press something else.
    @Test func theSecondClickIsForTheScreenOfTheFirst() throws {
        var state = try ViewState.showing(Fixture.found)
        try expect(state.click("Humway").sent.count, equals: 1)
        try state.receive(Fixture.show(Fixture.numberedList, "apps-2"))
        try state.receive(Fixture.navigate("apps-1", "apps-2"))
        #expect(try state.click("App 1", clicks: 2).isEmpty)
        try expect(state.click("App 1").sent, equals: [#"didSelect {"row":"1"} @apps-2"#])
    }

    /// A user who changes her mind moves away before letting go.
    @Test func aButtonThatGoesUpElsewhereDoesNothing() throws {
        var state = try ViewState.showing(Fixture.trafficLight)
        let (red, green) = (try state.position(of: "Red"), try state.position(of: "Green"))
        #expect(state.handle(.mouse(MouseEvent(.press, at: red))).isEmpty)
        #expect(state.handle(.mouse(MouseEvent(.release, at: green))).isEmpty)
        #expect(state.handle(.mouse(MouseEvent(.release, at: green))).isEmpty)
        try expect(state.click("Green").sent, equals: [#"didPress {"control":"green"} @apps-1"#])
    }

    @Test(arguments: [
        (Fixture.failed, "Retry", #"didPress {"control":"retry"} @apps-1"#),
        (Fixture.failed, "OK", #"didPress {"control":"dismiss"} @apps-1"#),
        (Fixture.failed, "Humway", nil), (Fixture.failed, "esc OK", #"didPress {"control":"dismiss"} @apps-1"#),
        (Fixture.details, "Open in App", #"didPress {"control":"open"} @apps-1"#),
        (Fixture.found, "? help", nil),
        (Fixture.found, "⏎ open", #"didSelect {"row":"1"} @apps-1"#),
    ]) func whatIsSeenCanBeClicked(_ screen: Screen, _ text: String, _ sent: String?) throws {
        var state = try ViewState.showing(screen)
        let effects = try? state.click(text)
        expect((effects?.sent ?? []), equals: (sent.map { [$0] } ?? []))
        expect(state.overlay?.isHelp == true, equals: (text == "? help"))
    }

    private static let beside: Screen = {
        let buttons = [
            Button(control: "buy", title: "Buy", key: "b"), Button(control: "wish", title: "Wish", isSelectable: false),
        ]
        return Screen(
            title: "T",
            parts: [
                .tabs(
                    Tabs(items: (1...9).map { Button(control: "t\($0)", title: "Tab number \($0)") }, selected: "t1")),
                .button(Button(control: "main", title: "Main", isSelectable: false)), .list(List(rows: Fixture.rows)),
            ],
            preview: [.text(Text(body: "About it"))] + buttons.map(Part.button)
                + [.text(Text(body: String(repeating: "line\n", count: 50)))])
    }()

    /// A preview is beside the rows, below them, or in their place.
    @Test(arguments: [(120, 24, []), (70, 24, []), (70, 12, ["v"])] as [(Int, Int, [Key])])
    func buttonsOfAPreviewAreClicked(_ columns: Int, _ rows: Int, _ keys: [Key]) throws {
        var state = try ViewState.showing(Self.beside, columns: columns, rows: rows)
        state.handle(all: keys)
        for (text, control) in [("Buy (b)", "buy"), ("Wish", "wish")] {
            try expect(state.click(text).sent, equals: [#"didPress {"control":"\#(control)"} @apps-1"#])
        }
        try expect(state.click("About it").isEmpty && state.selected == "1", "the selection stays")
        state.handle(all: Array(repeating: "J", count: 3))
        #expect(!state.lines.contains { $0.contains("Buy (b)") })
        try expect(state.click("line").isEmpty && state.selected == "1")
    }

    /// The wheel scrolls what is below the pointer.
    @Test func theWheelScrollsThePreview() throws {
        var state = try ViewState.showing(Self.beside, columns: 120, rows: 20)
        func turn(_ lines: Int, _ column: Int) {
            state.handle(all: [.mouse(MouseEvent(.wheel(lines), at: Position(row: 8, column: column)))])
        }
        turn(3, 100)
        expect(state.top?.preview.top == 3 && state.top?.viewport.top == 0 && state.selected == "1")
        turn(1000, 100)
        turn(-3, 100)
        expect(state.lines.contains { $0.contains("line") } && state.top?.preview.top ?? 0 > 20)
        turn(3, 10)
        expect(state.top?.viewport.top, equals: 0, "all rows are in sight")
        turn(-1000, 100)
        expect(state.top?.preview.top, equals: 0)
    }

    @Test func linksOfAPreviewAreClicked() throws {
        let text = Text(body: "See [the manual](https://pages.example/manual).", format: .markdown)
        var screen = Fixture.found
        screen.preview = [.text(text)]
        var state = try ViewState.showing(screen, columns: 120)
        try expect(
            state.click("the manual").sent, equals: [#"didFollow {"url":"https://pages.example/manual"} @apps-1"#])
        try expect(state.click("See").isEmpty && state.selected == "1")
    }

    /// Where they stand on several lines, too.
    @Test func tabsAndButtonsWithoutASelectionAreClicked() throws {
        var state = try ViewState.showing(Self.beside, columns: 60, rows: 40)
        for (text, control) in [("number 2", "t2"), ("number 5", "t5"), ("number 9", "t9"), ("Main", "main")] {
            try expect(state.click(text).sent, equals: [#"didPress {"control":"\#(control)"} @apps-1"#], "\(text)")
        }
        expect(state.selected, equals: "1")
    }

    @Test(arguments: [(10, "previous"), (60, "next")]) func halvesOfAPageTurnIt(_ column: Int, _ control: String) throws
    {
        var state = try ViewState.showing(Fixture.pager(2))
        let sent = state.click(Position(row: 10, column: column)).sent
        expect(sent, equals: [#"didPress {"control":"\#(control)"} @apps-1"#])
    }

    /// Also while the header stays in sight above rows that are scrolled.
    @Test(arguments: [0, 10]) func aHeaderSorts(_ lines: Int) throws {
        let rows = (1...50).map { TableRow(id: "\($0)", cells: [TableCell("Row \($0)"), TableCell("\($0)")]) }
        let columns = [
            Column(id: "name", title: "Name", isSortable: true), Column(id: "size", title: "Size", isSortable: true),
        ]
        var state = try ViewState.showing(Screen(title: "T", parts: [.table(Table(columns: columns, rows: rows))]))
        state.handle(all: [.mouse(MouseEvent(.wheel(lines), at: Position(row: 5, column: 5)))])
        try expect(state.click("Size").sent, equals: [#"didSort {"column":"size","descending":false} @apps-1"#])
        state.handle(all: ["f", "1", "7", .tab])
        expect(state.selected, equals: "17")
    }

    /// Regression: the header took the clicks of the whole row.
    @Test func besideAHeaderThatStaysInSightThePreviewIsClicked() throws {
        let rows = (1...50).map { TableRow(id: "\($0)", cells: [TableCell("Row \($0)")]) }
        let screen = Screen(
            title: "T", parts: [.table(Table(columns: [Column(id: "name", title: "Name")], rows: rows))],
            preview: [.button(Button(control: "play", title: "Play"))])
        var state = try ViewState.showing(screen, columns: 120)
        state.handle(all: [.mouse(MouseEvent(.wheel(10), at: Position(row: 5, column: 5)))])
        #expect(state.top?.viewport.top ?? 0 > 0)
        try expect(state.click("[ Play ]").sent, equals: [#"didPress {"control":"play"} @apps-1"#])
    }

    @Test func theWayBackIsClicked() throws {
        var state = try ViewState.showing(Fixture.found)
        try state.receive(Fixture.show(Fixture.details, "app-2"))
        try state.receive(Fixture.navigate("apps-1", "app-2"))
        try expect(state.click("App Store ›").sent, equals: ["didGoBack {} @app-2"])
        try state.receive(Fixture.navigate("apps-1", "app-2", presentation: .modal))
        try expect(state.click("✕").sent, equals: ["didGoBack {} @app-2"])
    }

    @Test func theFieldIsClickedAndLeft() throws {
        var state = try ViewState.showing(Fixture.found)
        _ = try state.click("/ music")
        state.handle(all: ["x"])
        expect(state.lines[1], equals: " / x")
        #expect(try state.click("Family").isEmpty)
        expect(state.selected == "3" && state.top?.fields.focus == nil)
    }

    @Test func textsAreUnfoldedByAClick() throws {
        var state = try ViewState.showing(Fixture.folded())
        let line = try require(state.lines.firstIndex { $0.contains("News line 3") })
        _ = state.click(Position(row: line + 1, column: 4))
        #expect(state.lines.contains { $0.contains("News line 12") })
    }

    @Test func theWheelScrollsAndTheSelectionStaysInSight() throws {
        var state = try ViewState.showing(Fixture.list(Fixture.numbered(1...100), hasMore: true))
        let at = Position(row: 5, column: 5)
        _ = state.handle(.mouse(MouseEvent(.wheel(6), at: at)))
        expect(state.selected, equals: "4")
        expect(state.handle(.mouse(MouseEvent(.wheel(1000), at: at))).sent, equals: ["didReachEnd {} @apps-1"])
        #expect(state.lines.contains { $0.contains("App 100") })
        #expect(state.handle(.mouse(MouseEvent(.wheel(-1000), at: at))).isEmpty)
        expect(state.lines[3], contains: "App 1")
        state.opened = .help(top: 0)
        _ = state.handle(.mouse(MouseEvent(.wheel(.max), at: at)))
        _ = state.handle(.mouse(MouseEvent(.wheel(.min), at: at)))
        expect(state.overlay, equals: .help(top: 0))
    }

    /// Coordinates that no terminal has, on every screen, before and after the first.
    @Test func hostilePlacesAreNowhere() throws {
        var state = ViewState(stamp: Fixture.stamp, size: Size(columns: 80, rows: 24))
        #expect(state.click(Position(row: 3, column: 3)).isEmpty)
        for screen in [Fixture.found, Fixture.failed, Fixture.pager(2), Fixture.details] {
            state = try ViewState.showing(screen)
            for number in [65_534, 1_000, Int.max] {
                #expect(state.click(Position(row: number, column: number)).isEmpty)
            }
        }
    }

    /// A terminal reports the mouse while the view is there, and not a moment longer.
    @Test func theTerminalIsAskedAndLeftAlone() throws {
        let stage = try Stage()
        try stage.send(Fixture.show(Fixture.found), Fixture.navigate("apps-1"))
        try stage.terminal.wait(for: "q quit")
        #expect(try stage.terminal.reportsMouse)
        try stage.terminal.send("C-z")
        try stage.terminal.wait(for: "the shell after")
        #expect(try !stage.terminal.reportsMouse)
        try stage.terminal.send("Enter")
        let screen = try stage.terminal.wait(for: "q quit")
        #expect(try stage.terminal.reportsMouse)
        let row = try require(screen.lines.firstIndex { $0.contains("Family") }) + 1
        try stage.terminal.type("\u{1B}[<0;9;\(row)M\u{1B}[<0;9;\(row)m\u{1B}[<0;9;\(row)M\u{1B}[<0;9;\(row)m")
        try stage.waitForEvent(#"didSelect","#)
        expect(stage.events, contains: #""data":{"row":"3"}"#)
        try stage.terminal.send("q")
        try stage.terminal.wait(for: "the shell at last")
        #expect(try !stage.terminal.reportsMouse)
    }

    @Test(arguments: [["VIPERLINE_NO_MOUSE": "1"], ["TERM": "linux"]])
    func theMouseCanBeLeftAlone(_ environment: [String: String]) throws {
        let stage = try Stage(environment: environment)
        try stage.send(Fixture.show(Fixture.found), Fixture.navigate("apps-1"))
        try stage.terminal.wait(for: "q quit")
        #expect(try !stage.terminal.reportsMouse)
    }
}
