import Foundation
import TestSupport
import Testing

/// `viperline run --watch`: files are saved while the session runs.
@Suite struct WatchTests {
    /// A source that sends the lines of a file, a watched role that counts, and a sink.
    private static let compose = """
        services:
          source: {command: [sh, -c, "touch @/in; tail -n +1 -f @/in"], sends: [a.output]}
          role:
            command: [python3, "@/role.py"]
            receives: [a.output]
            sends: [b.output]
            restart: on-failure
            recovery: replay
          user: {command: [sh, -c, "cat > @/notices"], receives: [b.output], tty: true}
          sink: {command: [sh, -c, "cat > @/out"], receives: [b.output]}
        """

    /// - Parameter name: in its answers.
    private static func role(_ name: String, first: String = "") -> String {
        """
        import json, sys
        \(first)
        for seen, line in enumerate(sys.stdin):
            event = json.loads(line)
            print(json.dumps({"type": "b.output.x", "causationid": event["id"], "data": {"seen": seen + 1, "by": "\(name)"}}), flush=True)
        """
    }

    @Test func aGoodProgramIsTakenAndABadOneIsNot() throws {
        let session = try SessionRun(Self.compose, options: ["--watch"])
        try session.folder.write(Self.role("first"), to: "role.py")
        let child = try ChildProcess(
            session.arguments + ["--log", session.folder.path + "/log"], environment: session.environment)
        defer {
            kill(child.pid, SIGCONT)
            kill(child.pid, SIGTERM)
            expect(child.wait(), equals: 128 + SIGTERM)
        }
        var told = 0
        /// Sends an event, and waits until a program of that name has answered.
        func isAnswered(by name: String, waiting: Bool = true) throws -> Bool {
            told += 1
            let file = try FileHandle(forWritingTo: session.folder.url.appendingPathComponent("in"))
            try file.seekToEnd()
            try file.write(contentsOf: Data("{\"type\":\"a.output.x\",\"data\":{}}\n".utf8))
            let wanted = "\"seen\": \(told), \"by\": \"\(name)\""
            return eventually { session.lines(of: "out").count >= told }
                && session.lines(of: "out").last?.contains(wanted) == true
        }
        func logged(_ text: String, times: Int = 1) -> Bool {
            eventually { session.text(of: "log").components(separatedBy: text).count > times }
        }
        #expect(eventually { FileManager.default.fileExists(atPath: session.folder.path + "/in") })
        #expect(try isAnswered(by: "first"))

        try session.folder.write(Self.role("second"), to: "role.py")
        #expect(logged("role is replaced"))
        #expect(try isAnswered(by: "second"))

        try session.folder.write("import nothing_of_that_name", to: "role.py")
        #expect(logged("role.py was saved, but the new role ended with exit code 1; the old one keeps running"))
        #expect(logged("No module named 'nothing_of_that_name'"))
        #expect(
            eventually {
                session.text(of: "notices").contains("the old one keeps running: ModuleNotFoundError: No module named")
            })
        #expect(try isAnswered(by: "second"))

        // The repair, renamed into place while the session is suspended.
        suspend(child.pid)
        try session.folder.write(Self.role("third"), to: "role.new")
        expect(rename(session.folder.path + "/role.new", session.folder.path + "/role.py"), equals: 0)
        kill(child.pid, SIGCONT)
        #expect(logged("role is replaced", times: 2))
        #expect(try isAnswered(by: "third"))

        for round in 1...10 { try session.folder.write(Self.role("round \(round)"), to: "role.py") }
        #expect(logged("role is replaced", times: 3))
        #expect(try isAnswered(by: "round 10"))

        try session.folder.write(try session.folder.text(of: "compose.yaml") + "\n", to: "compose.yaml")
        #expect(logged("compose.yaml was saved; the next session uses it (errors: viperline check)"))
        // The one mistake was told once.
        expect(session.text(of: "log").components(separatedBy: "but the new role").count, equals: 2)
    }

    /// Its old process has made room before the new one dies; the next save gets what waits.
    @Test func aProgramThatDiesOnTheWayWaitsForItsRepair() throws {
        // Its first process after the rehearsal fails.
        let fatal = Self.role(
            "fatal", first: "import os\nif 'VIPERLINE_REHEARSAL' not in os.environ: sys.exit('not today')")
        let session = try SessionRun(Self.compose, options: ["--watch"])
        try session.folder.write(Self.role("first"), to: "role.py")
        try SteadySession.whileRunning(session, under: "ulimit -n 1024") { _ in
            #expect(eventually { FileManager.default.fileExists(atPath: session.folder.path + "/in") })
            try session.folder.write(fatal, to: "role.py")
            #expect(
                eventually {
                    session.text(of: "notices").contains(
                        "it is started again when one of its files is saved: not today")
                })
            try session.folder.write("{\"type\":\"a.output.x\",\"data\":{}}\n", to: "in")
            try session.folder.write(Self.role("repaired"), to: "role.py")
            #expect(eventually { session.text(of: "out").contains("repaired") })
        }
    }

    @Test func nothingToWatchIsAMistake() throws {
        let result = try SessionRun("services: {a: {command: [\"true\"]}}", options: ["--watch"]).finish()
        expect(result.status, equals: 64)
        expect(result.diagnostics, contains: "no service has a file of its own")
    }
}
