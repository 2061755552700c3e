import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// A passing word that is a state of its screen: shown once for each id, also by a successor.
@Suite struct ScreenNoticeTests {
    private static func screen(_ id: String?, _ text: String = "Saved", _ tone: Tone? = .success) -> Screen {
        Screen(title: "Settings", notice: id.map { ScreenNotice(id: $0, text: text, tone: tone) })
    }

    @Test func eachIsShownOnce() throws {
        var state = try ViewState.showing(Self.screen("1"))
        expect(state.lines.last?.hasPrefix(" ● Saved"), equals: true)
        _ = state.handle("m")
        expect(state.lines.last?.contains("Saved"), equals: false)
        try state.receive(Fixture.show(Self.screen("1")))
        expect(state.lines.last?.contains("Saved"), equals: false, "the same one, as in a replay")
        try state.receive(Fixture.show(Self.screen("2", "Saved again")))
        expect(state.lines.last?.hasPrefix(" ● Saved again"), equals: true)
        var next = ViewState(stamp: EventStamp(source: "view", run: "2"), size: state.size)
        next.restore(state.memory)
        for event in [Fixture.navigate("apps-1"), Fixture.show(Self.screen("2"))] { try next.receive(event) }
        expect(next.notice, equals: nil)
    }

    /// Beside a notice, the keys that fit; beside a long one none.
    @Test(arguments: [("exit code 3", true), (String(repeating: "long ", count: 13), false)])
    func theKeysStayInSight(text: String, isThere: Bool) throws {
        var state = try ViewState.showing(Fixture.found)
        for event in [Fixture.navigate("apps-1", "app-2"), Fixture.show(Self.screen("1", text), "app-2")] {
            try state.receive(event)
        }
        let line = state.lines.last ?? ""
        expect(line.hasPrefix(" ● \(text.prefix(60))") && line.contains("esc back") == isThere, "\(line)")
        expect(line.contains("? help"), equals: isThere)
    }

    /// A scene below speaks when it is on screen.
    @Test func aSceneBelowWaits() throws {
        var state = try ViewState.showing(Fixture.found)
        for event in [Fixture.navigate("apps-1", "app-2"), Fixture.show(Fixture.details, "app-2")] {
            try state.receive(event)
        }
        try state.receive(Fixture.show(Self.screen("1")))
        expect(state.notice, equals: nil)
        try state.receive(Fixture.navigate("apps-1"))
        expect(state.notice, equals: .word("Saved", .success))
        try state.receive(Fixture.navigate("apps-1", "app-2"))
        expect(state.notice, equals: nil, "it goes with its scene")
        try state.receive(Fixture.navigate("apps-1"))
        expect(state.notice, equals: nil, "it was seen")
    }

    @Test func linearModePrintsItOnce() throws {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen("1")), Fixture.show(Self.screen("1")))
        session.bus(Fixture.show(Self.screen(nil)), Fixture.show(Self.screen("2", "Gone", nil)))
        expect(session.transcript, equals: "* Saved (success)\n== Settings ==\n\n* Gone\n")
        var restore = try require(session.told).snapshot
        restore.type = ProcessInput.Restore.type
        var next = LinearSession()
        next.bus(restore, Fixture.navigate("apps-1"), Fixture.show(Self.screen("2", "Gone", nil)))
        #expect(next.transcript.isEmpty)
    }

    /// The supervisor's own notice: a cross for what went wrong, a tick for what went well.
    @Test(arguments: [(nil, "✗", "!"), (true, "✓", "*")])
    func theSupervisorsNoticeHasItsSign(isGood: Bool?, sign: String, mark: String) throws {
        let text = "app was saved\u{1B}[2J"
        let event = Event(ProcessInput.Notice.type, ProcessInput.Notice(message: text, isGood: isGood))
        var state = try ViewState.showing(Fixture.found)
        try state.receive(event)
        expect(state.lines.last?.hasPrefix(" \(sign) app was saved[2J"), equals: true)
        try state.receive(Fixture.show(Fixture.found))
        expect(state.notice, equals: nil, "the next screen takes it away")
        var session = LinearSession()
        session.bus(event)
        expect(session.transcript, equals: "\(mark) app was saved[2J\n")
    }

    @Test(arguments: PartViewTests.attacks) func itsTextIsSanitized(_ evil: String) {
        let text = Self.screen("1", evil).sanitized.notice?.text ?? "\u{1B}"
        expect(SanitizerTests.isHarmless(text, isBlock: false) && text.count <= 4097)
    }
}
