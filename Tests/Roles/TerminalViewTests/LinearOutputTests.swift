import RouterMessages
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// What linear mode prints of screens, and when.
@Suite struct LinearOutputTests {
    @Test func anAlertAndMoreRowsAreTold() {
        var session = LinearSession()
        var screen = Fixture.failed
        screen.hasMore = true
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        #expect(
            session.transcript.hasSuffix(
                """
                more rows: type more
                ! The search failed: The server asked to slow down.
                  Try again in a minute.  [1 Retry] [2 OK]


                """))
    }

    @Test(arguments: [
        (Fixture.pager(2), "[picture: iPhone 2]\n2 of 5 [1 previous] [2 next]\n"),
        (Fixture.pager(5), "[picture: iPhone 5]\n5 of 5 [1 previous]\n"),
        (Fixture.song(image: Fixture.image), "[picture: The cover]\nA song\n"),
        (Fixture.folded(), "News line 12.\n-- Description --\n"),
        (Fixture.list([Row(id: "1", title: "Song", symbol: "♪", accessory: "3:05")]), " 1. ♪ Song  3:05\n"),
    ]) func partsAsText(_ screen: Screen, _ text: String) {
        expect(LinearPage.text(of: screen), contains: text)
    }

    @Test func whatTheRouterDidIsTold() {
        var session = LinearSession()
        session.bus(
            Fixture.navigate("apps-1"), Fixture.show(Fixture.found),
            Event(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: "https://a.example/\u{1B}[2J?q=1")),
            Event(RouterOutput.DidPlay.type, RouterOutput.DidPlay(url: "https://b.example", player: "mp\nv")))
        #expect(
            session.transcript.hasSuffix("opened https://a.example/[2J?q=1\nplaying https://b.example in mp v\n"))
    }

    @Test func theSameScreenIsNotPrintedTwice() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found), Fixture.show(Fixture.found))
        session.bus(Fixture.show(Fixture.list(Fixture.rows, activity: "Searching…")), Fixture.show(Fixture.found))
        expect(session.transcript.split(separator: "== App Store ==").count, equals: 1)
    }

    /// Regression: it printed nothing, as if there had been no answer.
    @Test func aRetryThatFailsAgainIsTold() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.failed))
        session.commands("press Retry")
        session.bus(Fixture.show(Fixture.list(Fixture.rows, activity: "Searching…"), answering: "view-1-1"))
        session.bus(Fixture.show(Fixture.failed, answering: "view-1-1"))
        let alert =
            "! The search failed: The server asked to slow down.\n  Try again in a minute.  [1 Retry] [2 OK]\n\n"
        #expect(session.transcript.hasSuffix("> press Retry\n" + alert))
        session.commands("back")
        session.bus(Fixture.show(Fixture.found, answering: "view-1-2"))
        #expect(session.transcript.hasSuffix("> back\n== App Store ==\nsearch: music\n\n"))
        session.commands("search music")
        session.bus(Fixture.show(Fixture.found, answering: "view-1-3"))
        #expect(session.transcript.hasSuffix("> search music\nNothing has changed.\n\n"))
    }

    /// Regression: `more` printed the whole list again.
    @Test func onlyWhatIsNewIsPrinted() {
        var session = LinearSession()
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
        expect(session.transcript, contains: "> list\n 1. App 1")
    }

    @Test func aUserIsPrompted() {
        var session = LinearSession()
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
}
