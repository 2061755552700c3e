import Foundation
import TestSupport
import Testing

/// The remains of a session.
@Suite struct LeftoverTests {
    /// Regression: an error before the session's start left its folder behind.
    @Test(arguments: [
        ["run", "none.yaml"], ["run", "itunes", "--cassette", "none.ndjson", "--only", "view"],
        ["run", "COMPOSE", "--record", "/nowhere/tape.ndjson"], ["run", "COMPOSE", "--log", "/nowhere/log"],
        ["run", "COMPOSE", "--record", "/nowhere/tape.ndjson.gz"],
    ])
    func anErrorExitLeavesNoFolder(words: [String]) throws {
        let session = try SessionRun("services: {a: {command: [\"true\"]}}")
        let command = words.map { $0 == "COMPOSE" ? session.folder.path + "/compose.yaml" : $0 }
        let result = try Command.run(
            [Products.executable("viperline")] + command, environment: session.environment,
            folder: session.folder.path)
        #expect(result.status != 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: session.folder.path + "/runtime/viperline")
        #expect(left.isEmpty)
    }

    /// The log of a failed session stays, its socket does not. The next session deletes that of a killed one.
    @Test func nothingButLogsStaysBehind() throws {
        let session = try SessionRun("services: {a: {command: [sh, -c, 'echo words >&2; exit 3']}}")
        let root = session.folder.path + "/runtime/viperline"
        func left() throws -> [String] {
            try Command.run(["find", root, "-type", "f,s"]).lines.map { String($0.split(separator: "/").last ?? "") }
        }
        let steady = try SteadySession.run()
        let killed = try ChildProcess(steady.arguments, environment: session.environment)
        #expect(try eventually { try session.operate("ps").status == 0 })
        expect(Set(try left()), equals: ["control", "log"])
        kill(killed.pid, SIGKILL)
        _ = killed.wait()
        try expect(session.operate("ps").status, equals: 69)
        try expect(session.finish().status, equals: 3)
        #expect(try left().allSatisfy { $0 == "log" })
    }
}
