import RouterMessages
import TerminalView
import Testing
import ViewMessages
import Wire

/// A session in memory: commands in, what the bus would answer, and the transcript of what a person reads.
private struct Session {
    var mode = LinearMode(stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: true))
    var transcript = ""
    var complaints: [String] = []
    var sent: [String] = []
    /// What a process that takes this one's place would be told.
    var told: LinearMemory?
    var end: Wire.ExitStatus?

    mutating func perform(_ effects: [LinearMode.Effect]) {
        for effect in effects where end == nil {
            switch effect {
            case .send(let event, let memory):
                sent += [Effect.send(event)].sent
                told = memory
            case .print(let text, let memory):
                transcript += text
                told = memory ?? told
            case .complain(let text): complaints.append(text)
            case .resume(let memory): told = memory
            case .end(let status): end = status
            }
        }
    }

    mutating func commands(_ lines: String...) { for line in lines { type(line + "\n") } }
    mutating func type(_ text: String) { perform(mode.read(Array(text.utf8))) }
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

    @Test(arguments: [
        (Fixture.found, "select 99", "there are only 4 rows"), (Fixture.empty, "select 1", "there are no rows"),
        (Fixture.found, "select x", "give a row's number, such as: select 1"),
        (Fixture.found, "select 0", "give a row's number, such as: select 1"),
        (
            Fixture.found, "fly",
            "no such command; there are search, select, press, more, back, list, again, where, quit and help"
        ),
        (Fixture.found, "press OK", "there are no buttons"),
        (Fixture.found, "press", "give a button's name or number, such as: press OK"),
        (Fixture.details, "press Close", "no such button; there are: Open in App Store"),
        (Fixture.details, "search x", "there is nothing to search here"),
        (Fixture.found, "more", "there is nothing more"),
        (Fixture.pager(5), "press next", "no such button; there are: previous"),
        (Fixture.pager(1, of: 1), "press next", "there are no buttons"),
        (Fixture.failed, "select 1", "an alert is in front; press one of its buttons first"),
        (Fixture.found, "select 99999999999999999999", "there are only 4 rows"),
        (Fixture.found, "select -1", "give a row's number, such as: select 1"),
        (Fixture.found, "select 1.5", "give a row's number, such as: select 1"),
        (Fixture.list([Row(id: "1", title: "One")]), "select 2", "there is only one row"),
        (Fixture.found, "list -1", "give the rows' numbers, such as: list 10-20"),
        (Fixture.found, "list 3-2", "give the rows' numbers, such as: list 10-20"),
        (Fixture.found, "list 1-2-3", "give the rows' numbers, such as: list 10-20"),
        (Fixture.found, "list 0", "give the rows' numbers, such as: list 10-20"),
        (Fixture.found, "list 5-", "there are only 4 rows"), (Fixture.empty, "list", "there are no rows"),
        (Fixture.details, "press 2", "no such button; there are: Open in App Store"),
        (Fixture.failed, "press 99999999999999999999", "no such button; there are: Retry, OK"),
        (Fixture.found, "back", "this is the first screen; quit ends the session"),
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
        (Fixture.failed, "press 2", #"didPress {"control":"dismiss"} @apps-1"#),
        (Fixture.asked, "back", #"didPress {"control":"keep"} @apps-1"#),
        (Fixture.details, "press 1", #"didPress {"control":"open"} @apps-1"#),
        (Fixture.pager(2), "press 2", #"didPress {"control":"next"} @apps-1"#),
        (Fixture.found, "select 2\r", #"didSelect {"row":"2"} @apps-1"#),
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
                ! The search failed: The server asked to slow down. Try again in a minute.  [1 Retry] [2 OK]


                """))
    }

    @Test(arguments: [
        (Fixture.pager(2), "[picture: iPhone 2]\n2 of 5 [1 previous] [2 next]\n"),
        (Fixture.pager(5), "[picture: iPhone 5]\n5 of 5 [1 previous]\n"),
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

    @Test func theRoutersFailureIsToldAndIsAnError() {
        var session = Session()
        session.bus(
            Fixture.navigate("apps-1"), Fixture.show(Fixture.found),
            Event(RouterOutput.DidFail.type, RouterOutput.DidFail(action: "openURL", message: "no\nbrowser")))
        session.commands("quit")
        #expect(session.transcript.hasSuffix("! openURL: no browser\n> quit\n"))
        #expect(session.complaints == ["line 0: openURL: no browser"])
        #expect(session.end == .unavailable)
    }

    /// It ended with 0, and only the transcript had it.
    @Test func aFailureIsAnErrorOfTheSession() {
        var session = Session()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.empty))
        session.commands("search music", "back", "quit")
        var failed = Fixture.failed
        failed.alert?.isFailure = true
        session.bus(Fixture.show(failed, answering: "view-1-1"))
        session.bus(Fixture.show(Fixture.found, answering: "view-1-2"))
        #expect(
            session.complaints == [
                "line 1: The search failed: The server asked to slow down. Try again in a minute."
            ])
        #expect(session.end == .unavailable)
    }

    /// A notice, such as that nothing was found, is none.
    @Test func whatIsOnlyToBeReadIsNoError() {
        var session = Session()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.failed))
        session.commands("quit")
        #expect(session.complaints.isEmpty)
        #expect(session.end == .done)
    }

    @Test(arguments: ["fly", "search music"]) func aStrictScriptEndsAtItsFirstError(command: String) {
        var session = Session()
        session.mode = LinearMode(
            stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: true, isStrict: true))
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.empty))
        session.commands(command, "search other", "quit")
        var failed = Fixture.failed
        failed.alert?.isFailure = true
        session.bus(Fixture.show(failed, answering: "view-1-1"))
        #expect(!session.sent.contains { $0.contains("other") })
        #expect(session.end == (command == "fly" ? .badInput : .unavailable))
    }

    /// It printed nothing, as if nobody had answered.
    @Test func aRetryThatFailsAgainIsTold() {
        var session = Session()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.failed))
        session.commands("press Retry")
        session.bus(Fixture.show(Fixture.list(Fixture.rows, activity: "Searching…"), answering: "view-1-1"))
        session.bus(Fixture.show(Fixture.failed, answering: "view-1-1"))
        let alert = "! The search failed: The server asked to slow down. Try again in a minute.  [1 Retry] [2 OK]\n\n"
        #expect(session.transcript.hasSuffix("> press Retry\n" + alert))
        session.commands("back")
        session.bus(Fixture.show(Fixture.found, answering: "view-1-2"))
        #expect(session.transcript.hasSuffix("> back\n== App Store ==\nsearch: music\n\n"))
        session.commands("search music")
        session.bus(Fixture.show(Fixture.found, answering: "view-1-3"))
        #expect(session.transcript.hasSuffix("> search music\nNothing has changed.\n\n"))
    }

    /// `more` printed the whole list again.
    @Test func onlyWhatIsNewIsPrinted() {
        var session = Session()
        session.bus(
            Fixture.navigate("apps-1"), Fixture.show(Fixture.list(Fixture.numbered(1...3), hasMore: true)))
        session.commands("more")
        session.bus(
            Fixture.show(
                Fixture.list(Fixture.numbered(1...3), activity: "Loading…", hasMore: true), answering: "view-1-1"),
            Fixture.show(Fixture.list(Fixture.numbered(1...5)), answering: "view-1-1"))
        #expect(session.transcript.hasSuffix("> more\n 4. App 4 — Company 4\n 5. App 5 — Company 5\n\n"))
        session.commands("list 2-3", "list 5-", "list 4", "where")
        #expect(
            session.transcript.hasSuffix(
                """
                > list 2-3
                 2. App 2 — Company 2
                 3. App 3 — Company 3

                > list 5-
                 5. App 5 — Company 5

                > list 4
                 4. App 4 — Company 4

                > where
                == App Store ==
                search: music
                5 rows


                """))
        session.commands("again")
        #expect(session.transcript.hasSuffix("> again\n" + LinearPage.text(of: Fixture.list(Fixture.numbered(1...5)))))
        session.commands("list")
        #expect(session.transcript.contains("> list\n 1. App 1"))
    }

    @Test(arguments: [
        ("sel\0ect 1", "the line has a NUL byte, so it is no text"),
        (String(repeating: "x", count: 1 << 20), "a command has at most 65536 bytes"),
        ("search " + String(repeating: "日", count: 30_000), "a command has at most 65536 bytes"),
    ]) func aLineThatIsNoCommandIsTold(_ line: String, _ reason: String) {
        var session = Session()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        // As it comes from a pipe.
        let bytes = Array(("# first\n" + line + "\nselect 1\n").utf8)
        for start in stride(from: 0, to: bytes.count, by: 4096) {
            session.perform(session.mode.read(Array(bytes[start..<min(start + 4096, bytes.count)])))
        }
        #expect(session.complaints.count == 1)
        #expect(session.complaints.first?.hasPrefix("line 2: ") == true)
        #expect(session.complaints.first?.hasSuffix(": " + reason) == true)
        #expect(session.complaints.first?.utf8.count ?? .max < 300)
        #expect(session.sent == [#"didSelect {"row":"1"} @apps-1"#])
    }

    @Test func whatIsNotUTF8IsToldAndALastLineNeedsNoEnd() {
        var session = Session()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        session.perform(session.mode.read(Array("search caf".utf8) + [0xE9, 0x0A] + Array("select 2".utf8)))
        #expect(session.complaints == ["line 1: search caf\u{FFFD}: the line is not UTF-8"])
        #expect(session.sent.isEmpty)
        session.perform(session.mode.endCommands())
        #expect(session.sent == [#"didSelect {"row":"2"} @apps-1"#])
    }

    @Test func aPersonIsPrompted() {
        var session = Session()
        session.mode = LinearMode(
            stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: false, prompts: true))
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.details))
        #expect(session.transcript.hasSuffix(" 2. iPad 1\n\n> "))
        session.commands("press 1")
        #expect(session.transcript.hasSuffix("\n> "), "not before the answer")
        var opened = Event(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: "https://a.example"))
        opened.correlationID = "view-1-1"
        session.bus(opened)
        #expect(session.transcript.hasSuffix("\n> opened https://a.example\n> "))
        session.bus(Event(RouterOutput.DidPlay.type, RouterOutput.DidPlay(url: "https://b.example", player: "mpv")))
        #expect(session.transcript.hasSuffix("\n> \nplaying https://b.example in mpv\n> "))
    }

    /// Killed after any of its writes, it goes on where it was: nothing is printed or sent twice, nothing is lost.
    @Test func aSuccessorGoesOnAfterAnyWrite() throws {
        let script = ["# a comment", "fly", "search music", "select 2", "list 1", "back", "quit"]
        let answers: [String: [Event]] = [
            "view-1-1": [Fixture.show(Fixture.found, answering: "view-1-1")],
            "view-1-2": [
                Fixture.navigate("apps-1", "app-2", answering: "view-1-2"),
                Fixture.show(Fixture.details, "app-2", answering: "view-1-2"),
            ],
            "view-1-3": [Fixture.navigate("apps-1", answering: "view-1-3")],
        ]
        func play(killedAfter writes: Int) throws -> (
            transcript: String, sent: [String], end: Wire.ExitStatus?, writes: Int
        ) {
            var input = Array((script.joined(separator: "\n") + "\n").utf8)
            var (mode, memory) = (
                LinearMode(stamp: EventStamp(source: "view", run: "1"), options: .init(echoesCommands: true)),
                LinearMemory?.none
            )
            var (transcript, sent, count, end) = ("", [String](), 0, Wire.ExitStatus?.none)
            var states: [Event] = [Fixture.navigate("apps-1"), Fixture.show(Fixture.empty)]
            var queue = states
            var lastID: String?
            /// Whether the process has been killed.
            func wrote() -> Bool {
                count += 1
                return count == writes
            }
            func perform(_ effects: [LinearMode.Effect]) -> Bool {
                for effect in effects {
                    switch effect {
                    case .send(let event, let told):
                        memory = told
                        sent += [Effect.send(event)].sent
                        let caused = answers["view-1-\(sent.count)"] ?? []
                        lastID = event.id
                        states =
                            states.filter { old in !caused.contains { $0.type == old.type && $0.subject == old.subject }
                            } + caused
                        queue += caused.map { event in
                            var event = event
                            event.correlationID = lastID
                            return event
                        }
                        if wrote() { return true }
                    case .print(let text, let told):
                        transcript += text
                        // An echo belongs to the write after it; a file's length tells a successor that it stands there.
                        guard let told else { continue }
                        memory = told
                        if wrote() { return true }
                    case .complain, .resume: break
                    case .end(let status):
                        end = status
                        return false
                    }
                }
                return false
            }
            while end == nil {
                var killed = false
                if !queue.isEmpty {
                    killed = perform(mode.receive(.event(queue.removeFirst())))
                } else if let next = input.firstIndex(of: 0x0A), mode.awaitsCommand {
                    let line = Array(input[...next])
                    memory = mode.memory(reading: line, position: nil)
                    input.removeFirst(line.count)
                    killed = wrote() ? true : perform(mode.read(line))
                } else {
                    Issue.record("stuck after \(transcript)")
                    break
                }
                guard killed else { continue }
                mode = LinearMode(stamp: EventStamp(source: "view", run: "2"), options: .init(echoesCommands: true))
                queue = states.map { event in
                    var event = event
                    event.correlationID = lastID
                    return event
                }
                if let memory {
                    var restore = memory.snapshot
                    restore.type = ProcessInput.Restore.type
                    queue.insert(restore, at: 0)
                }
            }
            return (transcript, sent, end, count)
        }
        let quiet = try play(killedAfter: 0)
        #expect(quiet.sent.count == 3)
        #expect(quiet.end == .badInput)
        #expect(quiet.writes > 12)
        for writes in 1...quiet.writes {
            let disturbed = try play(killedAfter: writes)
            #expect(disturbed.sent.count == quiet.sent.count, "killed after write \(writes)")
            #expect(disturbed.transcript == quiet.transcript, "killed after write \(writes)")
            #expect(disturbed.end == quiet.end, "killed after write \(writes)")
        }
    }

    @Test func endsOfEveryKind() {
        func session(_ commands: [String], ending: Bool, settled: Bool = true) -> Session {
            var session = Session()
            session.bus(Fixture.navigate("apps-1"))
            if settled { session.bus(Fixture.show(Fixture.found)) }
            for command in commands { session.commands(command) }
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
        var gone = session(["select 2", "select 1"], ending: false)
        gone.bus(Fixture.navigate(answering: "view-1-1"))
        #expect(gone.end == .done, "the last scene was left")
    }
}
