import RouterMessages
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// The view's own words in the language of the application.
@Suite struct WordsTests {
    private static func screen(_ words: [String: String]) -> Screen {
        var screen = Fixture.found
        screen.words = words
        screen.keys = [
            ScreenKey(control: "x", title: "open", character: "x", confirm: Confirmation(title: "Wirklich?"))
        ]
        return screen
    }

    @Test func theyStandInTheStatusLineTheHelpAndQuestions() throws {
        var state = try ViewState.showing(
            Self.screen([
                "open": "öffnen", "search": "suchen", "help": "Hilfe", "quit": "Ende", "page up": "Seite zurück",
                "Keys": "Tasten", "Cancel": "Nein",
            ]))
        let hints = try require(state.lines.last)
        for hint in ["⏎ öffnen", "/ suchen", "? Hilfe", "q Ende", "x open"] { expect(hints, contains: hint, "\(hint)") }
        _ = state.handle("?")
        expect(state.lines.contains { $0.contains("Tasten") } && state.lines.contains { $0.contains("Seite zurück") })
        _ = state.handle(all: [.escape, "x"])
        #expect(state.lines.contains { $0.contains("[ Nein ]") })
    }

    static let wrong: [(FormField, String, String)] = [
        (FormField(id: "f", label: "F", isRequired: true), "", "Fehlt"),
        (FormField(id: "f", label: "F", kind: .date), "x", "Kein Datum"),
        (FormField(id: "f", label: "F", kind: .number), "x", "Enter a number, for example 42"),
        (FormField(id: "f", label: "F", kind: .number, min: 5), "1", "Ab 5, bitte"),
        (FormField(id: "f", label: "F", kind: .number, max: 5.5), "7", "Höchstens"),
    ]

    @Test(arguments: wrong.indices) func theySayWhatIsWrongInAField(_ index: Int) throws {
        let (field, text, error) = Self.wrong[index]
        var screen = Screen(title: "T", parts: [.form(Form(id: "f", fields: [field]))])
        screen.words = [
            "This is required": "Fehlt", "Enter a date, for example 2026-11-22": "Kein Datum",
            "Must be at least %": "Ab %, bitte", "Must be at most %": "Höchstens",
        ]
        var state = try ViewState.showing(screen)
        state.handle(all: [.paste(text), .control("s")])
        #expect(state.lines.contains { $0.contains(error) })
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        session.commands("set f \(text)", "submit")
        expect(session.complaints.last?.hasSuffix("F: \(error)"), equals: true)
    }

    @Test func theyStandInTheStatusLineForAWhile() throws {
        var screen = Fixture.list(Fixture.numbered(1...30))
        screen.words = ["Copied": "Kopiert", "of": "von", "marked": "markiert", "Opened": "Offen:"]
        screen.parts = [.list(List(rows: Fixture.numbered(1...30), isMultiple: true))]
        var state = try ViewState.showing(screen, columns: 140)
        state.handle(all: [" ", "f", "2", .tab])
        expect(state.lines.last?.contains("1 markiert  1/12 von 30"), equals: true)
        state.handle(all: ["y"])
        expect(state.lines.last?.hasPrefix(" Kopiert"), equals: true)
        var event = Event(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: "https://x.example"))
        event.correlationID = "view-1-9"
        try state.receive(event)
        expect(state.lines.last?.contains("Offen: https://x.example"), equals: true)
    }

    @Test(arguments: PartViewTests.attacks) func theyAreSanitizedAndBounded(_ evil: String) throws {
        let state = try ViewState.showing(Self.screen(["open": evil, "Keys": evil, "Cancel": evil, "help": evil]))
        for word in state.top?.screen.words ?? [:] { #expect(SanitizerTests.isHarmless(word.value, isBlock: false)) }
        let many = Dictionary((1...2000).map { ("\($0)", "x") }) { first, _ in first }
        expect(Self.screen(many).sanitized.words?.count, equals: 500)
    }
}
