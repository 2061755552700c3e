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

    @Test func aSpanKeepsTheNumbersOfActions() throws {
        let lines = try run("--text", "--from", "2")
        expect(lines.first?.contains("fetcher"), equals: false)
        #expect(lines.contains { $0.contains("◆ 2. didSelect 7") })
        #expect(!lines.contains { $0.contains("◆ 1.") })
    }

    @Test func aRunningSessionIsDrawnAsItGoes() throws {
        let session = try SessionRun(
            """
            services:
              view:
                command: [sh, -c, "echo '{\\"type\\":\\"view.output.didPress\\",\\"data\\":{\\"control\\":\\"go\\"}}'; cat > /dev/null"]
                sends: [view.output]
                receives: [view.input]
              presenter:
                command: [sh, -c, "while read -r line; do echo '{\\"type\\":\\"view.input.show\\"}'; done"]
                receives: [view.output]
                sends: [view.input]
            """)
        let running = try session.start()
        #expect(try eventually { try session.operate("ps").status == 0 })
        let drawing = session.folder.path + "/drawing"
        try session.folder.write("", to: "drawing")
        let tap = try ChildProcess(
            [Products.executable("viperline"), "tap", "--diagram"], environment: session.environment,
            streams: ["/dev/null", drawing, "/dev/null"])
        let press = #"{"type":"view.output.didPress","source":"view","data":{"control":"again"}}"# + "\n"
        #expect(
            try eventually {
                try session.operate("send", input: press)
                return session.text(of: "drawing").contains("didPress again")
            })
        #expect(eventually { session.lines(of: "drawing").contains { $0.contains("◀") && $0.contains("show") } })
        try session.operate("stop")
        expect(tap.wait(), equals: 0)
        _ = running.wait()
    }
}
