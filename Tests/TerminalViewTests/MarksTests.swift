import JSON
@testable import TerminalView
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
        #expect(state.lines[6].hasPrefix("▸●App 3") && state.lines.last?.contains("2 marked") == true)
        #expect(state.selected == "3")
        #expect(state.handle(.enter).sent == [#"didSelect {"row":"3","rows":["2","3"]} @apps-1"#])
        state.handle(all: [" ", .escape, .escape])
        #expect(state.top?.marks.isEmpty == true)
    }

    /// By id: wherever their rows are now, and even while they are away.
    @Test func marksOutliveScreens() throws {
        var state = try ViewState.showing(Self.screen())
        state.handle(all: [" ", " "])
        try state.receive(Fixture.show(Self.screen(2...9)))
        #expect(state.handle(.enter).sent.last?.contains(#""rows":["2","1"]"#) == true)
        state.handle(all: ["f", "2", .tab, " "])
        #expect(state.top?.marks.ids == ["1"])
        var next = ViewState(stamp: Fixture.stamp, size: state.size)
        next.restore(state.memory)
        try next.receive(Fixture.navigate("apps-1"))
        try next.receive(Fixture.show(Self.screen()))
        #expect(next.top?.marks.ids == ["1"])
    }

    @Test func elsewhereSpaceTurnsThePage() throws {
        var state = try ViewState.showing(Self.screen(1...50, isMultiple: nil))
        state.handle(all: [" "])
        #expect(state.top?.marks.isEmpty == true && state.selected != "1")
        #expect(state.handle(.enter).sent.last?.contains("rows") == false)
    }

    @Test func linearModeMarksToo() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        session.commands("mark 2", "mark 4", "mark 2", "mark 9", "select 1")
        #expect(session.transcript.contains("> mark 4\n 4. App 4 — Company 4 (marked)\n"))
        #expect(session.transcript.contains(" 2. App 2 — Company 2 (not marked)\n"))
        #expect(session.transcript.contains("there are only 5 rows"))
        #expect(session.sent == [#"didSelect {"row":"1","rows":["4"]} @apps-1"#])
        session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen(isMultiple: nil)))
        session.commands("mark 2")
        #expect(session.transcript.contains("the rows here are chosen one by one"))
    }

    @Test func aScreenThatAsksForItHasMultipleRows() throws {
        let json = #"{"rows":[{"id":"1","title":"x"}],"multiple":true}"#
        #expect(try List(json: Array(json.utf8)).isMultiple == true)
    }
}
