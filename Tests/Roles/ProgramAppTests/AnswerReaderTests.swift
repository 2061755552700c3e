@testable import ProgramApp
import Testing
import ViewMessages

@Suite struct AnswerReaderTests {
    private static func screen(_ json: String) throws -> ProgramScreen {
        var reader = AnswerReader(title: "todo", query: "q")
        guard case .screen(let screen) = try reader.read(Array(json.utf8)) else {
            throw AnswerReader.Mistake(description: "no screen")
        }
        return screen
    }

    private static func rows(_ rows: Row...) -> [Part] { [.list(List(rows: rows, empty: "Nothing found"))] }

    /// The shorter forms of a screen.
    @Test(arguments: [
        (#"{"rows":["a"]}"#, Screen(title: "todo", parts: rows(Row(id: "a", title: "a")))),
        (#"["a"]"#, Screen(title: "todo", parts: rows(Row(id: "a", title: "a")))),
        (#"[]"#, Screen(title: "todo", parts: rows())),
        (
            #"{"rows":["a"],"selected":"a"}"#,
            Screen(
                title: "todo",
                parts: [.list(List(rows: [Row(id: "a", title: "a")], empty: "Nothing found", selected: "a"))])
        ),
        (
            #"[{"title":"A","subtitle":"s","accessory":5},{"id":7}]"#,
            Screen(
                title: "todo",
                parts: rows(Row(id: "A", title: "A", subtitle: "s", accessory: "5"), Row(id: "7", title: "7")))
        ),
        (
            #"{"title":"T","prompt":"Find","rows":[]}"#,
            Screen(title: "T", prompt: Prompt(placeholder: "Find", text: "q"), parts: rows())
        ),
        (
            #"{"prompt":{"live":true},"parts":[{"label":{"text":"x","style":"title"}}]}"#,
            Screen(
                title: "todo", prompt: Prompt(placeholder: "Search", text: "q", isLive: true),
                parts: [.label(Label("x", style: .title))])
        ),
        (#"{"text":"a\nb"}"#, Screen(title: "todo", parts: [.text(Text(body: "a\nb"))])),
    ]) func aScreenMayBeShort(_ json: String, _ screen: Screen) throws {
        #expect(try Self.screen(json).screen == screen)
    }

    @Test func itemsOfAScriptFilterAreRows() throws {
        let answer = try Self.screen(
            #"""
            {"rerun":0.5,"items":[{"title":"A","arg":"1","uid":"u","icon":{"path":"x"}},{"title":"B","uid":"u"},
            {"title":"C","valid":false,"autocomplete":"c "},{"title":"D","valid":false,"mods":{},"icon":{}},
            {"title":"E","arg":["5","6"],"subtitle":"s"}]}
            """#)
        #expect(
            answer.screen
                == Screen(
                    title: "todo", prompt: Prompt(placeholder: "Search", text: "q"),
                    parts: Self.rows(
                        Row(id: "1", title: "A"), Row(id: "u", title: "B"), Row(id: "C", title: "C"),
                        Row(id: "D", title: "D"), Row(id: "5", title: "E", subtitle: "s"))))
        #expect(answer.completions == ["C": "c "] && answer.invalid == ["D"] && answer.refresh == 500)
        #expect(answer.unknown == ["items[].icon", "items[].mods"])
    }

    @Test func whatNobodyUsesIsReported() throws {
        let answer = try Self.screen(#"{"rows":[{"title":"a","colour":1}],"footer":2,"footer":3}"#)
        #expect(answer.unknown == ["rows[].colour", "footer"])
    }

    @Test func aPageIsOpened() throws {
        var reader = AnswerReader(title: "todo")
        #expect(try reader.read(Array(#"{"open":"https://a.example","x":1}"#.utf8)) == .open("https://a.example"))
    }

    @Test(arguments: [
        ("{}", "has neither parts, text, rows nor items"), (#"{"level":"info"}"#, "has neither parts"),
        (#"{"rows":{}}"#, "rows is not an array"), (#"{"rows":[{}]}"#, "rows[0].title is missing"),
        (#"{"rows":[{"id":[]}]}"#, "is not a string"), (#"{"rows":[1"#, "invalid JSON at byte"),
        (#"{"parts":[{"list":3}]}"#, "parts[0]"), (#"{"items":[{"arg":"x"}]}"#, "items[0].title is missing"),
    ]) func aMistakeIsNamed(_ json: String, _ words: String) {
        let error = #expect(throws: AnswerReader.Mistake.self) { try Self.screen(json) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    /// By the first bytes.
    @Test(
        arguments: [
            ("", true, .lines), ("", false, nil), (" \n", false, nil), ("{", false, nil), ("{", true, .lines),
            (#"{"rows":[]}"#, false, .json), ("{}", false, .json), ("{ \n  \"a\"", false, .json),
            ("{foo}", false, .lines),
            ("[info] started", false, .lines), (#"["a"]"#, false, .json), ("[{", false, .json), ("[]", false, .json),
            ("  main\n", false, .lines), ("\u{FEFF}{\"a\"", false, .json), ("a", false, .lines),
        ] as [(String, Bool, OutputFormat?)])
    func theFirstBytesTellTheFormat(_ text: String, _ isWhole: Bool, _ format: OutputFormat?) {
        #expect(OutputFormat.of(Array(text.utf8), isWhole: isWhole) == format)
    }

    @Test func valuesAreFoundWhereverTheyAreCut() {
        let text = Array(#"{"a":"}\"]","b":[{}]} {"c":1}"#.utf8)
        for cut in 0...text.count {
            var output = ProgramOutput()
            var values: [String] = []
            for chunk in [text[..<cut], text[cut...]] {
                output.append(Array(chunk))
                while let value = output.takeValue() { values.append(String(decoding: value, as: UTF8.self)) }
            }
            #expect(values == [#"{"a":"}\"]","b":[{}]}"#, #" {"c":1}"#] && output.isBlank)
        }
    }
}
