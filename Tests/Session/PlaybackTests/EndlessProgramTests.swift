import Foundation
import TestSupport
import Testing

/// Programs under verification that never stop: `verify` ends them, in bounded memory.
@Suite(.timeLimit(.minutes(1))) struct EndlessProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func verify(_ service: String, _ cassette: String, _ script: String) throws -> Command.Result {
        // `verify` needs far less than 1 GB of address space.
        try Command.run(
            [
                "sh", "-c", "ulimit -v 1000000; exec \"$@\"", "sh", Products.executable("viperline"), "verify", service,
                cassette, "--patience", "1", "--", "sh", "-c", script,
            ], environment: ["XDG_RUNTIME_DIR": folder.path])
    }

    @Test(arguments: [
        (#"yes '{"type":"view.input.unasked"}'"#, "view.input.unasked is additional"),
        (#"yes nonsense"#, "is missing"), (#"yes '{"type":"process.output.refused"}'"#, "is missing"),
        (#"yes '{"type":"view.input.show","causationid":"nothing"}'"#, "is additional"),
    ])
    func itIsEnded(script: String, told: String) throws {
        let result = try verify("presenter", RecordedSession(name: "greeting").path, script)
        expect(result.status, equals: 1, "\(result.diagnostics)")
        expect(result.output, contains: told, "\(result.output)")
        #expect(result.diagnostics.utf8.count < 1 << 16)
    }

    /// A program that should only read, and does not: none of its outputs is missing.
    @Test func aProgramThatDoesNotReadIsEnded() throws {
        let text = String(repeating: "x", count: 1 << 16)
        let line =
            #"{"t":0.1,"from":"a","to":["sink"],"event":{"type":"a.output.x","id":"1","data":{"text":"\#(text)"}}}"#
        let cassette = try folder.write(String(repeating: line + "\n", count: 32), to: "c.ndjson").path
        let result = try verify("sink", cassette, "echo $$ > \(folder.path)/pid; exec sleep 1000")
        expect(result.status, equals: 1, "\(result.diagnostics)")
        // Regression: it outlived the verification and kept the tests' descriptors open.
        let pid = try require(Int32(try folder.text(of: "pid").trimmingCharacters(in: .newlines)))
        expect(kill(pid, 0), equals: -1)
        expect(result.output, contains: "is not read", "\(result.output)")
    }
}
