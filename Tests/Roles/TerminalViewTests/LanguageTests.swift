import Foundation
@testable import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

/// The views' own words in the language of the user.
@Suite struct LanguageTests {
    @Test(
        arguments: [
            (["LANG": "de_DE.UTF-8"], .german), (["LANG": "de"], .german), (["LANG": "de_AT@euro"], .german),
            (["LANG": "en_US.UTF-8"], .english), (["LANG": "fr_FR.UTF-8"], .english), ([:], .english),
            (["LANG": "C.UTF-8"], .english), (["LANG": "de_DE", "LC_MESSAGES": "en_GB"], .english),
            (["LANG": "C", "LC_MESSAGES": "de_CH.UTF-8"], .german), (["LC_ALL": "C", "LANG": "de_DE"], .english),
            (["LC_ALL": "de_DE", "LC_MESSAGES": "en_US"], .german), (["LANG": "../../de"], .english),
        ] as [([String: String], Language)]) func theLocaleDecides(_ variables: [String: String], _ language: Language)
    {
        #expect(Language { variables[$0] } == language)
    }

    /// What the code of the views looks up, or gives a key as its label or hint.
    private static func usedWords() throws -> Set<String> {
        let patterns: [Regex<(Substring, Substring)>] = [
            #/[wW]ords(?:\(nil, state\.language\))?(?:\.title)?[\[(]"([^"\\]+)"/#, #/advice\("([^"\\]+)"\)/#,
        ]
        let binding = #/KeyBinding\(\s*\[[^\]]*\],\s*[^"]*?(?:"[^"]*"\),\s*)?"[^"]*",\s*"([^"\\]+)"/#
        let hint = #/hint: [^"\n]*"[^" \\]+ ([^"\\]+)"/#
        var words: Set<String> = []
        let folder = Checkout.path("Sources/Roles/Views")
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift") {
            let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            for pattern in patterns + [binding, hint] {
                words.formUnion(text.matches(of: pattern).map { String($0.1) })
            }
        }
        return words
    }

    /// No word of the views is left in English, except names that applications give.
    @Test(arguments: Language.allCases.filter { $0 != .english }) func allWordsAreTranslated(_ language: Language)
        throws
    {
        let used = try Self.usedWords()
        #expect(used.count > 120, "the patterns find the words")
        #expect(used.subtracting(language.words.keys).sorted() == [])
    }

    /// No translation is left of a word that is gone.
    @Test(arguments: Language.allCases) func allTranslationsAreUsed(_ language: Language) throws {
        let folder = Checkout.path("Sources/Roles/Views")
        let code = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") && !$0.contains("Languages/") }
            .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }.joined()
        for word in language.words.keys.sorted() where !code.contains(" \(word)\"") && !code.contains("\"\(word)\"") {
            // Reasons are sentences with a small letter in the code.
            #expect(code.contains("\"\(word.prefix(1).lowercased() + word.dropFirst())\""), "\(word)")
        }
    }

    @Test(arguments: Language.allCases) func placeholdersAreTheSame(_ language: Language) {
        func count(_ text: String) -> Int { text.split(separator: "%", omittingEmptySubsequences: false).count }
        for (word, translation) in language.words { #expect(count(word) == count(translation), "\(word)") }
    }

    @Test func reasonsAreTranslated() {
        let refusals: [IntentRefusal] = [
            .noScreen, .otherScene, .questionInFront, .notOffered, .nothingToSearch, .firstScene, .nothingMore,
            .noPreviews,
            .nothingBelow, .onlyPieces, .chosenOneByOne, .marksAreFull, .notForRow, .notForMarkedRows, .noRow,
        ]
        for refusal in refusals { #expect(Language.german.words[refusal.sentence] != nil, "\(refusal)") }
    }

    // MARK: A session

    private static func german(_ screen: Screen) throws -> ViewState {
        var state = ViewState(stamp: Fixture.stamp, size: Size(columns: 100, rows: 24))
        state.language = .german
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
            #expect(state.lines.last?.contains(hint) == true, "the application's words are its own")
        }
        #expect(state.lines.contains { $0.contains("weitere Zeilen") })
        state.handle(all: [.alt("x")])
        #expect(state.lines.last == " Alt-x hat hier keine Bedeutung; ? zeigt die Tasten")
        state.handle(all: [.escape])
        #expect(state.lines.last == " Dies ist der erste Bildschirm; q beendet")
        state.handle(all: ["?"])
        #expect(state.lines.contains { $0.contains("eine halbe Seite nach unten") })
        state.handle(all: [.escape, ":", "k", "o", "p", "i"])
        #expect(state.paletteEntries.map(\.label) == ["Zeile kopieren"])
        state.handle(all: [.enter])
        #expect(state.memory.history.texts[":"] == ["copy the row"], "no event depends on the language")
    }

    /// An application's words go before those of the language; the others stay.
    @Test func anApplicationsWordsGoFirst() throws {
        var screen = Fixture.found
        screen.words = ["open": "ouvrir"]
        let state = try Self.german(screen)
        #expect(state.lines.last?.contains("⏎ ouvrir") == true && state.lines.last?.contains("? Hilfe") == true)
    }

    @Test(arguments: [("de_DE.UTF-8", "? Hilfe"), ("C.UTF-8", "? help")]) func aRealTerminalIs(
        _ locale: String, _ hint: String
    ) throws {
        let stage = try Stage(environment: ["LC_ALL": locale])
        try stage.send(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        try stage.terminal.wait(for: hint)
        try stage.terminal.type("q")
        #expect(try stage.finish().isRestored)
    }
}
