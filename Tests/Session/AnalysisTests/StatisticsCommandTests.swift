import TestSupport
import Testing

@Suite struct StatisticsCommandTests {
    private func run(_ text: String, _ options: String...) throws -> Command.Result {
        let command = [Products.executable("viperline"), "cassette", "stat", "-"]
        return try Command.run(command + options, input: text)
    }

    @Test func theTablesHoldTheSession() throws {
        let result = try run(Session.text(Session.search))
        #expect(result.status == 0)
        #expect(result.lines.first?.hasPrefix("10 events, ") == true)
        let columns = result.lines.map { $0.split(separator: " ").map(String.init) }
        #expect(columns.contains { $0.starts(with: ["view.input.show", "3"]) })
        #expect(result.lines.contains { $0.hasPrefix("last screen") && $0.hasSuffix("104 ms") })
    }

    @Test func theNumbersAreJSON() throws {
        let result = try run(Session.text(Session.search) + "{\"missed\":4}\nnonsense\n", "--json")
        let report = try JSONValue(result.output)
        #expect(report["events"] == .number(10))
        #expect(report["missed"] == .number(4))
        #expect(report["damages"][0]["line"] == .number(12))
        #expect(report["responses"]["last"]["max"] == .number(0.104))
        #expect(result.status == 0)
        #expect(result.diagnostics.contains("line 12"))
    }

    @Test func whatIsNoCassetteIsRefused() throws {
        #expect(try run("name: itunes\n").status == 65)
        #expect(
            try Command.run([Products.executable("viperline"), "cassette", "stat", "/there/is/none"]).status == 69)
    }
}
