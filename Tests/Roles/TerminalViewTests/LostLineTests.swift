import Foundation
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// The bus has dropped a line that was too long, and nobody sends a shorter one.
@Suite struct LostLineTests {
    private static func notice(
        _ type: String = ViewInput.Show.type, service: String = "presenter", scene: String? = "apps-1",
        answering id: String? = nil
    ) -> Event {
        let dropped = ProcessInput.Notice.Dropped(service: service, type: type, bytes: 2_000_000, limit: 1_048_576)
        var event = Event(
            ProcessInput.Notice.type, ProcessInput.Notice(message: "dropped", dropped: dropped), subject: scene)
        event.correlationID = id
        return event
    }

    private static let words =
        "presenter wrote view.input.show with 2000000 bytes, over the limit of 1048576; it was dropped. Send the rows of a "
        + "long list or table a piece at a time, with offset and total, or raise line_limit in the compose file."

    /// - Returns: whether it was time, at each of these times.
    private static func giveUp(_ state: inout ViewState, _ times: Int...) -> [Bool] {
        times.map { state.session.giveUpLost(now: .at($0)) }
    }

    @Test func afterASecondTheUserSeesTheLossAndNothingIsPending() throws {
        var state = try ViewState.showing(Fixture.found)
        let action = state.session.report("view.output.didPress", ViewOutput.DidPress(control: "x"))
        let id = try require(action?.id)
        try state.receive(Self.notice(answering: id))
        expect(state.notice == nil && state.session.untilLost(now: .at(5)) == .zero)
        let early = Self.giveUp(&state, 5, 1004)
        expect(
            early == [false, false] && state.session.untilLost(now: .at(1004)) == .milliseconds(1) && !state.isSettled)
        let late = Self.giveUp(&state, 1005)
        expect(late == [true] && state.session.untilLost(now: .at(1005)) == nil && state.isSettled)
        #expect(state.lines.contains { $0.contains("A screen could not be shown") })
        #expect(state.lines.contains { $0.contains("2000000 bytes") }, "\(state.lines)")
        expect(state.memory.failure?.message, equals: Self.words)
        // Sent again and again, it is told once; the next screen takes it away.
        state.handle(all: [.escape])
        try state.receive(Self.notice(answering: id))
        let again = Self.giveUp(&state, 2000, 9000)
        expect(again == [false, true] && state.notice == nil)
        try state.receive(Fixture.show(Fixture.found))
        try state.receive(Self.notice())
        let anew = Self.giveUp(&state, 9000, 10_000)
        expect(anew == [false, true] && state.notice != nil)
        try state.receive(Fixture.show(Fixture.empty))
        expect(state.notice, equals: nil)
    }

    /// By its scene or by its correlation.
    @Test(arguments: [("apps-1", nil), ("apps-2", "view-1-1"), ("apps-1", "other")])
    func aShorterScreenMakesItGood(_ scene: String, _ correlation: String?) throws {
        var state = try ViewState.showing(Fixture.found)
        try state.receive(Self.notice(answering: "view-1-1"))
        state.session.giveUpLost(now: .at(0))
        try state.receive(Fixture.show(Fixture.found, scene, answering: correlation))
        let late = Self.giveUp(&state, 5000)
        expect(late == [false] && state.session.untilLost(now: .at(900)) == nil && state.notice == nil)
    }

    @Test func anotherScenesScreenDoesNot() throws {
        var state = try ViewState.showing(Fixture.found)
        try state.receive(Self.notice())
        try state.receive(Fixture.show(Fixture.found, "apps-2"))
        expect(state.session.untilLost(now: .at(0)), equals: .zero)
    }

    /// Where the attributes stand behind the data, nothing is known of them: then it is what the user waits for.
    @Test func withoutSubjectAndCorrelationItIsForTheScreen() throws {
        var state = try ViewState.showing(Fixture.found)
        _ = state.session.report("view.output.didPress", ViewOutput.DidPress(control: "x"))
        try state.receive(Self.notice(scene: nil))
        let times = Self.giveUp(&state, 0, 1000)
        expect(times == [false, true] && state.isSettled && state.notice != nil)
    }

    /// What is under way ends, a scene without a screen shows its name, and another type has another way out.
    @Test func whatIsUnderWayEnds() throws {
        var state = try ViewState.showing(Fixture.list([], activity: "Searching…"))
        try state.receive(Self.notice("interactor.output.found", service: "fetcher"))
        let isUnderWay = !state.isSettled
        let times = Self.giveUp(&state, 0, 1000)
        expect(isUnderWay && times == [false, true] && state.isSettled)
        expect(state.memory.failure?.message.contains("fetcher wrote interactor.output.found with"), equals: true)
        expect(state.memory.failure?.message.contains("Send less at a time, or raise"), equals: true)
        try state.receive(Fixture.navigate("apps-1", "app-2"))
        try state.receive(Self.notice(scene: "app-2"))
        let later = Self.giveUp(&state, 2000, 3000)
        expect(later == [false, true] && state.isSettled)
        expect(state.top?.screen, equals: Screen(title: "app-2"))
    }

    /// Names come from strangers.
    @Test func itIsText() throws {
        var state = try ViewState.showing(Fixture.found)
        try state.receive(Self.notice("a\u{1B}[2J\u{202E}b", service: "s\u{9B}\n"))
        state.session.giveUpLost(now: .at(0))
        state.session.giveUpLost(now: .at(1000))
        let message = try require(state.memory.failure?.message)
        #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x9B && $0.value != 0x202E })
        #expect(message.hasPrefix("s"))
    }

    @Test func aSuccessorStillTells() throws {
        var state = try ViewState.showing(Fixture.found)
        try state.receive(Self.notice())
        var next = ViewState(stamp: EventStamp(source: "view", run: "2"), size: state.size)
        next.restore(state.memory)
        expect(next.session.untilLost(now: .at(0)), equals: .zero)
    }

    @Test func aScreenThatCannotBeReadIsToldAtOnce() throws {
        var state = try ViewState.showing(Fixture.found)
        let action = state.session.report("view.output.didPress", ViewOutput.DidPress(control: "x"))
        let id = try require(action?.id)
        var show = Fixture.show(Fixture.found, answering: id)
        show.data = Array(#"{"screen":{"title":"x","parts":[{"list":{"rows":[{"title":"y"}]}}]}}"#.utf8)
        let answers = state.receive(.event(show))
        expect(answers.map(\.type), equals: [ProcessOutput.Refused.type])
        expect(state.isSettled && state.top?.screen == Fixture.found)
        expect(state.memory.failure?.message.contains("data.screen.parts[0].list.rows[0].id"), equals: true)
        // Sent again and again, it is told once.
        state.handle(all: [.escape])
        _ = state.receive(.event(show))
        expect(state.notice, equals: nil)
    }

    @Test func linearModeTellsAndGoesOn() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        session.commands("search x", "search y")
        session.bus(Self.notice(answering: "view-1-1"))
        session.perform(session.mode.giveUpLost(now: .at(0)))
        let rest = session.mode.remainingPatience(now: .at(400))
        expect(session.sent.count == 1 && rest == .milliseconds(600))
        var successor = LinearSession()
        successor.mode = LinearMode(stamp: Fixture.stamp, options: .init(echoesCommands: true))
        successor.perform(successor.mode.receive(.event(session.mode.memory.restoring)))
        let successorsRest = successor.mode.remainingPatience(now: .at(0))
        expect(successorsRest, equals: .zero)
        session.perform(session.mode.giveUpLost(now: .at(1000)))
        expect(session.transcript, contains: "> search x\n! show: \(Self.words)\n> search y\n", "\(session.transcript)")
        expect(session.sent.count == 2 && session.complaints == ["line 1: show: \(Self.words)"])
        session.bus(Fixture.show(Fixture.found, answering: "view-1-2"))
        session.commands("quit")
        expect(session.end, equals: .unavailable)
    }
}

extension LinearMemory {
    fileprivate var restoring: Event {
        var event = snapshot
        event.type = ProcessInput.Restore.type
        return event
    }
}
