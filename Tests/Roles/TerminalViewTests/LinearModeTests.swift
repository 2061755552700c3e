import RouterMessages
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Whole sessions in linear mode: their transcripts, errors and ends.
@Suite struct LinearModeTests {
    @Test func aWholeLinearSession() {
        var session = LinearSession()
        session.commands("# a comment", "", "search music", "select 2", "press \"open in app store\"", "back", "quit")
        #expect(session.transcript.isEmpty, "nothing is done before there is a screen")
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.empty))
        expect(session.sent, equals: [#"didSearch {"query":"music"} @apps-1"#])
        session.bus(Fixture.show(Fixture.list([], activity: "Searching…"), answering: "view-1-1"))
        expect(session.sent.count, equals: 1, "not settled")
        session.bus(Fixture.show(Fixture.found, answering: "view-1-1"))
        session.bus(Fixture.navigate("apps-1", "app-2", answering: "view-1-2"))
        expect(session.sent.count, equals: 2, "the new scene has no screen yet")
        session.bus(Fixture.show(Fixture.details, "app-2", answering: "view-1-2"))
        var opened = Event(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: "https://a.example"))
        opened.correlationID = "view-1-3"
        session.bus(opened)
        expect(session.end, equals: nil)
        session.bus(Fixture.navigate("apps-1", answering: "view-1-4"))
        expect(session.end, equals: .done)
        expect(
            session.sent,
            equals: [
                #"didSearch {"query":"music"} @apps-1"#, #"didSelect {"row":"2"} @apps-1"#,
                #"didPress {"control":"open"} @app-2"#, "didGoBack {} @app-2",
            ])
        let description = (1...30).map { "Line \($0)." }.joined(separator: "\n")
        let found = """
            == App Store ==
            search: music
             1. Humway: Music Discovery — Plume  ★★★★★ 4.8 (3,201,552)
             2. 音楽プレーヤー — 株式会社オンガク  ★★★★☆ 4.1 (823)
             3. Family 👨‍👩‍👧‍👦 Songs — Kids & Co
             4. A very long name that goes on and on, beyond what any terminal has room for on one line
            """
        expect(
            session.transcript,
            equals: """
                == App Store ==
                search: (Search the App Store)

                > search music
                \(found)

                > select 2
                == Humway ==
                Humway: Music Discovery
                Plume
                Free · Music
                [1 Open in App Store]
                -- What's New -- Version 18.2 · 3 Jan 2026
                Bug fixes and improvements, as ever, and some more of them than the last time.
                -- Description --
                \(description)
                -- Screenshots --
                 1. iPhone 1
                 2. iPad 1

                > press "open in app store"
                opened https://a.example
                > back
                == App Store ==
                search: music
                4 rows, as before: again prints it

                > quit

                """)
        #expect(session.complaints.isEmpty)
    }

    @Test func theRoutersFailureIsToldAndIsAnError() {
        var session = LinearSession()
        session.bus(
            Fixture.navigate("apps-1"), Fixture.show(Fixture.found),
            Event(RouterOutput.DidFail.type, RouterOutput.DidFail(action: "openURL", message: "no\nbrowser")))
        session.commands("quit")
        #expect(session.transcript.hasSuffix("! openURL: no browser\n> quit\n"))
        expect(session.complaints, equals: ["openURL: no browser"])
        expect(session.end, equals: .unavailable)
    }

    /// It ended with 0, and only the transcript had it.
    @Test func aFailureIsAnErrorOfTheLinearSession() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.empty))
        session.commands("search music", "back", "quit")
        var failed = Fixture.failed
        failed.alert?.isFailure = true
        session.bus(Fixture.show(failed, answering: "view-1-1"))
        session.bus(Fixture.show(Fixture.found, answering: "view-1-2"))
        expect(
            session.complaints,
            equals: [
                "line 1: The search failed: The server asked to slow down. Try again in a minute."
            ])
        expect(session.end, equals: .unavailable)
    }

    /// A notice, such as that nothing was found, is none.
    @Test func whatIsOnlyToBeReadIsNoError() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.failed))
        session.commands("quit")
        #expect(session.complaints.isEmpty)
        expect(session.end, equals: .done)
    }

    @Test(arguments: ["fly", "search music"]) func aStrictScriptEndsAtItsFirstError(command: String) {
        var session = LinearSession()
        session.mode = LinearMode(
            stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: true, isStrict: true))
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.empty))
        session.commands(command, "search other", "quit")
        var failed = Fixture.failed
        failed.alert?.isFailure = true
        session.bus(Fixture.show(failed, answering: "view-1-1"))
        #expect(!session.sent.contains { $0.contains("other") })
        expect(session.end, equals: (command == "fly" ? .badInput : .unavailable))
    }

    @Test func endsOfEveryKind() {
        func session(_ commands: [String], ending: Bool, settled: Bool = true) -> LinearSession {
            var session = LinearSession()
            session.bus(Fixture.navigate("apps-1"))
            if settled { session.bus(Fixture.show(Fixture.found)) }
            for command in commands { session.commands(command) }
            if ending { session.perform(session.mode.endCommands()) }
            return session
        }
        expect(session([], ending: true).end, equals: .done, "the end of the commands quits")
        expect(session([], ending: false).end, equals: nil)
        var waiting = session(["search x"], ending: true)
        expect(waiting.end, equals: nil, "not before the last command is answered")
        waiting.perform(waiting.mode.endEvents())
        expect(waiting.end, equals: .unavailable)
        var left = session(["# one", "select 2", "quit"], ending: true, settled: false)
        left.perform(left.mode.endEvents())
        expect(left.end, equals: .unavailable)
        expect(left.complaints, equals: ["line 2: select 2: the session has ended"])
        var wrong = session(["# one", "fly"], ending: true, settled: false)
        wrong.perform(wrong.mode.endEvents())
        expect(wrong.complaints, equals: ["line 2: fly: the session has ended"], "also one that is no command")
        var idle = session([], ending: false)
        idle.perform(idle.mode.endEvents())
        expect(idle.end, equals: .done)
        var gone = session(["select 2", "select 1"], ending: false)
        gone.bus(Fixture.navigate(answering: "view-1-1"))
        expect(gone.end, equals: .done, "the last scene was left")
    }

    /// Such as a traceback, or the rows that a question is about: they are read line by line.
    @Test(
        arguments: [
            ("Traceback:\n  line 1\nIt ended.", "! logs failed: Traceback:\n    line 1\n  It ended.  [1 Close]\n"),
            ("It ended.", "! logs failed: It ended.  [1 Close]\n"), ("", "! logs failed  [1 Close]\n"),
        ], [true, nil])
    func anAlertKeepsItsLines(_ text: (message: String, lines: String), _ isFailure: Bool?) {
        var screen = Screen(title: "Logs")
        screen.alert = Alert(
            title: "logs failed", message: text.message,
            buttons: [Button(control: "close", title: "Close", role: .cancel)], isFailure: isFailure)
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        expect(session.transcript, contains: text.lines)
    }
}
