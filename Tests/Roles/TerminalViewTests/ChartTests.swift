import JSON
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

@Suite struct ChartTests {
    @Test(
        arguments: [
            ([0, 1], 4, 1, ["⣀⠤⠒⠉"]), ([1, 0], 2, 2, ["⠱⡀", " ⢣"]), ([0.5], 3, 1, ["⠒⠒⠒"]), ([], 2, 1, ["  "]),
            ([1], 0, 1, [""]),
            ([0, 1, 0, 1, 0, 1, 0, 1], 1, 1, ["⣿"]), ([1, nil, 1], 3, 1, ["⠉ ⠉"]), ([nil, nil], 2, 1, ["  "]),
            ([nil, nil, nil, nil, 1, 1, 1, 1], 2, 1, [" ⠉"]),
        ] as [([Double?], Int, Int, [String])])
    func aCurveIsDrawnInDots(_ places: [Double?], _ columns: Int, _ rows: Int, _ lines: [String]) {
        expect(Curve(places, size: Size(columns: columns, rows: rows)).lines, equals: lines)
    }

    @Test func aPointIsANumberOrAnObject() throws {
        let json =
            #"[1,-2.5,{"value":3,"label":"a","caption":"b","tone":"danger","new":[]},{"value":4},null,{"label":"a"}]"#
        let points = try [Chart.Point](json: Array(json.utf8))
        expect(
            points,
            equals: [
                .init(1), .init(-2.5), .init(3, label: "a", caption: "b", tone: .danger), .init(4), .init(nil),
                .init(nil, label: "a"),
            ])
        try expect([Chart.Point](json: points.json), equals: points)
        #expect(throws: JSONError.self) { try [Chart.Point](json: Array(#"["1"]"#.utf8)) }
    }

    /// Without an end in sight, a piece of the bar moves; nothing else is painted, and nothing waits for it.
    @Test func aBarWithoutAnEndMoves() throws {
        var state = try ViewState.showing(Screen(title: "T", parts: [.progress(Progress(label: "Update"))]))
        expect(state.session.isMoving && state.isSettled && !state.session.isActive)
        var painter = Painter(inColor: true)
        _ = painter.paint(Layout.frame(of: state))
        var pieces: Set<String> = []
        for _ in 0..<200 {
            pieces.insert(state.lines[3])
            state.tick()
            #expect(painter.paint(Layout.frame(of: state)).count < 100)
        }
        expect(pieces.count, equals: 65, "to the right end and back")
        try state.receive(Fixture.show(Screen(title: "T", parts: [.progress(Progress(label: "Update", fraction: 1))])))
        #expect(!state.session.isMoving)
        for width in 0...20 {
            for ticks in 0...50 {
                let piece = MovingBar(line: 0, width: width, style: .plain).piece(ticks: ticks)
                expect(piece.lowerBound >= 0 && piece.upperBound <= width)
            }
        }
    }

    @Test func keysChooseTabs() throws {
        let items = ["a", "b", "c"].map { Button(control: $0, title: $0.uppercased(), key: $0 == "c" ? "3" : nil) }
        let rows = Part.list(List(rows: [Row(id: "1", title: "One")]))
        func pressed(_ selected: String, _ key: Key) throws -> [String] {
            var state = try ViewState.showing(
                Screen(title: "T", parts: [.tabs(Tabs(items: items, selected: selected)), rows]))
            expect(state.selected, equals: "1", "the rows have the selection")
            return state.handle(key).sent
        }
        try expect(pressed("a", "]"), equals: [#"didPress {"control":"b"} @apps-1"#])
        try expect(pressed("c", "["), equals: [#"didPress {"control":"b"} @apps-1"#])
        try expect(pressed("a", "3"), equals: [#"didPress {"control":"c"} @apps-1"#])
        try expect(pressed("a", "[") == [] && pressed("c", "]") == [])
        try expect(pressed("gone", "]"), equals: [#"didPress {"control":"a"} @apps-1"#])
        var session = LinearSession()
        session.bus(
            Fixture.navigate("apps-1"),
            Fixture.show(Screen(title: "T", parts: [.tabs(Tabs(items: items, selected: "a"))])))
        session.commands("press B")
        expect(session.sent, equals: [#"didPress {"control":"b"} @apps-1"#])
    }
}
