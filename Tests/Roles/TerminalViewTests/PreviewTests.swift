import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Parts beside the others, and the reports of where the selection rests.
@Suite struct PreviewTests {
    private static func screen(_ preview: String? = "About 1", rows: Int = 30, highlights: Bool = true) -> Screen {
        let rows = (1...rows).map { Row(id: "\($0)", title: "Row \($0)", accessory: "x") }
        let lines = (1...40).map { "line \($0)" }.joined(separator: "\n")
        return Screen(
            title: "T", parts: [.list(List(rows: rows))],
            preview: preview.map {
                [
                    .label(Label($0, style: .title)), .button(Button(control: "b", title: "Buy", key: "b")),
                    .text(Text(body: lines, fold: 3)),
                ]
            }, reportsHighlight: highlights)
    }

    @Test func onAWideTerminalItIsBeside() throws {
        var state = try ViewState.showing(Self.screen(), columns: 120, rows: 20)
        let line = try require(state.lines.first { $0.contains("About 1") })
        expect(line.hasPrefix("▸ Row 1 ") && line.contains("x"), "the row has the left pane, with its accessory")
        expect(line, contains: "│ About 1")
        expect(
            Set(
                state.lines.compactMap { line in
                    line.firstIndex(of: "│").map { line.distance(from: line.startIndex, to: $0) }
                }
            ).count, equals: 1)
        // The rows scroll, the preview stays.
        state.handle(all: [.end])
        expect(state.selected == "30" && state.lines.contains { $0.contains("About 1") })
        state.handle(all: ["J"])
        expect(!state.lines.contains { $0.contains("About 1") } && state.lines.contains { $0.contains("line 10") })
        state.handle(all: Array(repeating: "J", count: 20))
        expect(state.lines.contains { $0.contains("line 40") } && state.selected == "30")
        state.handle(all: Array(repeating: "K", count: 20))
        #expect(state.lines.contains { $0.contains("About 1") })
        expect(state.lines.last?.contains("JK preview"), equals: true)
    }

    @Test func onAHighTerminalItIsBelow() throws {
        let state = try ViewState.showing(Self.screen(), columns: 60, rows: 24)
        let row = try require(state.lines.firstIndex { $0.contains("Row 1 ") })
        let preview = try require(state.lines.firstIndex { $0.contains("About 1") })
        expect(preview > row + 10 && state.lines[preview - 1].allSatisfy { $0 == "─" })
    }

    @Test func onASmallTerminalItIsAKeyAway() throws {
        var state = try ViewState.showing(Self.screen(), columns: 60, rows: 10)
        expect(!state.lines.contains { $0.contains("About 1") } && state.lines.last?.contains("v preview") == true)
        state.handle(all: ["v"])
        expect(state.lines.contains { $0.contains("About 1") } && !state.lines.contains { $0.contains("Row 1 ") })
        state.handle(all: ["v"])
        expect(!state.lines.contains { $0.contains("About 1") } && state.selected == "1")
    }

    @Test func aSuccessorShowsTheSamePlaceOfIt() throws {
        var state = try ViewState.showing(Self.screen(), columns: 60, rows: 10)
        state.handle(all: ["v", "J", "J"])
        let memory = try require(state.top?.memory)
        var scene = SceneState(Self.screen())
        scene.restore(memory)
        expect(scene.memory == memory && memory != SceneState(Self.screen()).memory)
        var without = SceneState(Self.screen(nil))
        without.restore(memory)
        #expect(without.memory != memory, "this screen has no preview to be open")
    }

    @Test func itsButtonsHaveTheirKeys() throws {
        var state = try ViewState.showing(Self.screen(), columns: 120)
        expect(state.handle("b").sent, equals: [#"didPress {"control":"b"} @apps-1"#])
    }

    @Test func aScreenWithoutOneIsAsBefore() throws {
        for screen in [Self.screen(nil), Self.screen(nil, highlights: false)] {
            var state = try ViewState.showing(screen, columns: 120)
            #expect(!state.lines.contains { $0.contains("│") })
            state.handle(all: ["v", "J", "K"])
            expect(state.selected, equals: "1")
        }
    }

    /// The rows that are told at that moment.
    private static func told(_ state: inout ViewState, _ now: Int) throws -> [String] {
        try state.session.takeReports(now: .at(now)).map { try $0.decode(ViewOutput.DidHighlight.self).row }
    }

    /// One report waits for its answer at a time; the next tells where the selection rests then.
    @Test func theViewTellsWhereTheSelectionRests() throws {
        var state = try ViewState.showing(Self.screen(), columns: 120)
        try expect(Self.told(&state, 0), equals: ["1"])
        #expect(state.isSettled, "nobody waits for a preview")
        state.handle(all: [.down, .down, .down])
        try expect(
            Self.told(&state, 1000).isEmpty && state.session.untilReports(now: .at(1000)) == nil,
            "nobody has answered yet")
        try state.receive(Fixture.show(Self.screen("About 1"), answering: "view-1-1"))
        try expect(Self.told(&state, 1000), equals: ["4"])
        try state.receive(Fixture.show(Self.screen("About 4"), answering: "view-1-2"))
        try expect(Self.told(&state, 2000).isEmpty && state.selected == "4")
        #expect(state.lines.contains { $0.contains("About 4") })
    }

    /// The bus keeps only the newest screen, so the answer to a report may be lost with an older one.
    @Test func theAnswerToALaterActionAnswersIt() throws {
        var state = try ViewState.showing(Self.screen(), columns: 120)
        try expect(Self.told(&state, 0), equals: ["1"])
        let press = state.handle("b").sent
        expect(press.count == 1 && !state.isSettled)
        state.handle(all: [.down])
        #expect(try Self.told(&state, 1000).isEmpty, "its answer would stand for that of the button, too")
        try state.receive(Fixture.show(Self.screen("Bought"), answering: "view-1-2"))
        try expect(state.isSettled && Self.told(&state, 1000) == ["2"])
        // One without a correlation answers, too.
        try state.receive(Fixture.show(Self.screen("About 2")))
        #expect(state.session.takeRemarks().isEmpty, "nobody was waiting")
        state.handle(all: [.down])
        try expect(Self.told(&state, 2000), equals: ["3"])
    }

    /// However fast the answers come.
    @Test func itTellsNoMoreOftenThanEvery100Milliseconds() throws {
        var state = try ViewState.showing(Self.screen(rows: 300), columns: 120)
        var told: [Int: String] = [:]
        for now in 0..<1000 {
            if now % 4 == 0 { _ = state.handle(.down) }
            for event in state.session.takeReports(now: .at(now)) {
                told[now] = try event.decode(ViewOutput.DidHighlight.self).row
                try state.receive(Fixture.show(Self.screen("About", rows: 300), answering: event.id))
            }
        }
        expect(told.keys.sorted(), equals: Array(stride(from: 0, to: 1000, by: 100)))
        expect(told[100] == "27" && told[900] == "227", "where it rests then")
        expect(state.session.untilReports(now: .at(1000)), equals: .zero)
        expect(state.session.untilReports(now: .at(950)), equals: .milliseconds(50))
        try expect(Self.told(&state, 1000), equals: ["251"])
        expect(state.session.untilReports(now: .at(1000)), equals: nil)
    }

    /// What is held back does not come when it is no longer so.
    @Test func aSelectionThatHasReturnedIsNotTold() throws {
        var state = try ViewState.showing(Self.screen(), columns: 120)
        try expect(Self.told(&state, 0), equals: ["1"])
        try state.receive(Fixture.show(Self.screen("About 1"), answering: "view-1-1"))
        state.handle(all: [.down])
        try expect(Self.told(&state, 10).isEmpty && state.session.untilReports(now: .at(10)) == .milliseconds(90))
        state.handle(all: [.up])
        try expect(Self.told(&state, 20).isEmpty && state.session.untilReports(now: .at(20)) == nil)
        #expect(try Self.told(&state, 100).isEmpty)
    }

    @Test func nothingIsToldThatNobodyAskedFor() throws {
        var silent = try ViewState.showing(Self.screen(highlights: false), columns: 120)
        silent.handle(all: [.down])
        #expect(silent.session.takeReports(now: .at(0)).isEmpty)
        var buttons = try ViewState.showing(
            Screen(title: "T", parts: Fixture.trafficLight.parts, reportsHighlight: true))
        #expect(buttons.session.takeReports(now: .at(0)).isEmpty, "a button is no row")
    }

    @Test(arguments: [0, 1, 2, 3, 5, 10, 16, 40]) func everySizeIsDrawn(_ rows: Int) throws {
        for columns in [0, 1, 10, 99, 100, 101, 300] {
            var state = try ViewState.showing(Self.screen(), columns: columns, rows: rows)
            for key: Key in ["v", "J", .end, "K", .up, "v", .pageDown, ">", "z", "<", "z", .control("d")] {
                _ = state.handle(key)
                expect(Layout.frame(of: state).buffer.size, equals: Size(columns: columns, rows: rows))
            }
        }
    }

    @Test func commandsShowPreviews() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen(rows: 2)))
        expect(session.transcript, contains: " 2. Row 2  x\npreview:\nAbout 1\n[1 Buy]\nline 1\n")
        session.commands("preview 2")
        expect(session.sent, equals: [#"didHighlight {"row":"2"} @apps-1"#])
        session.bus(Fixture.show(Self.screen("About 2", rows: 2), answering: "view-1-1"))
        expect(session.transcript, contains: "preview:\nAbout 2\n")
        session.bus(Fixture.show(Fixture.found))
        session.commands("preview 1")
        expect(session.complaints.last?.hasSuffix("there are no previews here"), equals: true)
        // It was printed just above, and the complaint was the same.
        session.bus(Fixture.show(Self.screen(rows: 2, highlights: false)))
        session.commands("preview 1")
        expect(
            session.complaints.last?.hasSuffix("the preview here is the same for all rows; again prints it"),
            equals: true)
    }
}
