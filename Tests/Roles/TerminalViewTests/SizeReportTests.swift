import Foundation
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// A screen that asks is told the size of the view.
@Suite struct SizeReportTests {
    private static func screen(_ title: String = "T") -> Screen { Screen(title: title, reportsSize: true) }

    private static func sent(_ events: [Event]) -> [String] { events.map(KeyEffect.send).sent }

    @Test func aScreenThatDoesNotAskIsNotTold() throws {
        var state = try ViewState.showing(Screen(title: "T"))
        state.session.resize(to: Size(columns: 100, rows: 30))
        let reports = state.session.takeReports(now: .at(0)) + state.session.takeReports(now: .at(5000))
        #expect(reports.isEmpty)
    }

    /// At once, then when the size rests; never more than one that is not answered.
    @Test func theNewestSizeIsToldWhenItRests() throws {
        var state = try ViewState.showing(Self.screen())
        let first = state.session.takeReports(now: .at(0))
        expect(Self.sent(first), equals: [#"didResize {"columns":80,"rows":24} @apps-1"#])
        expect(state.isSettled && state.session.untilReports(now: .at(0)) == nil)
        try state.receive(Fixture.show(Self.screen("narrow"), answering: first.first?.id))
        var dragged: [Event] = []
        for now in 1...50 {
            state.session.resize(to: Size(columns: 80 + now, rows: 24))
            dragged += state.session.takeReports(now: .at(now * 10))
        }
        expect(dragged.isEmpty && state.session.untilReports(now: .at(510)) == .milliseconds(90))
        let last = state.session.takeReports(now: .at(600))
        expect(Self.sent(last), equals: [#"didResize {"columns":130,"rows":24} @apps-1"#])
        state.session.resize(to: Size(columns: 90, rows: 24))
        let unanswered = state.session.takeReports(now: .at(700)) + state.session.takeReports(now: .at(900))
        expect(unanswered.isEmpty && state.session.untilReports(now: .at(900)) == nil)
        try state.receive(Fixture.show(Self.screen("wide"), answering: last.first?.id))
        expect(
            Self.sent(state.session.takeReports(now: .at(901))),
            equals: [#"didResize {"columns":90,"rows":24} @apps-1"#])
    }

    /// Its preview has a place beside the rows, below them, or none; the user moves the border.
    @Test func theRoomOfThePreviewIsTold() throws {
        var screen = Self.screen()
        var state = try ViewState.showing(screen)
        screen.preview = [.text(Text(body: "p"))]
        var told: [String] = []
        func report(now: Int) throws {
            let events = state.session.takeReports(now: .at(now)) + state.session.takeReports(now: .at(now + 100))
            told += Self.sent(events)
            if let id = events.last?.id { try state.receive(Fixture.show(screen, answering: id)) }
        }
        try report(now: 0)
        try state.receive(Fixture.show(screen))
        try report(now: 200)
        state.session.resize(to: Size(columns: 120, rows: 24))
        try report(now: 400)
        _ = state.handle(">")
        try report(now: 600)
        state.session.resize(to: Size(columns: 80, rows: 10))
        try report(now: 800)
        expect(
            told,
            equals: [
                #"didResize {"columns":80,"rows":24} @apps-1"#,
                #"didResize {"columns":80,"previewColumns":76,"previewRows":8,"rows":24} @apps-1"#,
                #"didResize {"columns":120,"previewColumns":56,"previewRows":21,"rows":24} @apps-1"#,
                #"didResize {"columns":120,"previewColumns":52,"previewRows":21,"rows":24} @apps-1"#,
                #"didResize {"columns":80,"rows":10} @apps-1"#,
            ])
    }

    @Test func eachSceneIsToldAndNoneBehindAnAlert() throws {
        var state = try ViewState.showing(Self.screen())
        _ = state.session.takeReports(now: .at(0))
        try state.receive(Fixture.navigate("apps-1", "app-2"))
        var asking = Fixture.failed
        asking.reportsSize = true
        try state.receive(Fixture.show(asking, "app-2"))
        #expect(state.session.takeReports(now: .at(0)).isEmpty)
        try state.receive(Fixture.show(Self.screen(), "app-2"))
        expect(
            Self.sent(state.session.takeReports(now: .at(0))), equals: [#"didResize {"columns":80,"rows":24} @app-2"#])
    }

    /// The screen that is made for the size is the one that a script sees, and a command waits for it.
    @Test func linearModeHasOneSizeAndAwaitsTheAnswer() {
        var session = LinearSession()
        session.commands("search x")
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen("Any")))
        expect(session.sent == [#"didResize {"columns":80,"rows":24} @apps-1"#] && session.transcript.isEmpty)
        expect(session.told?.snapshot.data.isEmpty, equals: false, "a successor knows what is awaited")
        var made = Fixture.empty
        made.reportsSize = true
        session.bus(Fixture.show(made, answering: "view-1-1"))
        #expect(session.transcript.hasPrefix("== App Store ==\n"))
        expect(session.sent.last, equals: #"didSearch {"query":"x"} @apps-1"#)
    }

    /// On a real terminal, whose window is changed.
    @Test func theProgramTellsTheNewSize() throws {
        let stage = try Stage()
        try stage.send(Fixture.navigate("apps-1"), Fixture.show(Self.screen("Sized")))
        try stage.waitForEvent(#""data":{"columns":80,"rows":24}"#)
        try stage.send(Fixture.show(Self.screen("Answered")))
        try stage.terminal.wait(for: "Answered")
        try stage.terminal.resize(columns: 60, rows: 20)
        try stage.waitForEvent(#""data":{"columns":60,"rows":20}"#)
        expect(stage.events.components(separatedBy: "didResize").count, equals: 3)
        try stage.terminal.send("q")
        try expect(stage.finish().status, equals: "0")
    }
}
