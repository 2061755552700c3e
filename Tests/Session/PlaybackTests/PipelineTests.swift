import Foundation
import TestSupport
import Testing

/// A recorded pipeline: a session without a view.
@Suite struct PipelineTests {
    private static let viperline = Products.executable("viperline")
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let number = #"{"type":"a.output.number","data":{"n":%d}}\n"#
        try folder.write(
            """
            name: pipeline
            services:
              source: {command: [printf, '\(number)\(number)\(number)', "1", "2", "3"], sends: [a.output]}
              doubler: {command: [sed, -u, 's/a.output/b.output/; s/"source":"source",//; s/"id":"/&d/'], receives: [a.output], sends: [b.output]}
              sink: {command: [sh, -c, "cat > out"], receives: [b.output]}
            """, to: "pipeline.yaml")
        let recorded = try run("--record", "c.ndjson")
        expect(recorded.status, equals: 0, "\(recorded.diagnostics)")
        try expect(folder.text(of: "out").split(separator: "\n").count, equals: 3)
    }

    private func run(_ words: String...) throws -> Command.Result {
        try Command.run(
            ["timeout", "20", Self.viperline, "run", "./pipeline.yaml", "--log", "-"] + words,
            environment: ["XDG_RUNTIME_DIR": folder.path], folder: folder.path)
    }

    @Test(arguments: ["source", "doubler", "sink"]) func aPipelineAmongDoublesEnds(service: String) throws {
        let result = try run("--cassette", "c.ndjson", "--only", service)
        expect(result.status, equals: 0, "\(result.diagnostics)")
    }

    @Test(arguments: [
        // A different answer, a missing one, and an additional one.
        ("sed -u 's/a.output/b.output/; s/\"n\":2/\"n\":5/; s/\"source\":\"source\",//'", "got 5"),
        ("cat > /dev/null", "has not come"),
        ("sed -u 's/a.output.number/b.output.other/; s/\"source\":\"source\",//'", "was not recorded"),
    ])
    func aWrongProgramAmongDoublesFails(script: String, told: String) throws {
        let program = try folder.writeProgram(script, to: "program")
        let result = try run(
            "--cassette", "c.ndjson", "--only", "doubler", "--", program)
        expect(result.status, equals: 65, "\(result.diagnostics)")
        expect(result.diagnostics, contains: told, "\(result.diagnostics)")
    }

    @Test func aSessionWithoutAViewHasNothingToReplay() throws {
        let result = try Command.run([Self.viperline, "replay", folder.path + "/c.ndjson"])
        expect(result.status, equals: 65)
        expect(result.output, equals: "")
        expect(result.diagnostics, contains: "has no view, only doubler, sink, source", "\(result.diagnostics)")
    }
}
