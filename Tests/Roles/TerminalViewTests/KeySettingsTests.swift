import Foundation
import ScreenModel
import TerminalText
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

@Suite struct KeySettingsTests {
    @Test(
        arguments: [
            ("down: n", "n", "2"), ("down: ^N x", .control("n"), "2"), ("down: x", "x", "2"), ("down: x", "j", "1"),
            ("end: Space", " ", "30"), ("down: Alt-x", .alt("x"), "2"), ("end: PgDn # no comment", .pageDown, "10"),
            ("# down: x", "x", "1"), ("end: ü", "ü", "30"), ("end: Shift-Tab", .backTab, "30"),
            ("end: Insert", .insert, "30"),
        ] as [(String, Key, String)]) func aPersonsKeysTakeThePlaceOfTheViews(_ text: String, _ key: Key, _ row: String)
        throws
    {
        var state = try ViewState.showing(Fixture.list(Fixture.numbered(1...30)))
        state.keySettings = KeySettings(text)
        state.handle(all: [key])
        expect(state.selected, equals: row)
    }

    @Test(arguments: [
        ("donw: x", 1, "is not one of up, down"), ("down x", 1, "is not one of"), ("down:", 1, "has no key"),
        ("\n\nup: k\ndown: k", 4, "the key k is up already"), ("down: Esc", 1, "is not a key that can be assigned"),
        ("quit: ^C", 1, "is not a key that can be assigned"), ("down: F1", 1, "is not a key"),
        ("down: \u{1B}", 1, "is not a key"),
    ]) func aMistakeIsToldWithItsLine(_ text: String, _ line: Int, _ reason: String) {
        let mistakes = KeySettings(text).mistakes
        expect(mistakes.map(\.line) == [line] && mistakes[0].reason.contains(reason))
    }

    /// The help and the status line name the keys that hold.
    @Test func theHelpNamesThem() throws {
        var state = try ViewState.showing(Fixture.found)
        state.keySettings = KeySettings("open: x\nquit: Q\nhelp: H")
        expect(state.lines.last?.contains("x open") == true && state.lines.last?.contains("Q quit") == true)
        expect(state.handle("Q") == [.quit] && state.handle("q").isEmpty)
        state.handle(all: ["H"])
        #expect(state.lines.contains { $0.contains("x  ") && $0.contains("open") })
    }

    /// What is typed into a field stays text, and a screen's own keys go before.
    @Test func fieldsAndScreensKeepTheirKeys() throws {
        var state = try ViewState.showing(Fixture.found)
        state.keySettings = KeySettings("down: x")
        state.handle(all: ["/", "x"])
        expect(state.lines[1], equals: " / x")
        var light = try ViewState.showing(Fixture.trafficLight)
        light.keySettings = KeySettings("down: r")
        expect(light.handle("r").sent, equals: [#"didPress {"control":"red"} @apps-1"#])
    }

    @Test func theRowIsCopied() throws {
        var state = try ViewState.showing(Fixture.found)
        expect(state.handle("y"), equals: [.copy("Humway: Music Discovery\t★★★★★ 4.8 (3,201,552)\nPlume")])
        expect(state.notice, equals: .advice("Copied"))
        var text = try ViewState.showing(Screen(title: "T", parts: [.text(Text(body: "One.\nTwo."))]))
        expect(text.handle("y"), equals: [.copy("One.\nTwo.")])
        var light = try ViewState.showing(Fixture.trafficLight)
        expect(light.handle("y").sent, equals: [#"didPress {"control":"yellow"} @apps-1"#])
    }

    @Test func whatWasSearchedComesBack() throws {
        var state = try ViewState.showing(Fixture.found)
        for word in ["jazz", "rock", "jazz", "pop"] {
            state.handle(all: ["/", .control("u")] + word.unicodeScalars.map { .text($0) } + [.enter])
        }
        state.handle(all: ["/", .control("u"), "m", "y"])
        func prompt(_ key: Key) -> String {
            state.handle(all: [key])
            return state.lines[1]
        }
        expect(
            [prompt(.up), prompt(.up), prompt(.up), prompt(.up)], equals: [" / pop", " / jazz", " / rock", " / rock"])
        expect([prompt(.down), prompt(.down), prompt(.down)], equals: [" / jazz", " / pop", " / my"])
        expect(state.top?.fields.focus, equals: InputFields.prompt)
        state.handle(all: [.down])
        expect(state.top?.fields.focus, equals: nil)
        var next = ViewState(stamp: Fixture.stamp, size: state.size)
        next.restore(state.memory)
        try next.receive(Fixture.navigate("apps-1"))
        try next.receive(Fixture.show(Fixture.found))
        next.handle(all: ["/", .up])
        expect(next.lines[1], equals: " / pop")
    }

    @Test func aHistoryIsBounded() {
        var history = History()
        for number in 0..<200 {
            history.keep("\(number)", of: "apps")
            history.keep("x", of: "scene \(number)")
        }
        history.keep(String(repeating: "x", count: 2000), of: "apps")
        expect(history.texts(of: "apps").count == 50 && history.texts(of: "apps").last == "199")
        expect(history.texts.count == 50 && history.bounded == history)
    }

    /// The window has the screen's title, without anything else.
    @Test func theTitleOfTheWindow() throws {
        let stage = try Stage()
        var screen = Fixture.found
        screen.title = "Evil\u{7}\u{1B}]0;x\u{7}\u{9C} title"
        try stage.send(Fixture.show(screen), Fixture.navigate("apps-1"))
        try stage.terminal.wait(for: "the title") { _ in (try? stage.terminal.title.hasPrefix("Evil")) == true }
        try expect(stage.terminal.title, equals: Sanitizer.line(screen.title))
        try stage.terminal.send("q")
        try expect(stage.finish(), equals: Stage.End(status: "0"))
    }
}
