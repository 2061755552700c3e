import JSON
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Paths that are completed, secrets that are shown, and choices with many options.
@Suite struct FieldKindTests {
    private static func screen(_ fields: FormField...) -> Screen {
        Screen(title: "T", parts: [.form(Form(id: "f", fields: fields))])
    }

    private static func path(_ suggestions: [String], value: String = "") -> FormField {
        FormField(id: "p", label: "Path", kind: .path, value: .text(value), isLive: true, suggestions: suggestions)
    }

    private static let names = ["src/", "src/main.c", "src/map.c", "srv/", "ünï/"]
    private static let last = FormField(id: "x", label: "Other")

    static let completions: [(typed: String, tabs: Int, text: String, goesOn: Bool)] = [
        ("", 1, "", true), ("s", 1, "sr", false), ("s", 2, "sr", true), ("src/m", 1, "src/ma", false),
        ("src/mai", 1, "src/main.c", false), ("src/mai", 2, "src/main.c", true), ("ü", 1, "ünï/", false),
        ("S", 1, "S", true), ("zzz", 1, "zzz", true),
    ]

    @Test(arguments: completions.indices) func tabCompletesAsFarAsTheSuggestionsAgree(_ index: Int) throws {
        let (typed, tabs, text, goesOn) = Self.completions[index]
        var state = try ViewState.showing(Self.screen(Self.path(Self.names), Self.last))
        _ = state.handle(all: [.paste(typed)] + Array(repeating: .tab, count: tabs))
        expect(state.top?.fields["f\u{1F}p"]?.text, equals: text)
        expect((state.top?.fields.focus == "f\u{1F}x"), equals: goesOn)
    }

    /// The application has the files, so it offers others as soon as the text is another.
    @Test func aCompletionIsReportedAndNewSuggestionsFollow() throws {
        var state = try ViewState.showing(Self.screen(Self.path(["src/"])), columns: 160)
        _ = state.handle(all: ["s", .tab])
        expect(
            state.session.takeChanges(now: .at(1000)).map { String(decoding: $0.data, as: UTF8.self) }.last?.contains(
                "src/"),
            equals: true)
        #expect(!state.lines.contains { $0.contains("main.c") })
        try state.receive(Fixture.show(Self.screen(Self.path((0..<30).map { "src/main\($0).c" }))))
        expect(state.top?.fields.focused?.text, equals: "src/")
        #expect(state.lines.contains { $0.contains("src/main7.c  … +22") })
        expect(state.handle(all: [.tab, "7", .tab]).isEmpty && state.top?.fields.focused?.text == "src/main7.c")
    }

    /// A name that would be drawn otherwise than it is would lead to another file.
    @Test func namesWithControlCharactersAreNotOffered() throws {
        let hostile = ["a\u{1B}[2J", "a\nb", "a\u{202E}b", String(repeating: "a", count: 9000), "ab"]
        let many = (0..<10_000).map { "a\($0)" }
        let field = Self.path(hostile + many).sanitized
        expect(field.suggestions?.first == "ab" && field.suggestions?.count == 200)
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen(Self.path(hostile + many))))
        expect(
            session.transcript,
            contains: "Path: (nothing entered) (such as: ab, a0, a1, a2, a3, a4, a5, a6 and 192 more)\n")
    }

    @Test func aSecretIsShownWhileItIsTyped() throws {
        var state = try ViewState.showing(Self.screen(FormField(id: "s", label: "Key", kind: .secret), Self.last))
        _ = state.handle(all: ["s", "3", "c"])
        expect(state.lines.joined(), lacks: "s3c")
        _ = state.handle(.alt("r"))
        expect(state.lines.joined(), contains: "[s3c ")
        expect(String(decoding: Payload.encode(state.memory), as: UTF8.self), lacks: "s3c")
        #expect(state.entersSecret(["x"]), "it is a secret still")
        for keys: [Key] in [[.alt("r")], [.alt("r"), .escape], [.alt("r"), .tab, .backTab]] {
            _ = state.handle(all: keys)
            expect(state.lines.joined(), lacks: "s3c")
        }
        _ = state.handle(all: [.tab, .alt("r"), "a"])
        expect(state.top?.fields.focused?.text, equals: "a", "elsewhere the key means nothing")
    }

    @Test func aChoiceOfManyOptionsIsFoundByTyping() throws {
        let options = (0..<10_000).map { FormField.Option(id: "id\($0)", title: "Option \($0)") }
        var state = try ViewState.showing(Self.screen(FormField(id: "c", label: "C", kind: .choice, options: options)))
        _ = state.handle(all: ["9", "8", "7", "6"])
        #expect(state.lines.contains { $0.contains("Option 9876") })
        _ = state.handle(.enter)
        expect(state.top?.fields["f\u{1F}c"]?.text, equals: "id9876")
        expect(state.handle(.control("s")).sent.first?.contains(#""c":"id9876""#), equals: true)
    }
}
