@testable import TerminalView
import Testing
import ViewMessages

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
        let hints = try #require(state.lines.last)
        for hint in ["⏎ öffnen", "/ suchen", "? Hilfe", "q Ende", "x open"] { #expect(hints.contains(hint), "\(hint)") }
        _ = state.handle("?")
        #expect(state.lines.contains { $0.contains("Tasten") } && state.lines.contains { $0.contains("Seite zurück") })
        _ = state.handle(all: [.escape, "x"])
        #expect(state.lines.contains { $0.contains("[ Nein ]") })
    }

    @Test(arguments: PartViewTests.attacks) func theyAreSanitizedAndBounded(_ evil: String) throws {
        let state = try ViewState.showing(Self.screen(["open": evil, "Keys": evil, "Cancel": evil, "help": evil]))
        for word in state.top?.screen.words ?? [:] { #expect(SanitizerTests.isHarmless(word.value, isBlock: false)) }
        let many = Dictionary((1...2000).map { ("\($0)", "x") }) { first, _ in first }
        #expect(Self.screen(many).sanitized.words?.count == 500)
    }
}
