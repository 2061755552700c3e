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

    @Test func aProgramThatCannotBeCompiledIsReportedWithItsLine() throws {
        let result = try check(
            Self.application.replacing("title: .name", with: "title: nosuch"), [], ["KEY_OF_MINE": "k"])
        #expect(result.status == 65)
        #expect(
            result.diagnostics.contains("app.yaml:11: scenes.all.row: nosuch/0 is not defined"), "\(result.diagnostics)"
        )
    }

    @Test func aVariableThatIsNotSetIsReported() throws {
        let result = try check(Self.application)
        #expect(result.status == 65)
        #expect(
            result.diagnostics.contains("app.yaml:4: sources.all.headers.X-Key: the variable KEY_OF_MINE is not set"),
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
        #expect(result.status == 65)
        #expect(
            result.diagnostics.contains("app.yaml:4: sources.all.headers.X-Key: the value has a line break"),
            "\(result.diagnostics)")
    }

    @Test func unshowableItemsOfAnAnswerAreReported() throws {
        let text = Self.application.replacing(
            "{items: .hits}", with: "{items: [.hits[], .hits[], {id: null}, {Id: 1}]}")
        let result = try check(text, ["--answer", "@/answer.json"], ["KEY_OF_MINE": "k"])
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(
            result.output == """
                item {"id":"7","name":"N"}
                  row {"title":"N"}
                left out: 2 items without an id that is a string or a number, the first one: {"id":null}
                left out: 1 item with an id that has come before, the first one: {"id":"7","name":"N"}

                """)
        let typo = Self.application.replacing("{items: .hits}", with: "{items: [.hits[] | {id: .objectId}]}")
        let none = try check(typo, ["--answer", "@/answer.json"], ["KEY_OF_MINE": "k"])
        #expect(none.status == 65)
        #expect(none.diagnostics.contains("left out: 1 item without an id"), "\(none.diagnostics)")
    }

    @Test func theProgramsRunOnARecordedAnswer() throws {
        let result = try check(
            Self.application, ["--answer", "@/answer.json", "--source", "all"], ["KEY_OF_MINE": "k"])
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(result.output == "item {\"id\":\"7\",\"name\":\"N\"}\n  row {\"title\":\"N\"}\n")
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
        #expect(
            own.output == """
                item {"id":"7","name":"N"}
                  row "N"
                  part of one {"label":{"text":"N","style":"title"}}

                """, "\(own.diagnostics)")
        let more = try check(text, ["--answer", "@/answer.json", "--source", "more"])
        #expect(
            more.output == "item {\"id\":\"7\",\"name\":\"N\"}\npart of one.also.more \"N\"\n", "\(more.diagnostics)")
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
        #expect(result.status == 65)
        #expect(result.diagnostics.contains("app.yaml:3: sources.comments: no scene uses this source; remove it"))
    }
}
