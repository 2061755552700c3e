import RouterMessages
import TerminalView
import Testing
import ViewMessages
import Wire

/// A session in memory: commands in, what the bus would answer, and the transcript of what a person reads.
private struct Session {
    var mode = LinearMode(stamp: EventStamp(source: "view", run: "1"), echoesCommands: true)
    var transcript = ""
    var complaints: [String] = []
    var sent: [String] = []
    var typed = ""
    var end: Wire.ExitStatus?

    mutating func perform(_ effects: [LinearMode.Effect]) {
        for effect in effects where end == nil {
            switch effect {
            case .send(let event): sent += [Effect.send(event)].sent
            case .print(let text): transcript += text
            case .complain(let text): complaints.append(text)
            case .typed(let text): typed += text
            case .end(let status): end = status
            }
        }
    }

    mutating func commands(_ lines: String...) { for line in lines { perform(mode.read(command: line)) } }
    mutating func bus(_ events: Event...) { for event in events { perform(mode.receive(.event(event))) } }
}

@Suite struct LinearModeTests {
    @Test func aWholeSession() {
        var session = Session()
        session.commands("# a comment", "", "search music", "select 2", "press \"open in app store\"", "back", "quit")
        #expect(session.transcript.isEmpty, "nothing is done before there is a screen")
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.empty))
        #expect(session.sent == [#"didSearch {"query":"music"} @apps-1"#])
        session.bus(Fixture.show(Fixture.list([], activity: "Searching…"), answering: "view-1-1"))
        #expect(session.sent.count == 1, "not settled")
        session.bus(Fixture.show(Fixture.found, answering: "view-1-1"))
        session.bus(Fixture.navigate("apps-1", "app-2", answering: "view-1-2"))
        #expect(session.sent.count == 2, "the new scene has no screen yet")
        session.bus(Fixture.show(Fixture.details, "app-2", answering: "view-1-2"))
        var opened = Event(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: "https://a.example"))
        opened.correlationID = "view-1-3"
        session.bus(opened)
        #expect(session.end == nil)
        session.bus(Fixture.navigate("apps-1", answering: "view-1-4"))
        #expect(session.end == .done)
        #expect(
            session.sent == [
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
        #expect(
            session.transcript == """
                == App Store ==
                search: (Search the App Store)

                > search music
                \(found)

                > select 2
                == Humway ==
                Humway: Music Discovery
                Plume
                Free · Music
                [Open in App Store]
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
                \(found)

                > quit

                """)
        #expect(session.complaints.isEmpty)
    }

    @Test(arguments: [
        (Fixture.found, "select 99", "there are only 4 rows"), (Fixture.empty, "select 1", "there are no rows"),
        (Fixture.found, "select x", "a row's number is wanted, such as: select 1"),
        (Fixture.found, "select 0", "a row's number is wanted, such as: select 1"),
        (Fixture.found, "fly", "no such command; there are search, select, press, more, back, quit and help"),
        (Fixture.found, "press OK", "there are no buttons"),
        (Fixture.found, "press", "a button's name is wanted, such as: press OK"),
        (Fixture.details, "press Close", "no such button; there are: Open in App Store"),
        (Fixture.details, "search x", "there is nothing to search here"),
        (Fixture.found, "more", "there is nothing more"),
        (Fixture.pager(5), "press next", "no such button; there are: previous"),
        (Fixture.pager(1, of: 1), "press next", "there are no buttons"),
        (Fixture.failed, "select 1", "an alert is in front; press one of its buttons first"),
        (Fixture.failed, "press Maybe", "no such button; there are: Retry, OK"),
    ]) func whatCannotBeDoneIsToldAndTheNextCommandIsServed(_ screen: Screen, _ command: String, _ reason: String) {
        var session = Session()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        session.commands("# first", command, "help", "quit")
        #expect(session.complaints == ["line 2: \(command): \(reason)"])
        #expect(session.transcript.contains("\n? \(command): \(reason)\n"))
        #expect(session.transcript.contains("> help\nsearch TEXT"))
        #expect(session.sent.isEmpty)
        #expect(session.end == .badInput)
    }

    @Test(arguments: [
        (Fixture.failed, "press retry", #"didPress {"control":"retry"} @apps-1"#),
        (Fixture.failed, "press DISMISS", #"didPress {"control":"dismiss"} @apps-1"#),
        (Fixture.failed, "back", #"didPress {"control":"dismiss"} @apps-1"#),
        (Fixture.failed, "search x", #"didSearch {"query":"x"} @apps-1"#),
        (Fixture.empty, "search", #"didSearch {"query":""} @apps-1"#),
        (Fixture.empty, "  Search   two words  ", #"didSearch {"query":"two words"} @apps-1"#),
        (Fixture.list(Fixture.rows, hasMore: true), "more", "didReachEnd {} @apps-1"),
        (Fixture.pager(2), "press next", #"didPress {"control":"next"} @apps-1"#),
        (Fixture.pager(2), "press Previous", #"didPress {"control":"previous"} @apps-1"#),
        (Fixture.details, "select 2", #"didSelect {"row":"s2"} @apps-1"#),
    ]) func commandsAreReported(_ screen: Screen, _ command: String, _ sent: String) {
        var session = Session()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        session.commands(command)
        #expect(session.sent == [sent])
        #expect(session.complaints.isEmpty)
    }

    @Test func anAlertAndMoreRowsAreTold() {
        var session = Session()
        var screen = Fixture.failed
        screen.hasMore = true
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        #expect(
            session.transcript.hasSuffix(
                """
                more rows: type more
                ! The search failed: The server asked to slow down. Try again in a minute.  [Retry] [OK]


                """))
    }

    @Test(arguments: [
        (Fixture.pager(2), "[picture: iPhone 2]\n2 of 5 [previous] [next]\n"),
        (Fixture.pager(5), "[picture: iPhone 5]\n5 of 5 [previous]\n"),
        (Fixture.song(image: Fixture.image), "[picture: The cover]\nA song\n"),
        (Fixture.folded(), "News line 12.\n-- Description --\n"),
        (Fixture.list([Row(id: "1", title: "Song", symbol: "♪", accessory: "3:05")]), " 1. ♪ Song  3:05\n"),
    ]) func partsAsText(_ screen: Screen, _ text: String) {
        #expect(LinearPage.text(of: screen).contains(text))
    }

    @Test func whatTheRouterDidIsTold() {
        var session = Session()
        session.bus(
            Fixture.navigate("apps-1"), Fixture.show(Fixture.found),
            Event(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: "https://a.example/\u{1B}[2J?q=1")),
            Event(RouterOutput.DidPlay.type, RouterOutput.DidPlay(url: "https://b.example", player: "mp\nv")))
        #expect(
            session.transcript.hasSuffix("opened https://a.example/[2J?q=1\nplaying https://b.example in mp v\n"))
    }

    @Test func theSameScreenIsNotPrintedTwice() {
        var session = Session()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found), Fixture.show(Fixture.found))
        session.bus(Fixture.show(Fixture.list(Fixture.rows, activity: "Searching…")), Fixture.show(Fixture.found))
        #expect(session.transcript.split(separator: "== App Store ==").count == 1)
    }

    @Test func theRoutersFailureIsTold() {
        var session = Session()
        session.bus(
            Fixture.navigate("apps-1"), Fixture.show(Fixture.found),
            Event(RouterOutput.DidFail.type, RouterOutput.DidFail(action: "openURL", message: "no\nbrowser")))
        #expect(session.transcript.hasSuffix("! openURL: no browser\n"))
    }

    @Test func endsOfEveryKind() {
        func session(_ commands: [String], ending: Bool, settled: Bool = true) -> Session {
            var session = Session()
            session.bus(Fixture.navigate("apps-1"))
            if settled { session.bus(Fixture.show(Fixture.found)) }
            for command in commands { session.perform(session.mode.read(command: command)) }
            if ending { session.perform(session.mode.endCommands()) }
            return session
        }
        #expect(session([], ending: true).end == .done, "the end of the commands quits")
        #expect(session([], ending: false).end == nil)
        var waiting = session(["search x"], ending: true)
        #expect(waiting.end == nil, "not before the last command is answered")
        waiting.perform(waiting.mode.endEvents())
        #expect(waiting.end == .unavailable)
        var left = session(["# one", "select 2", "quit"], ending: true, settled: false)
        left.perform(left.mode.endEvents())
        #expect(left.end == .unavailable)
        #expect(left.complaints == ["line 2: select 2: the session has ended"])
        var idle = session([], ending: false)
        idle.perform(idle.mode.endEvents())
        #expect(idle.end == .done)
        var gone = session(["back", "select 1"], ending: false)
        gone.bus(Fixture.navigate(answering: "view-1-1"))
        #expect(gone.end == .done, "the last scene was left")
    }
}
