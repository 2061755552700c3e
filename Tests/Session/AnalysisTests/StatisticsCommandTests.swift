import TestSupport
import Testing

@Suite struct StatisticsCommandTests {
    private func run(_ text: String, _ options: String...) throws -> Command.Result {
        let command = [Products.executable("viperline"), "cassette", "stat", "-"]
        return try Command.run(command + options, input: text)
    }

    @Test func theTablesHoldTheSession() throws {
        let result = try run(Session.text(Session.search))
        expect(result.status, equals: 0)
        expect(result.lines.first?.hasPrefix("10 events, "), equals: true)
        let columns = result.lines.map { $0.split(separator: " ").map(String.init) }
        #expect(columns.contains { $0.starts(with: ["view.input.show", "3"]) })
        #expect(result.lines.contains { $0.hasPrefix("last screen") && $0.hasSuffix("104 ms") })
    }

    @Test func theNumbersAreJSON() throws {
        let result = try run(Session.text(Session.search) + "{\"missed\":4}\nnonsense\n", "--json")
        let report = try JSONValue(result.output)
        expect(report["events"], equals: .number(10))
        expect(report["missed"], equals: .number(4))
        expect(report["damages"][0]["line"], equals: .number(12))
        expect(report["responses"]["last"]["max"], equals: .number(0.104))
        expect(result.status, equals: 0)
        expect(result.diagnostics, contains: "line 12")
    }

    @Test func whatIsNoCassetteIsRefused() throws {
        try expect(run("name: itunes\n").status, equals: 65)
        try expect(
            Command.run([Products.executable("viperline"), "cassette", "stat", "/there/is/none"]).status, equals: 69)
    }
}
