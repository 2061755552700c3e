@testable import TerminalView
import ScreenModel
import TerminalText
import TestSupport
import Testing
import ViewMessages
import Wire

/// A prompt that picks among the rows of the presenter.
@Suite struct PickingTests {
    private static func screen(_ rows: [String], text: String = "", isMultiple: Bool = true) -> Screen {
        Screen(
            title: "Branches",
            prompt: Prompt(placeholder: "Type to filter", text: text, isLive: true, picksRows: true),
            parts: [.list(List(rows: rows.map { Row(id: $0, title: $0) }, isMultiple: isMultiple))])
    }

    @Test func whatIsTypedIsReportedAndEnterChoosesWhenTheRowsAreThere() throws {
        var state = try ViewState.showing(Self.screen(["alpha", "beta"]))
        expect(state.top?.fields.focus == InputFields.prompt && state.lines[1].hasPrefix(" > Type to filter"))
        expect(state.handle(all: ["b", .enter]).sent, equals: [], "the rows are those of before")
        let change = try require(state.session.takeChanges(now: .at(1000)).first)
        expect(state.takeChoice().sent, equals: [])
        try state.receive(Fixture.show(Self.screen(["beta"], text: "b"), answering: change.id))
        expect(state.takeChoice().sent, equals: [#"didSelect {"row":"beta"} @apps-1"#])
        expect(state.takeChoice().sent, equals: [], "once")
    }

    /// The user waits for them with each letter; the presenter filters nothing else.
    @Test func rowsToPickFromAreAskedForSooner() throws {
        var state = try ViewState.showing(Self.screen(["alpha", "beta"]))
        _ = state.handle("b")
        expect(state.session.takeChanges(now: .at(1000)).map(\.data), equals: [Array(#"{"value":"b"}"#.utf8)])
        _ = state.handle(all: ["e", "t"])
        expect(
            state.session.takeChanges(now: .at(1009)).isEmpty
                && state.session.untilChanges(now: .at(1009)) == .milliseconds(1))
        expect(state.session.takeChanges(now: .at(1010)).map(\.data), equals: [Array(#"{"value":"bet"}"#.utf8)])
    }

    @Test func typingOnTakesTheChoiceBack() throws {
        var state = try ViewState.showing(Self.screen(["alpha", "beta"]))
        _ = state.handle(all: ["b", .enter, "e"])
        let change = try require(state.session.takeChanges(now: .at(1000)).first)
        try state.receive(Fixture.show(Self.screen(["beta"], text: "be"), answering: change.id))
        expect(state.takeChoice().sent, equals: [])
    }

    @Test func rowsAreMarkedAndTheSelectionMovesWhileTyping() throws {
        var state = try ViewState.showing(Self.screen(["alpha", "beta", "gamma"]))
        expect(
            state.handle(all: [.tab, .down, .tab, .enter]).sent,
            equals: [
                #"didSelect {"row":"gamma","rows":["alpha","gamma"]} @apps-1"#
            ])
        var single = try ViewState.showing(Self.screen(["alpha"], isMultiple: false))
        expect(single.handle(all: [.tab]).sent == [] && single.top?.marks.isEmpty == true)
    }

    /// What a user chooses by is seen: the letters that match, and where two rows differ.
    @Test(
        arguments: [
            (
                "", ["/a/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx/one.txt", "/a/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx/two.txt"],
                ["…xxxxxxxxxxxxxxxxxxx/one.txt", "…xxxxxxxxxxxxxxxxxxx/two.txt"]
            ),
            (
                "", ["one/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "two/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"],
                ["one/xxxxxxxxxxxxxxxxxxxxxxx…", "two/xxxxxxxxxxxxxxxxxxxxxxx…"]
            ),
            (
                "", ["same/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "same/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"],
                ["same/xxxxxxxxxxxxxxxxxxxxxx…", "same/xxxxxxxxxxxxxxxxxxxxxx…"]
            ),
            ("needle", [String(repeating: "a", count: 150) + "needle"], ["…aaaaaaaaaaaaaaaaaaaaaneedle"]),
            (
                "needle", [String(repeating: "a", count: 50) + "needle" + String(repeating: "b", count: 50)],
                ["…aaaaaaaaaaneedlebbbbbbbbbb…"]
            ),
            ("aa", [String(repeating: "a", count: 50)], ["aaaaaaaaaaaaaaaaaaaaaaaaaaa…"]),
            ("z", [String(repeating: "文", count: 50) + "z"], ["…文文文文文文文文文文文文文z"]),
        ])
    func whatIsChosenByIsSeen(_ query: String, _ rows: [String], _ lines: [String]) throws {
        var screen = Self.screen(rows, text: query)
        screen.parts = [.list(List(rows: rows.enumerated().map { Row(id: "\($0)", title: $1) }))]
        let state = try ViewState.showing(screen, columns: 32, rows: 9)
        expect(Array(state.lines[3..<3 + lines.count].map { $0.dropFirst(2) }), equals: lines.map { $0[...] })
        guard !query.isEmpty else { return }
        let row = try require(state.lines[3].firstRange(of: query))
        let column = CellWidth.of(String(state.lines[3][..<row.lowerBound]))
        let frame = Layout.frame(of: state)
        for cell in column..<column + query.count {
            #expect(frame.buffer[3, cell].style != frame.buffer[3, column + query.count].style)
        }
    }

    /// As in fzf. Ctrl-J is LF, which chose the row.
    @Test(arguments: ["\u{7}", "\u{11}"]) func ctrlJAndKMoveAndCtrlGAndQLeave(_ leaving: String) throws {
        var state = try ViewState.showing(Self.screen(["alpha", "beta", "gamma"]))
        var decoder = KeyDecoder()
        expect(state.handle(all: decoder.decode("\n\n\u{B}".utf8)).sent, equals: [])
        expect(state.handle(.enter).sent, equals: [#"didSelect {"row":"beta"} @apps-1"#])
        expect(state.handle(all: decoder.decode(leaving.utf8)).sent, equals: ["didGoBack {} @apps-1"])
        var left = try ViewState.showing(Self.screen(["alpha", "beta"]))
        expect(left.handle(all: [.backTab, .control("j"), .control("j"), .control("k")]).sent, equals: [])
        expect(left.top?.viewport.selection?.name, equals: "alpha")
    }

    /// Elsewhere they are what they were: LF is Enter, and Ctrl-K deletes.
    @Test func ctrlJIsEnterAndCtrlKDeletesWhereNoRowIsPicked() throws {
        var state = try ViewState.showing(Fixture.empty)
        var decoder = KeyDecoder()
        let keys = decoder.decode("abc\u{1}\u{B}d\n".utf8)
        expect(state.handle(all: keys).sent, equals: [#"didSearch {"query":"d"} @apps-1"#])
        let pasted = decoder.decode("\u{1B}[200~a\nb\u{1B}[201~".utf8)
        expect(pasted, equals: [.paste("a\nb")], "a paste has no keys")
    }

    /// Elsewhere, Esc on the first screen shows how to quit.
    @Test func escapeLeavesTheFirstScreenToo() throws {
        var state = try ViewState.showing(Self.screen(["alpha"]))
        expect(state.handle(.escape).sent, equals: ["didGoBack {} @apps-1"])
        var other = try ViewState.showing(Fixture.trafficLight)
        expect(other.handle(.escape).sent, equals: [])
    }

    @Test func theKeysOfTheScreenAreAKeyAway() throws {
        var screen = Self.screen(["alpha"])
        screen.keys = [ScreenKey(control: "refresh", title: "Refresh", character: "r")]
        var state = try ViewState.showing(screen)
        expect(state.handle(all: ["r"]).sent, equals: [])
        expect(state.handle(all: [.backTab, "r"]).sent, equals: [#"didPress {"control":"refresh"} @apps-1"#])
        _ = state.handle("/")
        expect(state.top?.fields.focus, equals: InputFields.prompt)
    }

    /// Such as when a program has announced rows.
    @Test func aScreenThatBeginsToPickTakesWhatIsTyped() throws {
        var state = try ViewState.showing(Screen(title: "Branches", activity: "Reading…"))
        try state.receive(Fixture.show(Self.screen(["alpha"])))
        expect(state.top?.fields.focus, equals: InputFields.prompt)
        #expect(state.lines.contains { $0.hasPrefix("▸ alpha") })
    }

    @Test func theLettersThatWereFoundAreMarked() throws {
        let state = try ViewState.showing(Self.screen(["alpha", "beta"], text: "et"))
        let buffer = Layout.frame(of: state).buffer
        let row = try require(buffer.text.firstIndex { $0.contains("beta") })
        expect((2..<6).map { buffer[row, $0].style == .match }, equals: [false, true, true, false])
    }
}
