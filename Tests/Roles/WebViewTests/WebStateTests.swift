import JSON
import RouterMessages
import ScreenModel
import TestSupport
import Testing
import ViewMessages
import Wire

@testable import WebView

@Suite struct WebStateTests {
    private static let keys = [
        ScreenKey(control: "new", title: "New", character: "n"),
        ScreenKey(
            control: "kill", title: "Kill", character: "x", isForRow: true, confirm: Confirmation(title: "Kill it?")),
    ]
    private static let table = Table(
        columns: [Column(id: "name", title: "Name", isSortable: true), Column(id: "pid", title: "PID")],
        rows: [
            TableRow(id: "1", cells: [TableCell("init"), TableCell("1")]), TableRow(id: "2", cells: [TableCell("sh")]),
        ])
    private static let screen = Screen(
        title: "T", prompt: Prompt(placeholder: "Search"),
        parts: [
            .table(table), .tree(Tree(rows: [TreeRow(id: "d", title: "src", isExpanded: false)])),
            .button(Button(control: "open", title: "Open")),
            .tabs(Tabs(items: [Button(control: "a", title: "A")], selected: "b")),
            .text(Text(body: "[x](https://pages.example/)", format: .markdown)),
        ], hasMore: true, keys: keys, reportsHighlight: true)

    @Test(arguments: [
        (ActionValue.select("1"), ViewOutput.DidSelect.type, #"{"row":"1"}"#),
        (.press("open"), ViewOutput.DidPress.type, #"{"control":"open"}"#),
        (.press("a"), ViewOutput.DidPress.type, #"{"control":"a"}"#),
        (.press("new"), ViewOutput.DidPress.type, #"{"control":"new"}"#),
        (.sort(Sort(column: "name")), ViewOutput.DidSort.type, #"{"column":"name","descending":false}"#),
        (.toggle("d", isExpanded: true), ViewOutput.DidToggle.type, #"{"expanded":true,"row":"d"}"#),
        (.follow("https://pages.example/"), ViewOutput.DidFollow.type, #"{"url":"https://pages.example/"}"#),
        (.more, ViewOutput.DidReachEnd.type, "{}"),
    ]) func actionsAreReported(_ value: ActionValue, _ type: String, _ data: String) throws {
        let state = TestedView(Self.screen)
        let event = try require(state.post(value)?.first)
        expect(event.type == type && String(decoding: event.data, as: UTF8.self) == data && event.subject == "s-1")
        #expect(!state.isSettled)
        state.show(Self.screen, answering: event)
        #expect(state.isSettled)
    }

    /// What the screen does not offer, whoever asks for it.
    @Test(arguments: [
        ActionValue.select("3"), .press("delete"), .press("kill"), .press("kill", row: "3"), .press("new", row: "1"),
        .sort(Sort(column: "pid")), .toggle("1", isExpanded: true), .mark("1"), .follow("https://evil.example/"),
        .submit("f"), .highlight("9"), .back, .scroll(0..<10), .changePrompt,
    ]) func whatIsNotOnTheScreenIsRefused(_ value: ActionValue) {
        let state = TestedView(Self.screen)
        let version = state.version
        expect(state.post(value) == nil && state.version == version && state.isSettled)
    }

    private static func opened(_ url: String) -> Event {
        Event(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: url))
    }

    /// The router may have no browser: then the page's own browser opens the URL.
    @Test func whatTheRouterHasOpenedIsALink() throws {
        let state = TestedView(Self.screen)
        expect(state.page, lacks: "_blank\" data-press")
        for (event, words) in [
            (Self.opened("https://a.example/?x=1&y"), "Open https://a.example/?x=1&amp;y"),
            (
                Event(RouterOutput.DidPlay.type, RouterOutput.DidPlay(url: "https://a.example/?x=1&y", player: nil)),
                "Play https://a.example/?x=1&amp;y"
            ),
        ] {
            state.receive(event)
            expect(
                state.page,
                contains:
                    "<a href=\"https://a.example/?x=1&amp;y\" rel=\"noreferrer noopener\" target=\"_blank\" data-press=\"O\""
            )
            expect(state.page, contains: words)
        }
        // Nothing that happens by itself takes it away; the next action does.
        _ = state.post(.more)
        _ = state.perform(.highlight(row: "1"))
        expect(state.page, contains: "Play https")
        _ = state.post(.select("1"))
        expect(state.page, lacks: "Play https")
        state.receive(Event(RouterOutput.DidPlay.type, RouterOutput.DidPlay(url: "https://a.example/", player: "mpv")))
        expect(state.page.contains("Playing in mpv:") && !state.page.contains("Play https"))
    }

    /// Any router may have sent it.
    @Test(arguments: [
        "javascript:alert(1)", "mailto:a@b.example", "file:///etc/passwd", "https://a.example/\u{E9}", "//a.example",
        "data:text/html,x", " https://a.example", "https://", "HTTPS://a.example/ b", "",
    ]) func onlyAPageOfTheWebIsALink(_ url: String) {
        let state = TestedView(Screen(title: "T"))
        state.receive(Self.opened(url))
        expect(state.page, lacks: "<a ", "\(state.page)")
    }

    @Test func aLongAddressDoesNotCoverThePage() {
        let state = TestedView(Screen(title: "T"))
        let url = "https://a.example/" + String(repeating: "x", count: 1900)
        state.receive(Self.opened(url))
        expect(state.page, contains: "href=\"\(url)\"")
        expect(state.page, contains: "Open \(url.prefix(100))…")
    }

    /// The server's name shows who answers: its end is always there, and nothing that only looks like one.
    @Test(arguments: [
        ("https://a.example/b", "https://a.example/b"), ("https://bank.example@evil.example/", "https://evil.example/"),
        ("https://a:b@c@evil.example:8/?@x", "https://evil.example:8/?@x"),
        ("https://evil.example\\@bank.example/", "https://evil.example\\@bank.example/"),
        (
            "https://bank.example.\(String(repeating: "a", count: 60)).evil.example/login",
            "https://…\(String(repeating: "a", count: 47)).evil.example/login"
        ),
    ]) func aShownAddressNamesItsServer(_ url: String, _ shown: String) {
        let state = TestedView(Screen(title: "T"))
        state.receive(Self.opened(url))
        expect(state.page, contains: ">Open \(shown)<", "\(state.page)")
    }

    /// The key is the application's, where it has one.
    @Test func aKeyOfTheScreenIsNotTaken() {
        let state = TestedView(Screen(title: "T", keys: [ScreenKey(control: "o", title: "Order", character: "O")]))
        state.receive(Self.opened("https://a.example/"))
        expect(state.page, contains: "Open https://a.example/</a>")
    }

    /// Regression: a count from a snapshot was counted on, beyond the largest number.
    @Test(arguments: [Int.max, Int.min, 1_000_000]) func aHostileCountOfASnapshotTrapsNothing(_ count: Int) throws {
        let data = #"{"scenes":{"s-1":{"arrivals":\#(count)}}}"#
        let state = TestedView()
        var memory = Event(type: ProcessInput.Restore.type)
        memory.data = Array(data.utf8)
        state.receive(memory)
        state.navigate("s-1")
        state.show(Self.screen)
        let event = try require(state.post(.search, [("query", "x")])?.first)
        state.show(Self.screen, answering: event)
        expect(state.top.map { 1...1_000_000 ~= $0.arrivals }, equals: true)
    }

    @Test func anotherSceneIsNotMeant() {
        let state = TestedView(Self.screen)
        expect(state.perform(.select(row: "1"), on: "s-0"), equals: .refused(.otherScene))
    }

    @Test func searchesAreReported() throws {
        let state = TestedView(Self.screen)
        let event = try require(state.post(.search, [("query", "a\u{1B}\nb")])?.first)
        try expect(event.decode(ViewOutput.DidSearch.self).query, equals: "a b")
    }

    @Test func theSameIsAskedOnce() {
        let state = TestedView(Self.screen)
        expect(state.post(.select("1"))?.count, equals: 1)
        expect(state.post(.select("1"))?.isEmpty, equals: true)
        expect(state.post(.select("2"))?.count, equals: 1)
    }

    @Test func questionsAreAskedFirst() throws {
        let state = TestedView(Self.screen)
        expect(state.post(.press("kill", row: "2"))?.isEmpty, equals: true)
        let alert = try require(state.top?.screen.alert)
        expect(alert.title == "Kill it?" && alert.message == "sh")
        // Nothing else is done while it is asked.
        expect(state.post(.select("1")) == nil && state.post(.press("open")) == nil)
        let other = state.copy
        expect(other.post(.press(Confirming.no))?.isEmpty == true && other.top?.screen.alert == nil)
        let event = try require(state.post(.press(Confirming.yes))?.first)
        try expect(event.decode(ViewOutput.DidPress.self), equals: .init(control: "kill", row: "2"))
    }

    @Test func marksGoWithWhatIsDone() throws {
        var screen = Self.screen
        screen.parts = [.list(List(rows: ["a", "b", "c"].map { Row(id: $0, title: $0) }, isMultiple: true))]
        let state = TestedView(screen)
        for row in ["c", "a"] { expect(state.post(.mark(row)), equals: []) }
        var event = try require(state.post(.select("b"))?.first)
        try expect(event.decode(ViewOutput.DidSelect.self), equals: .init(row: "b", rows: ["a", "c"]))
        state.show(screen, answering: event)
        _ = state.post(.press("kill", row: "b"))
        event = try require(state.post(.press(Confirming.yes))?.first)
        try expect(event.decode(ViewOutput.DidPress.self), equals: .init(control: "kill", row: "b", rows: ["a", "c"]))
        expect(state.memory.scenes["s-1"]?.marks, equals: ["a", "c"])
        _ = state.post(.clearMarks)
        expect(state.memory.scenes["s-1"]?.marks, equals: [])
    }

    // MARK: Forms

    private static let form = Form(
        id: "f",
        fields: [
            FormField(id: "name", label: "Name", isRequired: true),
            FormField(id: "token", label: "Token", kind: .secret),
            FormField(id: "n", label: "N", kind: .number, value: .number("2"), max: 5),
            FormField(id: "on", label: "On", kind: .toggle),
            FormField(
                id: "some", label: "Some", kind: .choices,
                options: [.init(id: "a", title: "A"), .init(id: "b", title: "B")]),
            FormField(id: "text", label: "Text", kind: .multiline, isLive: true),
        ])
    private static let formScreen = Screen(title: "F", parts: [.form(form)])

    @Test func formsAreSubmitted() throws {
        let state = TestedView(Self.formScreen)
        let fields = [
            ("field:name", "Ada"), ("field:token", "0123"), ("field:n", " 4"), ("field:on", "true"),
            ("field:some", "b"),
            ("field:some", "a"), ("field:some", "other"), ("field:text", "1\r\n2"), ("field:more", "x"),
        ].map { (name: $0.0, value: $0.1) }
        let event = try require(state.post(.submit("f"), fields)?.first)
        try expect(
            event.decode(ViewOutput.DidSubmit.self),
            equals: .init(
                form: "f",
                values: [
                    "name": .text("Ada"), "n": .number("4"), "on": .flag(true), "some": .texts(["a", "b"]),
                    "text": .text("1\n2"),
                ], secrets: ["token": "0123"]))
        // What was typed stays; a secret is nowhere.
        let page = state.page
        expect(page.contains("value=\"Ada\"") && !page.contains("0123"))
        expect(String(decoding: state.memory.json, as: UTF8.self), lacks: "0123")
    }

    @Test func mistakesAreShown() throws {
        let state = TestedView(Self.formScreen)
        expect(state.post(.submit("f"), [("field:n", "9"), ("field:token", "0123")]), equals: [])
        let page = state.page
        expect(page.contains("This is required") && page.contains("Must be at most 5"))
        expect(page.contains("aria-invalid=\"true\"") && !page.contains("0123"))
        // A screen with another value takes away what was entered.
        var screen = Self.formScreen
        var form = Self.form
        form.fields[2].value = .number("3")
        screen.parts = [.form(form)]
        state.show(screen)
        expect(state.page, contains: "value=\"3\"")
    }

    @Test func liveFieldsReportTheirNewestText() throws {
        let state = TestedView(Self.formScreen)
        let value = ActionValue.change(Self.form.fields[5], in: Self.form)
        for text in ["a", "ab"] { expect(state.post(value, [("value", text)]), equals: []) }
        let events = state.takeReports(now: .at(1000))
        try expect(
            events.map { try $0.decode(ViewOutput.DidChange.self) },
            equals: [
                .init(form: "f", field: "text", value: .text("ab"))
            ])
        _ = state.post(value, [("value", "abc")])
        expect(state.takeReports(now: .at(1050)).isEmpty && state.untilReports(now: .at(1050)) == .milliseconds(50))
    }

    // MARK: What nobody presses

    @Test func theSelectionIsReportedWhenItRests() throws {
        let state = TestedView(Self.screen)
        for row in ["1", "2"] { expect(state.post(.highlight(row)), equals: []) }
        let events = state.takeReports(now: .at(0))
        try expect(events.map { try $0.decode(ViewOutput.DidHighlight.self).row }, equals: ["2"])
        // Nobody waits for it, and the next is told when this one is answered.
        #expect(state.isSettled)
        _ = state.post(.highlight("1"))
        #expect(state.takeReports(now: .at(500)).isEmpty)
        state.show(Self.screen, answering: events.first)
        expect(state.takeReports(now: .at(600)).count, equals: 1)
    }

    @Test func theFirstRowThatIsFoundHasTheFocus() throws {
        let state = TestedView(Self.screen)
        let place = state.place
        let event = try require(state.post(.search, [("query", "a")])?.first)
        expect(state.place, equals: place)
        state.show(Self.screen, answering: event)
        expect(state.place != place && state.focused == ["select?row=1"])
        // What is pressed has it when the user comes back.
        let found = state.place
        expect(state.post(.press("kill", row: "2")), equals: [])
        #expect(state.place != found)
        expect(state.post(.press(Confirming.no)), equals: [])
        expect(state.place == found && state.focused == ["press?control=kill&row=2"])
    }

    @Test func aLongIdIsNotRemembered() {
        let long = String(repeating: "é", count: 1000)
        let state = TestedView(Screen(title: "T", parts: [.list(List(rows: [Row(id: long, title: "a")]))]))
        expect(state.post(.select(long))?.count == 1 && state.focused.isEmpty)
        expect(state.memory.scenes["s-1"]?.focus, equals: nil)
    }

    @Test func aListSaysWhichRowIsSelected() {
        let rows = ["a", "b"].map { Row(id: $0, title: $0) }
        expect(
            TestedView(Screen(title: "T", parts: [.list(List(rows: rows, selected: "b"))])).focused,
            equals: ["select?row=b"])
    }

    @Test func theRowOfThePreviewIsTheCurrentOne() {
        let state = TestedView(Self.screen)
        _ = state.post(.highlight("2"))
        _ = state.takeReports(now: .at(0))
        expect(state.page.ranges(of: "aria-current=\"true\"").count, equals: 1)
    }

    // MARK: What is typed

    /// The measure is that of the terminal's filter.
    @Test(arguments: [
        ("", ["init", "sh"]), ("NI", []), ("nt", ["init"]), ("!ni", ["sh"]), ("^in 1$", ["init"]), ("x", []),
    ])
    func rowsAreFiltered(_ text: String, _ rows: [String]) throws {
        let state = TestedView(Self.screen)
        expect(state.post(.changeFilter, [("value", text)]), equals: [])
        let top = try require(state.top)
        expect(top.shown.rowTexts.map { String($0.text.prefix { $0 != ";" }) }.filter { $0 != "src" }, equals: rows)
        // What a row is found by is no reason to forget the others.
        expect(state.post(.select("1"))?.count, equals: 1)
        expect(state.post(.filter, [("value", "")]) == [] && state.top?.filter == "")
    }

    /// The buttons for other rows are those of the first section.
    @Test func rowsThatAreNotSentAreTold() throws {
        func screen(_ first: Int) -> Screen {
            let rows = (first..<first + 2).map { Row(id: "\($0)", title: "Row \($0)") }
            return Screen(title: "T", parts: [.list(List(rows: rows, offset: first, total: 9))])
        }
        let told = "The application has not sent these rows"
        let state = TestedView(screen(0))
        for (first, isTold) in [(0, true), (2, false)] {
            let event = try require(state.post(.scroll(2..<4))?.first)
            state.show(screen(first), answering: event)
            expect(state.page.contains(told), equals: isTold)
        }
        var two = screen(0)
        two.parts.append(.list(List(rows: [Row(id: "a", title: "A")], total: 5)))
        state.show(two)
        expect(state.page.split(separator: "Later rows").count == 2 && state.page.contains(told))
    }

    @Test func marksOfRowsThatAreGoneGo() {
        func screen(_ ids: [String]) -> Screen {
            Screen(title: "T", parts: [.list(List(rows: ids.map { Row(id: $0, title: $0) }, isMultiple: true))])
        }
        let state = TestedView(screen(["a", "b"]))
        for row in ["a", "b"] { _ = state.post(.mark(row)) }
        state.show(screen(["b"]))
        expect(state.memory.scenes["s-1"]?.marks == ["b"] && state.page.contains("1 marked"))
    }

    @Test func aPieceOfTheRowsIsNotFiltered() {
        let screen = Screen(title: "T", parts: [.list(List(rows: [Row(id: "a", title: "a")], total: 9))])
        expect(TestedView(screen).post(.filter, [("value", "a")]), equals: nil)
    }

    @Test(arguments: [
        ("new", ViewOutput.DidPress.type, #"{"control":"new"}"#),
        ("OP", ViewOutput.DidPress.type, #"{"control":"open"}"#),
        ("sort na", ViewOutput.DidSort.type, #"{"column":"name","descending":false}"#),
    ]) func theBestNameIsDone(_ name: String, _ type: String, _ data: String) throws {
        let state = TestedView(Self.screen)
        expect(state.post(.changePalette, [("value", name)]) == [] && state.wanted == name)
        let event = try require(state.post(.palette, [("value", name)])?.first)
        expect(event.type == type && String(decoding: event.data, as: UTF8.self) == data && state.wanted.isEmpty)
    }

    @Test func noNameIsNoAction() {
        let state = TestedView(Self.screen)
        expect(state.post(.palette, [("value", "kill")]), equals: [])
        expect(state.isSettled && state.page.contains("No such command"))
        expect(state.post(.palette, [("value", "quit")]) == [] && state.asksToQuit)
        expect(state.post(.palette, [("value", "quit")]), equals: nil)
    }

    @Test func enterPicksTheFirstRowOfWhatWasTyped() throws {
        func screen(_ text: String, _ rows: [String]) -> Screen {
            var prompt = Prompt(placeholder: "Pick", text: text)
            (prompt.isLive, prompt.picksRows) = (true, true)
            return Screen(title: "P", prompt: prompt, parts: [.list(List(rows: rows.map { Row(id: $0, title: $0) }))])
        }
        let state = TestedView(screen("", ["a", "b"]))
        expect(state.post(.search, [("query", "b")]), equals: [])
        let change = state.takeReports(now: .at(1000))
        expect(change.map(\.type), equals: [ViewOutput.DidChange.type])
        #expect(state.takeReports(now: .at(2000)).isEmpty)
        state.show(screen("b", ["b"]), answering: change.first)
        expect(state.untilReports(now: .at(2000)), equals: .zero)
        let event = try require(state.takeReports(now: .at(2000)).first)
        try expect(event.decode(ViewOutput.DidSelect.self).row, equals: "b")
    }

    @Test func theSizeIsReportedOnce() throws {
        var screen = Self.screen
        screen.reportsSize = true
        let state = TestedView()
        state.navigate("s-1")
        let events = state.show(screen)
        try expect(events.map { try $0.decode(ViewOutput.DidResize.self) }, equals: [.init(columns: 80, rows: 24)])
        state.show(screen, answering: events.first)
        guard case .done(let more) = state.perform(.resize(columns: 9999, rows: 50)) else {
            Issue.record("refused")
            return
        }
        try expect(more.map { try $0.decode(ViewOutput.DidResize.self) }, equals: [.init(columns: 1000, rows: 50)])
    }

    @Test func aSuccessorKnowsWhatTheUserHasDone() throws {
        var screen = Self.screen
        screen.parts = [.list(List(rows: [Row(id: "a", title: "a")], isMultiple: true)), .form(Self.form)]
        let state = TestedView(screen)
        _ = state.post(.mark("a"))
        _ = state.post(.filter, [("value", "a")])
        _ = state.post(.submit("f"), [("field:name", "Ada"), ("field:token", "0123"), ("field:n", "9")])
        _ = state.post(.press("kill", row: "a"))
        _ = state.post(.press(Leaving.discard))
        var restore = Event(type: ProcessInput.Restore.type)
        restore.data = state.memory.snapshot.data
        let next = TestedView()
        next.receive(restore)
        next.navigate("s-1")
        next.show(screen)
        expect(next.memory, equals: state.memory)
        expect(next.top?.screen.alert?.title, equals: "Kill it?")
    }

    @Test func leavingAsksOnce() {
        let state = TestedView(Self.screen)
        expect(state.perform(.quit) == .done([]) && state.asksToQuit)
        expect(state.perform(.select(row: "1")), equals: .refused(.questionInFront))
        let other = state.copy
        expect(other.perform(.press(control: Confirming.no)) == .done([]) && !other.asksToQuit)
        expect(state.perform(.press(control: Confirming.yes)), equals: .quit)
    }

    @Test func linesThatAreNoScreensAreRefusedAndTold() throws {
        let state = TestedView(Self.screen)
        var bad = Event(type: ViewInput.Show.type, subject: "s-1")
        bad.data = Array("{}".utf8)
        expect(state.receive(bad).map(\.type), equals: [ProcessOutput.Refused.type])
        expect(state.page, contains: "the screen cannot be read")
        expect(state.post(.closeFailure), equals: [])
        expect(state.page, lacks: "the screen cannot be read")
    }

    @Test func theEndOfTheStackIsTheEnd() {
        let state = TestedView(Self.screen)
        state.navigate()
        #expect(state.isFinished)
    }
}

extension ActionValue {
    fileprivate static var closeFailure: ActionValue { close }
}
