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

    @Test func aProgramThatCannotBeCompiledIsToldWithItsLine() throws {
        let result = try check(
            Self.application.replacing("title: .name", with: "title: nosuch"), [], ["KEY_OF_MINE": "k"])
        #expect(result.status == 65)
        #expect(
            result.diagnostics.contains("app.yaml:11: scenes.all.row: nosuch/0 is not defined"), "\(result.diagnostics)"
        )
    }

    @Test func aVariableThatIsNotSetIsTold() throws {
        let result = try check(Self.application)
        #expect(result.status == 65)
        #expect(
            result.diagnostics.contains("app.yaml:4: sources.all.headers.X-Key: the variable KEY_OF_MINE is not set"),
            "\(result.diagnostics)")
    }

    @Test func theProgramsRunOnARecordedAnswer() throws {
        let result = try check(
            Self.application, ["--answer", "@/answer.json", "--source", "all"], ["KEY_OF_MINE": "k"])
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(result.output == "item {\"id\":7,\"name\":\"N\"}\n  row {\"title\":\"N\"}\n")
    }
}
