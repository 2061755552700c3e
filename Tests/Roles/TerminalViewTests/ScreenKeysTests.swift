import JSON
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// What a screen declares that can be done: its keys, the palette, the question before it.
@Suite struct ScreenKeysTests {
    private static let kill = ScreenKey(
        control: "kill", title: "Kill", character: "x", isForRow: true,
        confirm: Confirmation(title: "Kill it?", message: "Work is lost.", button: "Kill now"))

    private static func screen(_ keys: [ScreenKey]? = nil) -> Screen {
        Screen(
            title: "Processes", prompt: Prompt(placeholder: "Find", text: "x"),
            parts: [
                .button(Button(control: "pause", title: "Pause", key: "p", isSelectable: false)),
                .list(List(rows: [Row(id: "7", title: "firefox"), Row(id: "1", title: "init", keys: ["details"])])),
            ],
            keys: keys ?? [
                ScreenKey(control: "memory", title: "Sort by memory", character: "M"),
                ScreenKey(control: "report", title: "Write a report"),
                ScreenKey(control: "details", title: "Details", character: "d", isForRow: true), kill,
            ])
    }

    private static func pressed(_ data: String) -> String { "didPress {\(data)} @apps-1" }

    static let table: [([Key], [String])] = [
        (["M"], [pressed(#""control":"memory""#)]), (["d"], [pressed(#""control":"details","row":"7""#)]),
        (["j", "d"], [pressed(#""control":"details","row":"1""#)]), (["p"], [pressed(#""control":"pause""#)]),
        // The question: Enter, Esc and a held key say no.
        (["x"], []), (["x", .enter], []), (["x", .escape], []), (["x", "x", "x", .enter], []),
        (["x", .left, .enter], [pressed(#""control":"kill","row":"7""#)]),
        (["x", .right, .enter, .enter], [pressed(#""control":"kill","row":"7""#), #"didSelect {"row":"7"} @apps-1"#]),
        (["x", .escape, "d"], [pressed(#""control":"details","row":"7""#)]),
        // The row has only its own keys.
        (["j", "x", .left, .enter], [#"didSelect {"row":"1"} @apps-1"#]),
        // The palette finds by name, the screen's own first.
        ([":", .enter], [pressed(#""control":"pause""#)]),
        ([":", "r", "e", "p", .enter], [pressed(#""control":"report""#)]),
        ([":", .paste("by sort\n"), .enter], [pressed(#""control":"memory""#)]),
        ([":", "d", "e", "t", "!", .backspace, .enter], [pressed(#""control":"details","row":"7""#)]),
        ([":", .down, .down, .up, .enter], [pressed(#""control":"memory""#)]), ([":", "%", .enter, .down, .enter], []),
        ([":", "M", .escape, "M"], [pressed(#""control":"memory""#)]),
        ([":", "k", "i", "l", .enter, .left, .enter], [pressed(#""control":"kill","row":"7""#)]),
        ([":", "s", "e", "a", "r", "c", "h", .enter, "j", .enter], [#"didSearch {"query":"j"} @apps-1"#]),
    ]

    @Test(arguments: table.indices) func keysAreReported(_ index: Int) throws {
        var state = try ViewState.showing(Self.screen())
        expect(state.handle(all: Self.table[index].0).sent, equals: Self.table[index].1, "\(Self.table[index].0)")
    }

    /// What the view needs stays the view's; its other letters give way.
    @Test func aScreenCannotTakeTheViewsOwnKeys() throws {
        let taken = ["?", "q", ":", "/", "j", "\u{3}", "\u{1B}", "", "xy", "🇩🇪", " "]
        var state = try ViewState.showing(
            Self.screen(taken.enumerated().map { ScreenKey(control: "k\($0)", title: "K\($0)", character: $1) }))
        func pressed(_ keys: Key...) -> [KeyEffect] {
            var copy = state
            return copy.handle(all: keys)
        }
        expect(pressed("q") == [.quit] && pressed(.control("c")) == [.interrupt])
        expect(pressed("?", .escape, .enter).sent, equals: [#"didSelect {"row":"7"} @apps-1"#])
        expect(pressed("/", .enter).sent, equals: [#"didSearch {"query":"x"} @apps-1"#])
        expect(
            pressed(":", "k", "0", .enter).sent, equals: [Self.pressed(#""control":"k0""#)], "the palette still has it")
        expect(pressed("j").sent, equals: [Self.pressed(#""control":"k4""#)])
        expect(pressed(.escape).isEmpty && pressed(.down).isEmpty)
        _ = state.handle(.down)
        expect(state.selected, equals: "1")
    }

    @Test func theScreenSaysWhatCanBeDone() throws {
        var state = try ViewState.showing(Self.screen(), columns: 100)
        expect(state.lines.last?.contains("p Pause  M Sort by memory  d Details  x Kill"), equals: true)
        expect(state.lines[3].hasPrefix("  [ Pause (p) ]") && state.selected == "7")
        _ = state.handle("?")
        #expect(state.lines.contains { $0.contains("M") && $0.contains("Sort by memory") })
        _ = state.handle(all: ["?", ":"])
        expect(
            state.lines.contains { $0.contains("▸ Pause") } && state.lines.contains { $0.contains("Write a report") })
        _ = state.handle(all: [.escape, "x"])
        for line in ["Kill it?", "firefox", "Work is lost.", "[ Kill now ]", "[ Cancel ]"] {
            #expect(state.lines.contains { $0.contains(line) }, "\(line)")
        }
    }

    @Test func aQuestionEndsWithItsReasonAndSurvivesASwap() throws {
        var state = try ViewState.showing(Self.screen())
        _ = state.handle("x")
        var next = ViewState(stamp: EventStamp(source: "view", run: "2"), size: Size(columns: 80, rows: 24))
        next.restore(state.memory)
        for event in [Fixture.navigate("apps-1"), Fixture.show(Self.screen())] { try next.receive(event) }
        expect(next.handle(all: [.left, .enter]).sent, equals: [Self.pressed(#""control":"kill","row":"7""#)])
        try state.receive(Fixture.show(Self.screen([])))
        expect(state.top?.screen.alert, equals: nil, "the screen has no such key any more")
        try state.receive(Fixture.show(Self.screen()))
        expect(state.top?.screen.alert, equals: nil)
        _ = state.handle("x")
        try state.receive(Fixture.show(Fixture.failed))
        expect(state.top?.screen.alert?.title, equals: Fixture.failed.alert?.title)
    }

    @Test func linearModePressesThemByName() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        expect(
            session.transcript,
            contains: """
                keys: Sort by memory (M), Write a report
                keys for a row: Details (d), Kill (x)  (such as: press Details 1)
                """)
        session.commands(
            "press kill", "press kill 2", "press kill 9", "press nothing", "press Kill 1", "press kill now")
        expect(
            session.complaints,
            equals: [
                "line 1: press kill: give the row's number, such as: press Kill 1",
                "line 2: press kill 2: Kill cannot be done to row 2", "line 3: press kill 9: there are only 2 rows",
                "line 4: press nothing: no such button; there are: Pause, Sort by memory, Write a report, Details, Kill",
            ])
        expect(
            session.transcript,
            contains: "> press Kill 1\n! Kill it?: firefox\n  Work is lost.  [1 Kill now] [2 Cancel]")
        expect(session.sent, equals: [Self.pressed(#""control":"kill","row":"7""#)])
        session.bus(Fixture.show(Self.screen(), answering: "view-1-1"))
        session.commands("press 1", "press M", "press report", "press d 2", "press x 1", "search y", "back", "quit")
        expect(session.sent.count, equals: 2)
        for id in 2...5 { session.bus(Fixture.show(Self.screen(), answering: "view-1-\(id)")) }
        expect(
            session.sent[1...],
            equals: [
                Self.pressed(#""control":"pause""#), Self.pressed(#""control":"memory""#),
                Self.pressed(#""control":"report""#), Self.pressed(#""control":"details","row":"1""#),
                #"didSearch {"query":"y"} @apps-1"#,
            ])
    }

    /// Regression: each answer repeated the keys, and each alert.
    @Test func linearModePrintsThemAgainOnlyIfTheyChange() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        var printed: [Int] {
            [session.transcript.ranges(of: "keys").count, session.transcript.ranges(of: "== ").count]
        }
        var counts = [printed]
        var other = Self.screen()
        other.title = "Other"
        var fewer = other
        fewer.keys = [ScreenKey(control: "report", title: "Write a report")]
        var asking = other
        asking.alert = Alert(title: "Sure?", message: "", buttons: [Button(control: "report", title: "Report")])
        for (number, screen) in [other, other, asking, other, fewer].enumerated() {
            session.commands("press report")
            session.bus(Fixture.show(screen, answering: "view-1-\(number + 1)"))
            counts.append(printed)
        }
        session.commands("again")
        counts.append(printed)
        expect(counts, equals: [[2, 1], [2, 2], [2, 2], [2, 2], [2, 3], [3, 3], [4, 4]])
        expect(session.transcript, contains: "> press report\nNothing has changed.\n")
    }

    /// A linear view that takes over asks the same question.
    @Test func aQuestionOfTheLinearModeSurvivesItsProcess() throws {
        var first = LinearSession()
        first.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        first.commands("press kill 1")
        let memory = try require(first.told)
        var restore = memory.snapshot
        restore.type = ProcessInput.Restore.type
        var next = LinearSession()
        next.bus(restore, Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        #expect(next.transcript.isEmpty, "it was printed")
        next.commands("press 1")
        expect(next.sent, equals: [Self.pressed(#""control":"kill","row":"7""#)])
    }

    @Test(arguments: PartViewTests.attacks) func everyTextIsSanitized(_ evil: String) throws {
        let confirm = Confirmation(title: evil, message: evil, button: evil)
        let screen = Self.screen(
            [ScreenKey(control: "c", title: evil, character: evil, isForRow: true, confirm: confirm)])
        let key = try require(screen.sanitized.keys?.first)
        expect(screen.sanitized, equals: screen.sanitized.sanitized)
        expect(key.character == nil || DeclaredKey(key.character) != nil)
        for text in [key.title, key.character ?? "", key.confirm?.title, key.confirm?.button] {
            #expect(SanitizerTests.isHarmless(text ?? "\u{1B}", isBlock: false))
        }
        #expect(SanitizerTests.isHarmless(key.confirm?.message ?? "\u{1B}", isBlock: true))
    }

    /// Nobody is told of a key that cannot be pressed.
    @Test(
        arguments: [
            ("x", "x", " (x)"), ("é", "é", " (é)"), (" ", " ", " (Space)"), ("\u{3}", nil, ""), ("\t", nil, ""),
            ("\u{1B}", nil, ""), ("\u{9B}", nil, ""), ("\u{202E}", nil, ""), ("xy", nil, ""), ("", nil, ""),
            ("🇩🇪", nil, ""),
        ] as [(String, String?, String)])
    func aKeyIsOneThatCanBePressed(_ declared: String, _ key: String?, _ suffix: String) {
        let button = Button(control: "b", title: "Do", key: declared)
        let screen = Screen(
            title: "T", parts: [.button(button), .tabs(Tabs(items: [button], selected: ""))],
            keys: [ScreenKey(control: "k", title: "Go", character: declared)]
        ).sanitized
        expect(screen.keys?.first?.character == key && button.sanitized.key == key)
        expect(LinearPage(screen).lines.last, equals: "keys: Go\(suffix)")
        expect(button.sanitized.face == "[ Do\(suffix) ]" && button.face == "[ Do\(suffix) ]")
        expect((button.binding != nil), equals: (key != nil))
        expect(ScreenKeys(screen).bindings(selected: nil).first?.name, equals: (key == " " ? "Space" : key ?? ""))
    }

    @Test func thereAreNoMoreKeysThanCanBeLearnt() {
        let keys = (1...1000).map { ScreenKey(control: "\($0)", title: "\($0)") }
        expect(Self.screen(keys).sanitized.keys?.count == ScreenKey.most && Self.screen([]).sanitized.keys == nil)
    }

    /// Neither the status line nor the palette names a key for what it does no more.
    @Test func aKeyIsNotNamedForWhatAScreenHasTaken() throws {
        let keys = [ScreenKey(control: "new", title: "New", character: "n")]
        var state = try ViewState.showing(
            Screen(title: "T", parts: Fixture.numberedList.parts, keys: keys), columns: 120)
        state.handle(all: ["/", "A", .enter])
        let line = try require(state.lines.last)
        expect(line.contains("n New") && !line.contains("n next"))
        state.handle(all: [":", "n", "e", "x", "t"])
        let found = state.lines.filter { $0.contains("next match") }
        expect(found.count == 1 && !found.joined().contains(" n "))
        state.handle(all: [.escape])
        expect(state.handle("n").sent, equals: [#"didPress {"control":"new"} @apps-1"#])
    }
}
