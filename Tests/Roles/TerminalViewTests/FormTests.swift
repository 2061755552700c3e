import JSON
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Forms: filled in with keys and with commands, checked as far as they are declared, kept, submitted.
@Suite struct FormTests {
    private static let countries = [
        FormField.Option(id: "us", title: "United States"), .init(id: "de", title: "Germany"),
        .init(id: "jp", title: "Japan"),
    ]

    static let fields = [
        FormField(id: "name", label: "Name", value: .text("Ada"), isRequired: true),
        FormField(id: "pin", label: "Password", kind: .secret, placeholder: "at least 8"),
        FormField(id: "age", label: "Age", kind: .number, help: "In years.", min: 0, max: 150),
        FormField(id: "notes", label: "Notes", kind: .multiline),
        FormField(id: "mail", label: "Newsletter", kind: .toggle, value: .flag(true)),
        FormField(id: "country", label: "Country", kind: .choice, value: .text("de"), options: countries),
        FormField(id: "seen", label: "Seen", kind: .choices, options: countries),
        FormField(id: "day", label: "Birthday", kind: .date),
    ]

    static func screen(_ fields: [FormField] = fields, submit: String? = "Save") -> Screen {
        Screen(title: "Settings", parts: [.form(Form(id: "settings", fields: fields, submit: submit))])
    }

    private static func only(_ field: FormField) -> Screen { screen([field]) }

    private static let name = FieldName.of(fields[0], in: Form(id: "settings", fields: []))
    private static func entered(_ id: String, in state: ViewState) -> String? {
        state.top?.fields["settings\u{1F}\(id)"]?.text
    }

    // MARK: Full screen

    @Test func aFormIsFilledInWithKeys() throws {
        var state = try ViewState.showing(Self.screen())
        let keys: [Key] =
            ["!", .enter, "s", "3", "c", "r", "t", .tab, "4", "2", .enter, "a", .enter, "b", .up, "x", .tab]
            + [" ", .down, .enter, .down, .down, .enter, .down, .enter, .enter, .down, .down, .enter, .escape, .down]
            + [.paste("2026-02-28")]
        #expect(state.handle(all: keys).isEmpty, "nothing is reported before it is submitted")
        guard case .send(let event) = state.handle(.enter).first else { return #expect(Bool(false)) }
        expect(event.type == ViewOutput.DidSubmit.type && event.subject == "apps-1")
        let expected = ViewOutput.DidSubmit(
            form: "settings",
            values: [
                "name": .text("Ada!"), "age": .number("42"), "notes": .text("ax\nb"), "mail": .flag(false),
                "country": .text("jp"), "seen": .texts(["us", "jp"]), "day": .text("2026-02-28"),
            ], secrets: ["pin": "s3crt"])
        try expect(event.decode(ViewOutput.DidSubmit.self), equals: expected)
        expect(state.top?.fields.focus, equals: nil)
        #expect(state.handle(.enter).isEmpty, "a held key submits once")
    }

    @Test func aFormLooksLikeThis() throws {
        var fields = Self.fields
        fields[2].error = "Nobody is that old"
        var state = try ViewState.showing(Self.screen(fields), rows: 20)
        _ = state.handle(all: [.down, "a", "b"])
        expect(
            state.lines[2...15].map { $0.trimmed },
            equals: [
                "Name *      [Ada                                     ]",
                "▸ Password    [••                                      ]",
                "Age         [                ]", "In years.", "Nobody is that old", "Notes       │",
                "Newsletter  [x]", "Country     Germany ▾", "Seen         ▾", "Birthday    [                ]", "",
                "[ Save ]", "", "",
            ])
        expect(Layout.frame(of: state).cursor, equals: Position(row: 3, column: 17))
        state.session.resize(to: Size(columns: 30, rows: 20))
        expect(
            state.lines[2...5].map { $0.trimmed },
            equals: [
                "Name *", "[Ada                     ]", "▸ Password", "[••                      ]",
            ])
        for size in [Size(columns: 1, rows: 1), Size(columns: 4, rows: 3), Size(columns: 0, rows: 0)] {
            state.session.resize(to: size)
            expect(Layout.frame(of: state).buffer.size, equals: size)
        }
    }

    static let wrong: [(FormField, String, String?)] = [
        (FormField(id: "f", label: "F", isRequired: true), "  ", "This is required"),
        (FormField(id: "f", label: "F", isRequired: true), "x", nil), (FormField(id: "f", label: "F"), "", nil),
        (FormField(id: "f", label: "F", kind: .number), "4x", "Enter a number, for example 42"),
        (FormField(id: "f", label: "F", kind: .number), "0x10", "Enter a number, for example 42"),
        (FormField(id: "f", label: "F", kind: .number), "1e999", "Enter a number, for example 42"),
        (FormField(id: "f", label: "F", kind: .number, min: 1), "0.5", "Must be at least 1"),
        (FormField(id: "f", label: "F", kind: .number, max: 1.5), "2", "Must be at most 1.5"),
        (FormField(id: "f", label: "F", kind: .number, min: 1, max: 2), "+1.5", nil),
        (FormField(id: "f", label: "F", kind: .date), "2026-02-29", "Enter a date, for example 2026-11-22"),
        (FormField(id: "f", label: "F", kind: .date), "2024-02-29", nil),
        (FormField(id: "f", label: "F", kind: .date), "1900-02-29", "Enter a date, for example 2026-11-22"),
        (FormField(id: "f", label: "F", kind: .date), "26-1-1", "Enter a date, for example 2026-11-22"),
        (FormField(id: "f", label: "F", kind: .date), "2026-13-01", "Enter a date, for example 2026-11-22"),
    ]

    /// The view checks what the declaration asks for, and nothing else.
    @Test(arguments: wrong.indices) func whatIsWrongStandsUnderTheField(_ index: Int) throws {
        let (field, text, error) = Self.wrong[index]
        var state = try ViewState.showing(Self.only(field))
        let sent = state.handle(all: [.paste(text), .control("s")]).sent
        expect(sent.isEmpty, equals: (error != nil))
        expect(state.lines.contains { $0.trimmed == error }, equals: (error != nil))
        if error != nil {
            _ = state.handle("7")
            #expect(!state.lines.contains { $0.trimmed == error }, "it has been changed")
        }
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.only(field)))
        session.commands("set F \(text)", "submit")
        expect(session.complaints, equals: (error.map { ["line 2: submit: F: \($0)"] } ?? []))
    }

    @Test func whatWasEnteredSurvivesAScreenAndASwap() throws {
        var state = try ViewState.showing(Self.screen())
        _ = state.handle(all: ["!", .tab, "g", "e", "h", "e", "i", "m", .tab, "7"])
        var later = Self.fields
        later[2].error = "Too young"
        later[4].value = .flag(false)
        try state.receive(Fixture.show(Self.screen(later)))
        expect(Self.entered("name", in: state) == "Ada!" && Self.entered("age", in: state) == "7")
        expect(Self.entered("mail", in: state), equals: "", "the screen has another value there")
        let memory = Payload.encode(state.memory)
        expect(String(decoding: memory, as: UTF8.self), lacks: "geheim")
        var next = ViewState(stamp: EventStamp(source: "view", run: "2"), size: Size(columns: 80, rows: 24))
        next.restore(try ViewMemory(json: memory))
        for event in [Fixture.navigate("apps-1"), Fixture.show(Self.screen(later))] { try next.receive(event) }
        expect(Self.entered("name", in: next) == "Ada!" && Self.entered("pin", in: next) == "")
        expect(next.top?.fields.focus, equals: state.top?.fields.focus)
        _ = next.handle("0")
        expect(Self.entered("age", in: next), equals: "70")
    }

    // MARK: Live fields

    @Test func liveFieldsReportAtMostEvery100Milliseconds() throws {
        var live = FormField(id: "q", label: "Query", isLive: true)
        var state = try ViewState.showing(Self.screen([live, FormField(id: "x", label: "Other")]))
        expect(state.session.untilChanges(now: .at(0)), equals: nil)
        _ = state.handle("a")
        expect(state.session.untilChanges(now: .at(1000)), equals: .zero)
        expect(
            state.session.takeChanges(now: .at(1000)).data, equals: [#"{"field":"q","form":"settings","value":"a"}"#])
        _ = state.handle(all: ["b", "c"])
        expect(
            state.session.takeChanges(now: .at(1099)).isEmpty
                && state.session.untilChanges(now: .at(1099)) == .milliseconds(1))
        _ = state.handle("d")
        expect(
            state.session.takeChanges(now: .at(1100)).data, equals: [#"{"field":"q","form":"settings","value":"abcd"}"#]
        )
        _ = state.handle(all: [.left, .tab, "x"])
        expect(
            state.session.untilChanges(now: .at(2000)), equals: nil,
            "a movement changes nothing, and the other field is not live")
        _ = state.handle(all: [.backTab, "e", .control("s")])
        #expect(state.session.takeChanges(now: .at(3000)).isEmpty, "submitting reports it")
        live.kind = .secret
        try state.receive(Fixture.show(Self.screen([live])))
        _ = state.handle(all: [.enter, "z"])
        expect(state.session.untilChanges(now: .at(4000)), equals: nil, "a secret is not told while it is typed")
    }

    @Test func aLivePromptReportsWhileItIsTyped() throws {
        let prompt = Prompt(placeholder: "Find", isLive: true)
        var state = try ViewState.showing(Screen(title: "Find", prompt: prompt))
        _ = state.handle(all: ["a", "b"])
        expect(state.session.takeChanges(now: .at(5)).data, equals: [#"{"value":"ab"}"#])
        _ = state.handle(all: ["c", .enter])
        #expect(state.session.takeChanges(now: .at(500)).isEmpty)
    }

    // MARK: Linear

    @Test func aFormIsFilledInWithCommands() throws {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        expect(
            session.transcript,
            equals: """
                == Settings ==
                Name (required): Ada
                Password: (nothing entered)
                Age: (nothing entered) — In years.
                Notes: (nothing entered)
                Newsletter: on
                Country: Germany (one of: United States, Germany, Japan)
                Seen: (nothing chosen) (any of: United States, Germany, Japan)
                Birthday: (nothing entered)
                [Save: submit]


                """)
        session.transcript = ""
        session.commands(
            "set name Grace Hopper", "set PASSWORD geheim1", "set age 42", #"set "notes" one\ntwo"#,
            "set newsletter off",
            "set country japan", "set seen jp, United States", "set day 1906-12-09", "submit")
        expect(
            session.transcript,
            equals: """
                > set name Grace Hopper
                Name (required): Grace Hopper
                > set …
                Password: (entered)
                > set age 42
                Age: 42 — In years.
                > set "notes" one\\ntwo
                Notes: one\\ntwo
                > set newsletter off
                Newsletter: off
                > set country japan
                Country: Japan (one of: United States, Germany, Japan)
                > set seen jp, United States
                Seen: United States, Japan (any of: United States, Germany, Japan)
                > set day 1906-12-09
                Birthday: 1906-12-09
                > submit

                """)
        expect(
            session.sent,
            equals: [
                #"didSubmit {"form":"settings","secrets":{"pin":"geheim1"},"values":{"age":42,"country":"jp","#
                    + #""day":"1906-12-09","mail":false,"name":"Grace Hopper","notes":"one\ntwo","seen":["us","jp"]}} @apps-1"#
            ])
        #expect(session.complaints.isEmpty)
    }

    /// Regression: a title with a comma was taken for two.
    @Test(arguments: [
        ("Korea, South", "kr"), ("Germany, korea, south ,Korea", "de kr k"), ("Korea, Germany", "de k"), ("a,b", "a,b"),
        ("Korea,,Germany", "de k"), ("South", nil), ("Korea, South, South", nil), ("Korea, North", nil),
    ])
    func titlesWithCommas(text: String, ids: String?) {
        let options = [("de", "Germany"), ("kr", "Korea, South"), ("k", "Korea"), ("a,b", "Both")]
        let field = FormField(
            id: "seen", label: "Seen", kind: .choices, options: options.map { .init(id: $0.0, title: $0.1) })
        let entry = try? FieldCommand(name: "seen", field: field, text: text).entry()
        expect(entry, equals: ids?.split(separator: " ").joined(separator: "\n"))
    }

    @Test func commandsThatFitNoField() {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen(Array(Self.fields.suffix(4)))))
        session.commands("set", "set height 3", "set newsletter maybe", "set country Mars", "submit other")
        expect(
            session.complaints,
            equals: [
                "line 1: set: give a field's name, such as: set name Ada",
                "line 2: set …: no such field; there are: Newsletter, Country, Seen, Birthday",
                "line 3: set newsletter maybe: enter on or off", "line 4: set country Mars: Country has no such choice",
                "line 5: submit other: which form? there are: settings",
            ])
        var without = LinearSession()
        without.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        without.commands("set a b", "submit")
        expect(without.complaints, equals: ["line 1: set …: there are no fields", "line 2: submit: there is no form"])
    }

    @Test func whatWasEnteredInLinearModeSurvivesItsProcess() throws {
        var first = LinearSession()
        first.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        first.commands("set name Grace")
        var restore = try require(first.told).snapshot
        restore.type = ProcessInput.Restore.type
        var next = LinearSession()
        next.bus(restore, Fixture.navigate("apps-1"), Fixture.show(Self.screen()))
        #expect(next.transcript.isEmpty)
        next.commands("submit")
        expect(next.sent.first?.contains(#""name":"Grace""#), equals: true)
    }
}

extension String {
    /// Without blanks and the scroll bar.
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { " ▐".contains($0) }.reversed()) }
}

extension [Event] {
    fileprivate var data: [String] { map { String(decoding: $0.data, as: UTF8.self) } }
}
