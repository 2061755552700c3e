import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Hostile numbers and sizes. Regression: a view that a screen had crashed received it again and crashed again.
@Suite struct ScreenLimitsTests {
    private static func show(_ parts: String, _ more: String = "") -> Event {
        var event = Event(type: ViewInput.Show.type, subject: "apps-1")
        event.data = Array(#"{"screen":{"title":"T"\#(more),"parts":[\#(parts)]}}"#.utf8)
        return event
    }

    private static let numbers = [
        "9223372036854775807", "9223372036854775806", "-9223372036854775808", "-1", "0", "1", "2147483648",
    ]

    /// Every number of a screen, drawn at small and large sizes, with keys that calculate with it.
    @Test(arguments: numbers) func aNumberDoesNotKillTheView(_ number: String) throws {
        let body = (1...30).map { "line \($0)" }.joined(separator: "\\n")
        let screens = [
            #"{"text":{"body":"\#(body)","fold":\#(number)}}"#,
            #"{"pager":{"position":\#(number),"count":3,"page":{"caption":"p"}}}"#,
            #"{"pager":{"position":1,"count":\#(number),"page":{"caption":"p"}}}"#,
            #"{"pager":{"position":\#(number),"count":\#(number),"page":{"caption":"p"}}}"#,
        ]
        for screen in screens {
            var state = try ViewState.showing(Fixture.found)
            try state.receive(Self.show(screen))
            for size in [Size(columns: 1, rows: 1), Size(columns: 0, rows: 0), Size(columns: 80, rows: 24)] {
                state.session.resize(to: size)
                for key: Key in ["m", .down, .end, .right, .left, "m", .home] {
                    _ = state.handle(key)
                    expect(Layout.frame(of: state).buffer.size, equals: size)
                }
            }
        }
    }

    /// Only the supervisor sends it, but it is still external input.
    @Test(arguments: numbers) func whatAnEarlierViewRememberedIsBounded(_ number: String) throws {
        var event = Event(type: ProcessInput.Restore.type)
        let selection = #"{"kind":"row","name":"2","occurrence":\#(number)}"#
        let places = ["top", "left", "awaited", "ordinal"].map { #""\#($0)":\#(number)"# }.joined(separator: ",")
        let viewport = #"{\#(places),"selection":\#(selection)}"#
        event.data = Array(
            """
            {"pending":[],"scenes":{"apps-1":{"viewport":\(viewport),"fields":{"texts":{}},
            "chosenButton":\(number),"hasReportedEnd":false,"previewTop":\(number),"isPreviewOpen":true,
            "unfolded":[{"heading":"h","occurrence":\(number)}]}}}
            """.utf8)
        let piece = Screen(
            title: "T", parts: [.list(List(rows: Fixture.rows, offset: 7, total: 1000))],
            preview: Fixture.folded().parts)
        for screen in [Fixture.found, Fixture.failed, Fixture.folded(), piece] {
            var state = ViewState(stamp: EventStamp(source: "view", run: "1"), size: Size(columns: 80, rows: 24))
            try state.receive(event)
            try state.receive(Fixture.navigate("apps-1"))
            try state.receive(Fixture.show(screen))
            state.handle(all: [.down, .right, .tab, .backTab, .up, .pageDown, .end, "J", "K", .home])
            #expect(state.lines[0].hasPrefix(" "))
        }
    }

    @Test(arguments: [(0, 0), (1, 1), (65_535, 65_535), (65_535, 1), (1, 65_535)])
    func noTerminalIsTooLarge(_ columns: Int, _ rows: Int) throws {
        let size = Size.ofTerminal(columns: columns, rows: rows)
        expect(size.columns <= columns && size.rows <= rows && size.columns * size.rows <= 500_000)
        let state = try ViewState.showing(Fixture.details, columns: size.columns, rows: size.rows)
        var painter = Painter(inColor: true)
        #expect(!painter.paint(Layout.frame(of: state)).isEmpty)
    }

    @Test func hugeTextsAreDrawn() throws {
        let long = String(repeating: "日本語 word ", count: 3000)
        let zero = String(repeating: "\u{200B}", count: 10_000)
        for text in [long, zero, String(repeating: "x", count: 50_000), String(repeating: "\n", count: 10_000)] {
            var screen = Fixture.details
            screen.title = text
            screen.activity = text
            screen.parts += [
                .text(Text(heading: text, caption: text, body: text, fold: 3)), .label(Label(text, style: .title)),
                .list(List(rows: [Row(id: text, title: text, symbol: text, subtitle: text, accessory: text)])),
            ]
            var state = try ViewState.showing(screen)
            expect(state.lines.count, equals: 24)
            screen.alert = Alert(title: text, message: text, buttons: [Button(control: "x", title: text)])
            try state.receive(Fixture.show(screen))
            #expect(state.lines.contains { $0.contains("╰") }, "the whole box, with its buttons, is seen")
        }
    }

    /// A one-line field is cut, so that no frame reads it completely.
    @Test func aFieldOfOneLineHasABoundedLength() {
        let text = String(repeating: "x", count: 1_000_000)
        let screen = Screen(title: text, parts: [.list(List(rows: [Row(id: text, title: text)]))]).sanitized
        expect(screen.title, equals: String(repeating: "x", count: 4096) + "…")
        expect(LinearPage(screen).rows.map(\.id), equals: [text], "ids go back as they came")
    }

    @Test func partsWithoutNumberAreDrawn() throws {
        let parts = Array(repeating: Part.label(Label("a", style: .title)), count: 100_000)
        var state = try ViewState.showing(Screen(title: "Many", parts: parts))
        state.handle(all: [.end, .up, .pageUp])
        expect(state.lines[2], equals: "  a")
    }

    @Test func scenesThatTheRouterNeverSpeaksOfFillNoMemory() throws {
        var state = try ViewState.showing(Fixture.found)
        for number in 2...1000 { try state.receive(Fixture.show(Fixture.found, "apps-\(number)")) }
        expect(state.memory.scenes.count, equals: 65)
        #expect(state.memory.scenes["apps-1"] != nil, "the one on screen stays")
        try state.receive(Fixture.navigate("apps-1", "apps-1000"))
        expect(state.lines[0], equals: " App Store › App Store", "so does the one that comes next")
    }

    /// The program with lines from the bus: it refuses what it cannot read, and shows the next screen.
    @Test func theProgramSurvivesAHostileScreen() throws {
        let stage = try Stage()
        try stage.send(Fixture.navigate("apps-1"))
        let deep = String(repeating: "[", count: 200_000)
        let hostile = [
            Self.show(#"{"text":{"body":"a\nb\nc","fold":9223372036854775807}}"#),
            Self.show(#"{"text":{"body":"a","fold":1e300}}"#), Self.show(#"{"text":{"body":"a","fold":1.5}}"#),
            Self.show("", #","x":"# + deep + String(repeating: "]", count: 200_000)), Self.show(deep),
            Self.show(
                #"{"pager":{"position":-9223372036854775808,"count":9223372036854775807,"page":{"caption":"p"}}}"#),
        ]
        for event in hostile { try stage.send(event) }
        try stage.send(Fixture.show(Fixture.found))
        try stage.terminal.wait(for: "1/4")
        expect(stage.events, contains: ProcessOutput.Refused.type)
        try stage.terminal.send("q")
        try expect(stage.finish().status, equals: "0")
        #expect(stage.diagnostics.isEmpty)
    }
}
