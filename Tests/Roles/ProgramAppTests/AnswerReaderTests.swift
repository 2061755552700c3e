@testable import ProgramApp
import TestSupport
import Testing
import ViewMessages

@Suite struct AnswerReaderTests {
    private static func screen(_ json: String) throws -> ProgramScreen {
        let reader = AnswerReader(title: "todo", query: "q")
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
        try expect(Self.screen(json).screen, equals: screen)
    }

    @Test func itemsOfAScriptFilterAreRows() throws {
        let answer = try Self.screen(
            #"""
            {"rerun":0.5,"items":[{"title":"A","arg":"1","uid":"u","icon":{"path":"x"}},{"title":"B","uid":"u"},
            {"title":"C","valid":false,"autocomplete":"c "},{"title":"D","valid":false,"mods":{},"icon":{}},
            {"title":"E","arg":["5","6"],"subtitle":"s"}]}
            """#)
        expect(
            answer.screen,
            equals: Screen(
                title: "todo", prompt: Prompt(placeholder: "Search", text: "q"),
                parts: Self.rows(
                    Row(id: "1", title: "A"), Row(id: "u", title: "B"), Row(id: "C", title: "C"),
                    Row(id: "D", title: "D"), Row(id: "5", title: "E", subtitle: "s"))))
        expect(answer.completions == ["C": "c "] && answer.invalid == ["D"] && answer.refresh == 500)
        expect(answer.unknown.map { $0.prefix { $0 != " " } }, equals: ["items[0].icon", "items[3].mods"])
        expect(answer.screen.notice, equals: nil)
    }

    /// In an author's own program an unknown word is a mistake: each is told once, with what was probably meant.
    @Test(arguments: [
        (
            #"{"rows":[{"title":"a"},{"title":"b","acessory":1}],"footer":2,"footer":3}"#,
            [#"rows[1].acessory is not known (did you mean "accessory"?)"#, "footer is not known (known: title, rows"]
        ),
        (#"{"titel":"x","rows":[]}"#, [#"titel is not known (did you mean "title"?)"#]),
        (#"{"parts":[{"tabel":{}}]}"#, [#"parts[0].tabel is not known (did you mean "table"?)"#]),
        (
            #"{"parts":[{"form":{"id":"f","fields":[{"id":"a","label":"b","kind":"txt"}]}}]}"#,
            [#"parts[0].form.fields[0].kind is "txt", which is not known (did you mean "text"?)"#]
        ),
        (#"{"rows":[{"title":"a","tone":"red"}]}"#, [#"rows[0].tone is "red", which is not known (known: plain, "#]),
        (
            #"{"text":"a","prompt":{"placholder":"b"},"notice":{"text":"n","colour":1}}"#,
            [#"prompt.placholder is not known (did you mean "placeholder"?)"#, "notice.colour is not known"]
        ),
        (
            #"{"alert":{"title":"a","message":"b","buttons":[{"control":"c","title":"d","rol":"cancel"}]}}"#,
            [#"alert.buttons[0].rol is not known (did you mean "role"?)"#]
        ),
    ]) func anUnknownWordIsAMistake(_ json: String, _ words: [String]) throws {
        let answer = try Self.screen(json)
        expect(
            answer.unknown.count == words.count && zip(answer.unknown, words).allSatisfy { $0.hasPrefix($1) },
            "\(answer.unknown)")
        let told = answer.unknown.first { $0.contains("did you mean") }
        expect(answer.screen.notice?.text, equals: (json.contains("notice") ? "n" : told))
    }

    @Test func aPartOfNoKindIsTold() throws {
        guard case .unknown(let part)? = try Self.screen(#"{"parts":[{"type":"text"}]}"#).screen.parts.first else {
            Issue.record("it is known")
            return
        }
        expect(part.fallback?.contains(#"an object with one member, its kind, such as {"text""#), equals: true)
    }

    @Test func aPageIsOpened() throws {
        let reader = AnswerReader(title: "todo")
        try expect(reader.read(Array(#"{"open":"https://a.example","x":1}"#.utf8)), equals: .open("https://a.example"))
    }

    @Test(arguments: [
        ("{}", "has neither parts, text, rows nor items"), (#"{"level":"info"}"#, "has neither parts"),
        (#"{"rows":{}}"#, "rows is not an array"), (#"{"rows":[{}]}"#, "rows[0].title is missing"),
        (#"{"rows":[{"id":[]}]}"#, "is not a string"), (#"{"rows":[1"#, "invalid JSON at byte"),
        (#"{"parts":[{"list":3}]}"#, "parts[0].list is not an object with rows"),
        (#"{"items":[{"arg":"x"}]}"#, "items[0].title is missing"),
        (
            #"{"title":"a longer title","parts":[{"facts":{"items":[{"label":"a","value":5}]}}]}"#,
            "parts[0].facts.items[0].value is not a string"
        ),
        (#"{"parts":[],"title":{"text":"a"}}"#, "title is not a string"),
        (#"{"parts":[{"label":{"text":"a"}}]}"#, "parts[0].label.style is missing"),
        (
            #"{"parts":[{"table":{"columns":[],"rows":[{"id":"a","cells":[5]}]}}]}"#,
            "parts[0].table.rows[0].cells[0] is not a string"
        ),
        (
            #"{"parts":[{"chart":{"kind":"bar","points":[1,{"value":"2"}],"alternative":"x"}}]}"#,
            "points[1].value is not a number"
        ),
        (
            #"{"parts":[{"form":{"id":"f","fields":[{"id":"a","label":"b","kind":"choice","options":["x"]}]}}]}"#,
            "parts[0].form.fields[0].options[0] is not an object with id, title"
        ),
        (
            #"{"parts":[{"form":{"name":"f","fields":[]}}]}"#,
            #"parts[0].form.id is missing; "name" is not known there (known: id, heading, fields, submit)"#
        ),
        (
            #"{"parts":[{"form":{"id":"f","fields":[{"id":"a","label":"b","kind":"text","value":[1]}]}}]}"#,
            "parts[0].form.fields[0].value[0] is not a string"
        ),
        (#"{"rows":[{"title":"a"},{"titel":"b"}]}"#, #"rows[1].title is missing; "titel" is not known there"#),
        (#"{"rows":[{"title":"a","subtitle":["b"]}]}"#, "rows[0].subtitle is not a string"),
        (#"{"text":"a","notice":{"id":"n"}}"#, "notice.text is missing"),
        (#"{"text":"a","prompt":{"placeholder":5}}"#, "prompt.placeholder is not a string"),
        (#"{"parts":["hello"]}"#, "parts[0] is not an object"),
        (#"{"parts":[{"list":["a"]}]}"#, "is not an object with rows"),
        (#"{"rows":[["a"]]}"#, "rows[0] is not a text, a number or an object with title"),
        (#"{"tilte":"a"}"#, #"rows nor items; tilte is not known (did you mean "title"?)"#),
        (#"{"rows":[],"alert":"Failed"}"#, "alert is not an object with title, message, buttons"),
        (
            #"{"parts":[{"button":{"id":"x","label":"Go"}}]}"#,
            #"button.control is missing; "id" is not known there (known: control"#
        ),
        (#"{"parts":[{"list":{"items":[]}}]}"#, #"list.rows is missing; "items" is not known there (known: rows"#),
        (#"{"parts":[{"tabs":{"items":["a"],"selected":"a"}}]}"#, "tabs.items[0] is not an object with control, title"),
        (#"{"rows":[],"keys":[{"key":"x","title":"X"}]}"#, "keys[0].control is missing"),
    ]) func aMistakeIsNamed(_ json: String, _ words: String) {
        let error = #expect(throws: AnswerReader.Mistake.self) { try Self.screen(json) }
        expect(error?.description.contains(words), equals: true, "\(error?.description ?? "")")
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
        expect(OutputFormat.of(Array(text.utf8), isWhole: isWhole), equals: format)
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
            expect(values == [#"{"a":"}\"]","b":[{}]}"#, #" {"c":1}"#] && output.isBlank)
        }
    }
}
