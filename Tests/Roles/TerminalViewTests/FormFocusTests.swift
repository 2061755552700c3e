import JSON
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Which field takes the keys: of a fresh form, after Tab and Enter, after an error; and what becomes of it when the screen changes.
@Suite struct FormFocusTests {
    private static let options = [
        FormField.Option(id: "us", title: "United States"), .init(id: "de", title: "Germany"),
    ]
    private static let fields = [
        FormField(id: "name", label: "Name", value: .text("Ada"), isRequired: true),
        FormField(id: "mail", label: "Newsletter", kind: .toggle),
        FormField(id: "country", label: "Country", kind: .choice, options: options),
        FormField(id: "notes", label: "Notes", kind: .multiline), FormField(id: "day", label: "Birthday", kind: .date),
    ]

    private static func part(_ fields: [FormField] = fields, id: String = "f") -> Part {
        .form(Form(id: id, fields: fields, submit: "Save"))
    }

    private static func screen(_ fields: [FormField] = fields) -> Screen { Screen(title: "T", parts: [part(fields)]) }

    private static func name(_ id: String) -> String { "f\u{1F}\(id)" }

    private static let rows = Part.list(List(rows: [Row(id: "1", title: "One")]))
    private static let text = Part.text(Text(body: "[here](https://pages.example/)", format: .markdown))

    static let opened: [(name: String, screen: Screen, isOpen: Bool)] = [
        ("a form alone", screen(), true),
        ("below a text with a link", Screen(title: "T", parts: [text, part()]), true),
        ("above a list without rows", Screen(title: "T", parts: [part(), .list(List(rows: []))]), false),
        ("above rows", Screen(title: "T", parts: [part(), rows]), false),
        ("below rows", Screen(title: "T", parts: [rows, part()]), false),
        (
            "below a search field",
            Screen(title: "T", prompt: Prompt(placeholder: "Search", text: "x"), parts: [part()]), false
        ),
        ("while rows load", Screen(title: "T", activity: "Loading…", parts: [part()]), false),
        ("without fields", Screen(title: "T", parts: [part([])]), false),
    ]

    @Test(arguments: opened.indices) func theFirstFieldOfAFreshFormTakesTyping(_ index: Int) throws {
        let (_, screen, isOpen) = Self.opened[index]
        let state = try ViewState.showing(screen)
        expect((state.top?.fields.focus == Self.name("name")), equals: isOpen)
        // A form in the place of another screen of the same scene is fresh, too.
        var later = try ViewState.showing(Screen(title: "T", parts: [Self.rows]))
        try later.receive(Fixture.show(screen))
        expect((later.top?.fields.focus == Self.name("name")), equals: isOpen)
    }

    /// A form that the user has left stays left, also in a view that takes this one's place.
    @Test func aFormThatWasLeftTakesNoKeys() throws {
        var state = try ViewState.showing(Self.screen())
        _ = state.handle(.escape)
        var later = Self.fields
        later[4].value = .text("2026-01-01")
        try state.receive(Fixture.show(Self.screen(later)))
        expect(state.top?.fields.focus, equals: nil)
        var next = ViewState(stamp: Fixture.stamp, size: Size(columns: 80, rows: 24))
        next.restore(state.memory)
        for event in [Fixture.navigate("apps-1"), Fixture.show(Self.screen(later))] { try next.receive(event) }
        expect(next.top?.fields.focus, equals: nil)
    }

    static let walks: [(keys: [Key], focus: String?)] = [
        ([.tab], "mail"), ([.tab, .tab], "country"), ([.tab, .tab, .backTab], "mail"), ([.enter], "mail"),
        ([.enter, .enter], "country"), ([.down, .down], "country"), ([.down, .up], "name"),
        ([.tab, "q", "j", "?"], "mail"), ([.tab, " "], "mail"), ([.tab, .tab, .tab, .enter], "notes"),
        ([.tab, .tab, .tab, .tab], "day"), ([.tab, .tab, .tab, .tab, .tab], nil),
        ([.tab, .tab, .tab, .tab, .tab, .backTab], "day"), ([.tab, .tab, .tab, .tab, .down, .up], "day"),
        ([.escape], nil), ([.escape, "j"], nil), ([.escape, .tab], "mail"), ([.escape, .down], "mail"),
        ([.escape, .enter], "name"), ([.escape, "j", "j", .enter, .escape], "country"),
    ]

    @Test(arguments: walks.indices) func keysMoveThroughTheFields(_ index: Int) throws {
        let (keys, focus) = Self.walks[index]
        var state = try ViewState.showing(Self.screen())
        #expect(state.handle(all: keys).isEmpty)
        expect(state.top?.fields.focus, equals: focus.map(Self.name))
        expect(state.overlay, equals: nil)
    }

    @Test func lettersLookForAnOption() throws {
        var state = try ViewState.showing(Self.screen())
        _ = state.handle(all: [.tab, .tab, "g", "e", .enter])
        expect(state.palette == nil && state.top?.fields[Self.name("country")]?.text == "de")
        expect(state.top?.fields.focus, equals: Self.name("country"))
    }

    @Test func enterInTheLastFieldSubmits() throws {
        var state = try ViewState.showing(Self.screen())
        expect(state.handle(all: [.tab, .tab, .tab, .tab, .enter]).sent.count, equals: 1)
    }

    // MARK: Errors

    @Test func theFirstWrongFieldTakesTheKeys() throws {
        var fields = Self.fields
        fields[0].value = nil
        var state = try ViewState.showing(Self.screen(fields), rows: 8)
        let keys: [Key] = [.tab, .tab, .tab, .tab, .paste("never"), .control("s")]
        expect(state.handle(all: keys).isEmpty && state.top?.fields.focus == Self.name("name"))
        #expect(state.lines.contains { $0.contains("This is required") }, "it is in sight")
        _ = state.handle(all: ["q", .control("s")])
        expect(state.top?.fields.focus == Self.name("day") && state.top?.fields[Self.name("name")]?.text == "q")
    }

    @Test func aFieldThatTheApplicationRefusesTakesTheKeys() throws {
        var state = try ViewState.showing(Self.screen())
        let sent = state.handle(all: ["!", .control("s")])
        guard case .send(let submit) = sent.first else { return #expect(Bool(false)) }
        var busy = Self.screen()
        busy.activity = "Saving…"
        try state.receive(Fixture.show(busy, answering: submit.id))
        expect(state.top?.fields.focus, equals: nil)
        var fields = Self.fields
        fields[3].error = "Too short"
        fields[4].error = "Too late"
        try state.receive(Fixture.show(Self.screen(fields), answering: submit.id))
        expect(state.top?.fields.focus, equals: Self.name("notes"))
        #expect(state.lines.contains { $0.contains("Too short") })
        #expect(state.handle(all: [.escape, "q"]).isEmpty, "what was refused is not saved")
        expect(state.top?.screen.alert?.title, equals: "Save the changes?")
    }

    /// Whoever types on is not interrupted.
    @Test func anErrorDoesNotInterruptTyping() throws {
        var state = try ViewState.showing(Self.screen())
        _ = state.handle(all: ["!", .control("s"), .enter, "?"])
        var fields = Self.fields
        fields[3].error = "Too short"
        try state.receive(Fixture.show(Self.screen(fields)))
        expect(state.top?.fields.focus, equals: Self.name("name"))
    }

    @Test func anErrorOfTheApplicationGoesWithTheChange() throws {
        var fields = Self.fields
        fields[0].error = "The name is taken"
        var state = try ViewState.showing(Self.screen(fields))
        #expect(state.lines.contains { $0.contains("taken") })
        _ = state.handle("!")
        #expect(!state.lines.contains { $0.contains("taken") })
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen(fields)))
        expect(session.transcript, contains: "taken")
        session.transcript = ""
        session.commands("set name Bob", "again")
        expect(session.transcript, contains: "Bob")
        expect(session.transcript, lacks: "taken")
    }

    @Test func linearModeReportsWhatTheApplicationRefuses() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        session.commands("set name Bob", "submit")
        var fields = Self.fields
        fields[0].error = "The name is taken"
        session.transcript = ""
        session.bus(Fixture.show(Self.screen(fields), answering: "view-1-1"))
        expect(session.transcript, contains: "! The name is taken")
        expect(session.complaints, equals: ["line 2: Name: The name is taken"])
        session.commands("set name Eve", "submit")
        session.bus(Fixture.show(Self.screen(), answering: "view-1-2"))
        session.commands("quit")
        expect(session.complaints.count == 1 && session.end == .badInput)
    }

    // MARK: Screens that change

    @Test func typedTextSurvivesScreensAndSizes() throws {
        var state = try ViewState.showing(Self.screen())
        _ = state.handle(all: ["!", .tab, .tab, .tab, "x"])
        for size in [Size(columns: 20, rows: 5), Size(columns: 1, rows: 1), Size(columns: 120, rows: 40)] {
            state.session.resize(to: size)
            try state.receive(Fixture.show(Self.screen()))
            _ = state.handle("y")
        }
        expect(state.top?.fields.focus == Self.name("notes") && state.top?.fields.focused?.text == "xyyy")
        expect(state.top?.fields[Self.name("name")]?.text, equals: "Ada!")
        try state.receive(Fixture.show(Self.screen([Self.fields[0]])))
        expect(state.top?.fields.focus, equals: nil, "its field has gone")
        #expect(state.handle("z").isEmpty)
        try state.receive(Fixture.show(Screen(title: "T")))
        expect(state.handle(.escape).isEmpty && state.top?.screen.alert == nil, "there is nothing to save")
    }

    /// A value that comes late replaces only what the user has not touched.
    @Test func aValueThatComesLateIsShownInTheOpenField() throws {
        var state = try ViewState.showing(Self.screen())
        var later = Self.fields
        later[0].value = .text("Grace")
        try state.receive(Fixture.show(Self.screen(later)))
        expect(state.top?.fields.focused?.text, equals: "Grace")
        _ = state.handle("!")
        later[0].value = .text("Eve")
        try state.receive(Fixture.show(Self.screen(later)))
        expect(state.top?.fields.focused?.text, equals: "Grace!")
    }

    @Test(arguments: [0, 3]) func aLongPasteIsCut(_ field: Int) throws {
        var state = try ViewState.showing(Self.screen([Self.fields[field]]))
        _ = state.handle(.paste(String(repeating: "a\n", count: 1 << 20)))
        #expect((state.top?.fields.focused?.text.utf8.count ?? 0) <= TextField.limit)
        expect(state.notice, equals: .advice("The text was cut: a field has at most \(TextField.limit) bytes"))
        expect(state.lines.count, equals: 24)
    }

    /// A form has at most 500 fields; ten of them are one screen.
    @Test func manyFieldsAreFilledIn() throws {
        let forms = (0..<10).map { form in
            Self.part((0..<500).map { FormField(id: "\($0)", label: "Field \($0)") }, id: "f\(form)")
        }
        var state = try ViewState.showing(Screen(title: "T", parts: forms))
        _ = state.handle(all: ["a", .enter, "b", .enter, "c", .escape, "G", .backTab, "d"])
        expect(state.top?.fields["f0\u{1F}2"]?.text == "c" && state.top?.fields["f9\u{1F}499"]?.text == "d")
        _ = state.handle(all: [.escape, "q"])
        expect(state.top?.screen.alert?.message, equals: "Field 0, Field 1, Field 2")
    }

    // MARK: The question

    /// A view that takes this one's place has the text and the question.
    @Test func theQuestionSurvivesTheView() throws {
        var state = try ViewState.showing(Self.screen())
        _ = state.handle(all: ["!", .escape, "q"])
        var next = ViewState(stamp: Fixture.stamp, size: Size(columns: 80, rows: 24))
        next.restore(try ViewMemory(json: Payload.encode(state.memory)))
        for event in [Fixture.navigate("apps-1"), Fixture.show(Self.screen())] { try next.receive(event) }
        expect(next.top?.screen.alert?.title, equals: "Save the changes?")
        expect(next.handle(all: [.right, .enter]), equals: [.quit])
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        session.commands("set name Bob", "quit")
        var restore = try require(session.told).snapshot
        restore.type = ProcessInput.Restore.type
        var later = LinearSession()
        later.bus(restore, Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        later.commands("save")
        expect(later.sent.first?.contains(#""name":"Bob""#), equals: true)
    }

    /// What was saved is not asked about, also by a view that takes this one's place.
    @Test func aSavedFormIsLeftWithoutAQuestion() throws {
        var state = try ViewState.showing(Self.screen())
        _ = state.handle(all: ["!", .control("s")])
        var saved = Self.screen()
        saved.notice = ScreenNotice(id: "1", text: "Saved")
        try state.receive(Fixture.show(saved))
        var next = ViewState(stamp: Fixture.stamp, size: Size(columns: 80, rows: 24))
        next.restore(try ViewMemory(json: Payload.encode(state.memory)))
        for event in [Fixture.navigate("root", "apps-1"), Fixture.show(saved)] { try next.receive(event) }
        expect(next.handle(.escape).sent, equals: ["didGoBack {} @apps-1"])
    }

    /// An answer that is no screen accepts the form too, unless it is a failure.
    @Test(arguments: [
        (
            "router.output.didNavigate", #"{"stack":[{"scene":"apps-1","name":"a"},{"scene":"more-2","name":"b"}]}"#,
            true
        ),
        ("router.output.didOpenURL", #"{"url":"https://pages.example/"}"#, true),
        ("view.input.copy", #"{"text":"x"}"#, true),
        ("router.output.didFail", #"{"action":"openURL","message":"no browser"}"#, false),
    ])
    func anAnswerThatIsNoScreen(_ answer: (type: String, data: String, isSaved: Bool)) throws {
        var state = try ViewState.showing(Self.screen())
        _ = state.handle(all: ["!", .control("s")])
        var event = Event(type: answer.type)
        event.data = Array(answer.data.utf8)
        try state.receive(event)
        try state.receive(Fixture.navigate("apps-1"))
        _ = state.handle(all: [.escape, .escape, "q"])
        expect(state.top?.screen.alert == nil, equals: answer.isSaved)
    }

    /// A secret is in no memory, not even as what was submitted.
    @Test func aSubmittedSecretIsInNoMemory() throws {
        var state = try ViewState.showing(Self.screen([FormField(id: "pin", label: "PIN", kind: .secret)]))
        expect(state.handle(all: ["s", "3", "c", .enter]).sent.count, equals: 1)
        expect(String(decoding: Payload.encode(state.memory), as: UTF8.self), lacks: "s3c")
        _ = state.handle(all: [.enter, "x", .escape, "q"])
        expect(state.top?.screen.alert?.message, equals: "PIN")
    }

    @Test func aScriptThatEndsIsNotHeldBack() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        session.commands("set name Bob", "quit")
        expect(
            session.end == nil
                && session.transcript.contains("! Save the changes?: Name  [1 Save] [2 Discard] [3 Stay]"))
        session.perform(session.mode.endCommands())
        expect(session.end == .done && session.sent.isEmpty)
    }
}
