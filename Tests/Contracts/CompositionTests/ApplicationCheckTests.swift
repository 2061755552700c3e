import TestSupport
import Testing

/// `viperline check` of a declared application.
@Suite struct ApplicationCheckTests {
    private static let viperline = Products.executable("viperline")

    private func check(
        _ text: String, _ options: [String] = [], _ environment: [String: String] = [:]
    ) throws -> Command.Result {
        let folder = try TemporaryFolder()
        _ = try folder.write(text, to: "app.yaml")
        _ = try folder.write("{\n  \"hits\": [{\"id\": 7, \"name\": \"N\"}]\n}\n", to: "answer.json")
        return try Command.run(
            [Self.viperline, "check", "\(folder.path)/app.yaml"]
                + options.map { $0.replacing("@", with: folder.path) }, environment: environment)
    }

    private static let application = """
        sources:
          all:
            url: https://api.example/all
            headers: {X-Key: "${KEY_OF_MINE}"}
            answer: '{items: .hits}'
        scenes:
          all:
            list: all
            row: |
              {
                title: .name
              }
        """

    @Test(arguments: [
        ("nosuch", "app.yaml:11: scenes.all.row: nosuch/0 is not defined"),
        ("(now | todate)", "scenes.all.row: now: a program does not know the time"),
    ])
    func aProgramThatCannotBeCompiledIsReportedWithItsLine(title: String, mistake: String) throws {
        let result = try check(
            Self.application.replacing("title: .name", with: "title: \(title)"), [], ["KEY_OF_MINE": "k"])
        expect(result.status, equals: 65)
        expect(result.diagnostics, contains: mistake, "\(result.diagnostics)")
    }

    @Test func aVariableThatIsNotSetIsReported() throws {
        let result = try check(Self.application)
        expect(result.status, equals: 65)
        expect(
            result.diagnostics, contains: "app.yaml:4: sources.all.headers.X-Key: the variable KEY_OF_MINE is not set",
            "\(result.diagnostics)")
    }

    /// Regression: what was found after the file had been merged named its absolute path.
    @Test func aPathIsSpelledAsGiven() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.application, to: "app.yaml")
        let result = try Command.run([
            "sh", "-c", "cd \"$0\" && exec \"$1\" check ./app.yaml", folder.path, Self.viperline,
        ])
        #expect(result.diagnostics.hasPrefix("viperline: ./app.yaml:4: "), "\(result.diagnostics)")
    }

    @Test func aHeaderThatIsWrongWithItsVariableIsReported() throws {
        let result = try check(Self.application, [], ["KEY_OF_MINE": "a\nb"])
        expect(result.status, equals: 65)
        expect(
            result.diagnostics, contains: "app.yaml:4: sources.all.headers.X-Key: the value has a line break",
            "\(result.diagnostics)")
    }

    @Test func unshowableItemsOfAnAnswerAreReported() throws {
        let text = Self.application.replacing(
            "{items: .hits}", with: "{items: [.hits[], .hits[], {id: 7}, {id: null}, {Id: 1}, {id: 9007199254740993}]}")
        let named = text.replacing("title: .name", with: "title: (.name // \"no name\")")
        let result = try check(named, ["--answer", "@/answer.json"], ["KEY_OF_MINE": "k"])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(
            result.output,
            equals: """
                item {"id":"7","name":"N"}
                  row {"title":"N"}
                item {"id":"7","name":"N"}
                  row {"title":"N"}
                item {"id":"7"}
                  row {"title":"no name"}
                left out: 2 items without an id that is a string or a number, the first one: {"id":null}
                left out: 1 item with a number beyond 2^53 as the id, which jq rounds, the first one: {"id":9007199254740992}
                left out of the rows: 1 item with an id that has come before, the first one: {"id":"7"}

                """)
        let typo = Self.application.replacing("{items: .hits}", with: "{items: [.hits[] | {id: .objectId}]}")
        let none = try check(typo, ["--answer", "@/answer.json"], ["KEY_OF_MINE": "k"])
        expect(none.status, equals: 65)
        expect(none.diagnostics, contains: "left out: 1 item without an id", "\(none.diagnostics)")
    }

    @Test func theProgramsRunOnARecordedAnswer() throws {
        let result = try check(
            Self.application, ["--answer", "@/answer.json", "--source", "all"], ["KEY_OF_MINE": "k"])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.output, equals: "item {\"id\":\"7\",\"name\":\"N\"}\n  row {\"title\":\"N\"}\n")
    }

    /// Regression: only rows and previews were shown.
    @Test func thePartsOfDetailScenesAreShown() throws {
        let text = """
            sources:
              all: {url: "https://api.example/all", answer: "{items: .hits}"}
              more: {url: "https://api.example/all/{id}", answer: "{items: .hits}"}
            scenes:
              all: {list: all, row: .name, choose: one}
              one:
                parts: title(.name)
                also: {more: {list: more, parts: 'map(.name) | join(", ")'}}
            """
        let own = try check(text, ["--answer", "@/answer.json"])
        expect(
            own.output,
            equals: """
                item {"id":"7","name":"N"}
                  row "N"
                  part of one {"label":{"text":"N","style":"title"}}

                """, "\(own.diagnostics)")
        let more = try check(text, ["--answer", "@/answer.json", "--source", "more"])
        expect(
            more.output,
            equals: "item {\"id\":\"7\",\"name\":\"N\"}\npart of one.also.more {\"text\":{\"body\":\"N\"}}\n",
            "\(more.diagnostics)")
    }

    /// What a view could not show, or would show without what was meant.
    @Test(arguments: [
        ("parts", "{chart: {kind: \"bar\", points: [1, null]}}", "scenes.one.parts: chart.alternative is missing"),
        ("parts", "{label: 5}", "scenes.one.parts: label is not an object with text, style"),
        ("parts", "{tabel: {}}", #"scenes.one.parts: tabel is not known (did you mean "table"?)"#),
        (
            "parts", "{form: {name: \"f\", fields: []}}",
            #"form.id is missing; "name" is not known there (known: id, heading"#
        ),
        (
            "parts", "{chart: {kind: \"pie\", points: [], alternative: \"x\"}}",
            #"chart.kind is "pie", which is not known (known: spark, bar, line)"#
        ),
        (
            "parts", "button(\"opn\"; \"Open\")",
            #"no key of scenes.one.press is called "opn", so this button does nothing (did you mean "open"?)"#
        ),
        ("row", "{titl: .name}", "scenes.all.row: a row has no title; it has: titl"),
        ("row", "{title: .nam, accessory: .name}", "scenes.all.row: the title of a row is null"),
        ("row", "{title: .name, acessory: 5}", #"scenes.all.row: acessory is not known (did you mean "accessory"?)"#),
        (
            "row", "{title: .name, tone: \"purple\"}",
            #"scenes.all.row: tone is "purple", which is not known (known: plain"#
        ),
        ("row", "{title: .name, tone: null, symbol: 5}", ""),
        ("parts", "null, \"a\", [title(.name)], {frob: 1, fallback: \"x\"}", "frob is not known"),
        ("parts", "{chart: {kind: \"bar\", points: [1, null], alternative: \"x\"}}", ""),
        ("parts", #"range(51) | {"x\(.)": {}}"#, "scenes.one.parts: more mistakes are not named"),
    ])
    func whatAViewCannotShowIsReported(_ key: String, _ program: String, _ words: String) throws {
        let programs = ["row": ".name", "parts": "title(.name)"].merging([key: program]) { $1 }
        let result = try check(
            """
            sources: {all: {url: "https://api.example/all", answer: "{items: .hits}"}}
            scenes:
              all:
                list: all
                choose: one
                row: |
                  \(programs["row"] ?? "")
              one:
                press: {open: {key: o, title: Open, url: .url}}
                parts: |
                  \(programs["parts"] ?? "")
            """, ["--answer", "@/answer.json"])
        expect(result.status, equals: (words.isEmpty ? 0 : 65), "\(result.diagnostics)")
        expect(result.diagnostics, contains: words, "\(result.diagnostics)")
    }

    /// The variables of the request, which an answer need not repeat.
    @Test(arguments: [
        (["--id", "x"], "x--"), (["--id", "x", "--term", "t", "--filter", "state=a=b"], "x-t-a=b"),
    ])
    func theVariablesOfTheRequestAreGiven(_ options: [String], _ title: String) throws {
        let text = """
            sources:
              all: {url: "https://api.example/{id}{?term,state}", answer: '[{id: 1, t: "\\($id)-\\($term // "")-\\($state // "")"}]'}
            scenes: {all: {search: all, row: .t, filters: {state: State}}}
            """
        let result = try check(text, ["--answer", "@/answer.json"] + options)
        expect(result.output, contains: "row \"\(title)\"", "\(result)")
        try expect(check(text, options).status, equals: 64)
    }

    /// As in a session, where the Content-Type tells.
    @Test(arguments: [
        ("{\"id\":\"a\"}\n{\"id\":\"b\"}\n", "row \"b\""),
        ("\u{1E}{\"id\":\"a\"}\n\u{1E}{\"id\":\"b\"}\n", "row \"b\""),
        ("[{\"id\":\"a\"},\n{\"id\":\"b\"}]", "row \"b\""),
        ("{\"id\":\"a\"}\n{\"id\":\n", "as NDJSON, its value 2 is not"),
        ("{\n\"id\":", "the file is not JSON\n"),
    ])
    func anAnswerMayBeOfSeveralValues(_ answer: String, _ said: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(answer, to: "answer")
        try folder.write(
            """
            sources: {all: {url: "https://api.example/", answer: .}}
            scenes: {all: {list: all, row: .id}}
            """, to: "app.yaml")
        let result = try Command.run([
            Self.viperline, "check", folder.path + "/app.yaml", "--answer", folder.path + "/answer",
        ])
        expect((result.output + result.diagnostics), contains: said, "\(result)")
    }

    /// What crates.io sends of a crate without a description.
    @Test func aShippedApplicationTakesNull() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            #"{"crate":{"name":"a","description":null,"max_version":"1"},"versions":[{"license":null}],"keywords":null}"#,
            to: "answer.json")
        let result = try Command.run([
            Self.viperline, "check", Checkout.path("compose/crates.yaml"), "--answer", "\(folder.path)/answer.json",
            "--source", "crate",
        ])
        expect(result.status == 0 && !result.output.contains(#":"null""#), "\(result)")
        expect(result.output, contains: #"part {"facts":{"items":[{"label":"Version","value":"1"}]}}"#, "\(result)")
    }

    /// Only `check` minds: somebody who is still writing the file can run it.
    @Test func anUnusedSourceIsReported() throws {
        let text = """
            sources:
              all: {url: "https://api.example/all", answer: .}
              comments: {url: "https://api.example/comments", answer: .}
            scenes: {all: {list: all, row: .name}}
            """
        let result = try check(text)
        expect(result.status, equals: 65)
        expect(result.diagnostics, contains: "app.yaml:3: sources.comments: no scene uses this source; remove it")
    }
}
