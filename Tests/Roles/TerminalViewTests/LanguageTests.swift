import Languages
@testable import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// The views' own words in the language of the user.
@Suite struct LanguageTests {
    @Test func reasonsAreTranslated() {
        let refusals: [IntentRefusal] = [
            .noScreen, .otherScene, .questionInFront, .notOffered, .nothingToSearch, .firstScene, .nothingMore,
            .noPreviews,
            .nothingBelow, .onlyPieces, .chosenOneByOne, .marksAreFull, .notForRow, .notForMarkedRows, .noRow,
        ]
        for refusal in refusals { #expect(Language.german.table[refusal.sentence] != nil, "\(refusal)") }
    }

    // MARK: A session

    private static func german(_ screen: Screen) throws -> ViewState {
        var state = ViewState(stamp: Fixture.stamp, size: Size(columns: 100, rows: 24))
        state.session.language = .german
        try state.receive(Fixture.navigate("apps-1"))
        try state.receive(Fixture.show(screen))
        return state
    }

    @Test func aTerminalIsGerman() throws {
        var screen = Fixture.list(Fixture.numbered(1...30))
        screen.keys = [ScreenKey(control: "open", title: "open", character: "x")]
        screen.preview = [.text(Text(body: (1...60).map { "Line \($0)" }.joined(separator: "\n")))]
        var state = try Self.german(screen)
        for hint in ["⏎ öffnen", "/ suchen", "x open"] {
            expect(state.lines.last?.contains(hint), equals: true, "the application's words are its own")
        }
        #expect(state.lines.contains { $0.contains("weitere Zeilen") })
        state.handle(all: [.alt("x")])
        expect(state.lines.last?.hasPrefix(" Alt-x hat hier keine Bedeutung; ? zeigt die Tasten"), equals: true)
        state.handle(all: [.escape])
        expect(state.lines.last?.hasPrefix(" Dies ist der erste Bildschirm; q beendet"), equals: true)
        state.handle(all: ["?"])
        #expect(state.lines.contains { $0.contains("eine halbe Seite nach unten") })
        state.handle(all: [.escape, ":", "k", "o", "p", "i"])
        expect(state.paletteEntries.map(\.label), equals: ["Zeile kopieren"])
        state.handle(all: [.enter])
        expect(state.memory.history.texts[":"], equals: ["copy the row"], "no event depends on the language")
    }

    /// Numbers of the session, the transcript and errors; commands stay as they are.
    @Test func linearModeIsGerman() throws {
        var screen = Fixture.list(Fixture.numbered(1...2))
        screen.hasMore = true
        screen.parts.append(.progress(Progress(label: "Copy", tone: .danger)))
        var mode = LinearMode(stamp: Fixture.stamp, options: .init(echoesCommands: false))
        mode.language = .german
        var printed = ""
        func take(_ effects: [LinearEffect]) {
            for case .print(let text, _) in effects { printed += text }
        }
        take(mode.receive(.event(Fixture.navigate("apps-1"))))
        take(mode.receive(.event(Fixture.show(screen))))
        expect(printed.contains("Copy: im Gange (Gefahr)\n") && printed.contains("weitere Zeilen: more\n"))
        take(mode.read(Array("select 9\nsort\nback\nwhere\nbogus\nhelp\n".utf8)))
        for line in [
            "? select 9: es gibt nur 2 Zeilen", "? sort: den Titel einer Spalte angeben, etwa: sort Name",
            "? back: dies ist der erste Bildschirm; quit beendet die Sitzung", "2 Zeilen",
            "select N      Zeile N öffnen; wie in jedem Befehl geht statt der Nummer auch der Titel oder die Id einer Zeile",
        ] { expect(printed, contains: line + "\n", "\(line)") }
        expect(printed, contains: "? bogus: kein solcher Befehl; es gibt search, ")
    }

    /// An application's words go before those of the language; the others stay.
    @Test func anApplicationsWordsGoFirst() throws {
        var screen = Fixture.found
        screen.words = ["open": "ouvrir"]
        let state = try Self.german(screen)
        expect(state.lines.last?.contains("⏎ ouvrir") == true && state.lines.last?.contains("? Hilfe") == true)
    }

    @Test(arguments: [("de_DE.UTF-8", "? Hilfe"), ("C.UTF-8", "? help")]) func aRealTerminalIs(
        _ locale: String, _ hint: String
    ) throws {
        let stage = try Stage(environment: ["LC_ALL": locale])
        try stage.send(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        try stage.terminal.wait(for: hint)
        try stage.terminal.type("q")
        try expect(stage.finish(), equals: Stage.End(status: "0"))
    }
}
