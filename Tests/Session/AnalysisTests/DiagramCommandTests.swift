import Foundation
import TestSupport
import Testing

@Suite struct DiagramCommandTests {
    private func run(_ options: String...) throws -> [String] {
        let folder = try TemporaryFolder()
        let file = try folder.write(Session.text(Session.search), to: "session.ndjson").path
        let command = [Products.executable("viperline"), "cassette", "diagram", file]
        let result = try Command.run(command + options)
        expect(result.status, equals: 0)
        return result.lines
    }

    @Test func mermaidBeginsWithTheView() throws {
        let lines = try run()
        expect(lines.first, equals: "sequenceDiagram")
        expect(lines.dropFirst().first, equals: "    participant view")
        expect(lines, contains: "    fetcher->>presenter: found (apps-1) +100 ms")
    }

    @Test func aRecordingWithoutEventsHasNoView() throws {
        let result = try Command.run([Products.executable("viperline"), "cassette", "diagram", "-"], input: "")
        expect(result.output, equals: "sequenceDiagram\n")
    }

    @Test func aSpanKeepsTheNumbersOfActions() throws {
        let lines = try run("--from", "2")
        expect(lines, lacks: "    participant fetcher")
        expect(lines, contains: "    Note over view: 2. didSelect 7")
        #expect(!lines.contains { $0.contains(": 1. ") })
    }
}
