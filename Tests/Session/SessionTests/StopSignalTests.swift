import Foundation
import TestSupport
import Testing

/// Compose's words at the end of a process: the stop signal, the grace period, SIGKILL; at a stop and at a restart.
@Suite struct StopSignalTests {
    private static func started(_ services: String) throws -> (session: SessionRun, process: ChildProcess) {
        let sends = services.contains("receives") ? ", sends: [a.output]" : ""
        let session = try SessionRun(
            "services:\n\(services)\n  other: {command: [sh, -c, 'touch @/other; exec sleep 1000']\(sends)}")
        try session.folder.write("", to: "err")
        let process = try ChildProcess(
            session.arguments, environment: session.environment,
            streams: ["/dev/null", "/dev/null", session.folder.path + "/err"])
        let files = ["/up", "/other"].map { session.folder.path + $0 }
        #expect(eventually { files.allSatisfy(FileManager.default.fileExists(atPath:)) })
        return (session, process)
    }

    /// Regression: SIGKILL after the grace period; the lock stayed, so the successor failed, and the session ended.
    @Test func aRestartedServiceMayCleanUp() throws {
        let (session, process) = try Self.started(
            """
              a: {command: [sh, -c, "mkdir @/lock || exit 1; trap 'rmdir @/lock; echo clean >> @/out; exit 0' TERM; touch @/up; while :; do sleep 0.02; done"], restart: on-failure, stop_grace_period: 1m}
            """)
        for _ in 1...3 {
            let result = try session.operate("restart", "a")
            expect(result.status, equals: 0, "\(result.diagnostics)")
        }
        expect(session.lines(of: "out").count, equals: 3)
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
        expect(session.text(of: "err"), equals: "")
    }

    /// Regression: each session with a service that reads nothing took two seconds to end.
    @Test(arguments: ["stop", "restart"]) func whoReceivesNothingIsSignalledAtOnce(command: String) throws {
        let (session, process) = try Self.started(
            "  a: {command: [sh, -c, 'touch @/up; exec sleep 1000'], stop_grace_period: 10m}")
        try expect(session.operate(command, command == "stop" ? "--service=a" : "a").status, equals: 0)
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
        expect(session.text(of: "err"), equals: "", "who ends by the signal that it was sent has not failed")
    }

    @Test func theServiceThatEndsTheSessionHasNotFailedEither() throws {
        let (session, process) = try Self.started(
            "  a: {command: [sh, -c, 'touch @/up; exec sleep 1000'], exit_on_end: true, stop_grace_period: 10m}")
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
        expect(session.text(of: "err"), equals: "")
    }

    /// A row's command notes what happens to it in `out`.
    static let readers: [(command: String, out: [String])] = [
        // It has read nothing yet, but waits for more.
        (
            "trap 'echo signal >> @/out' TERM; sh -c 'echo $$$$ > @/up; exec cat > @/in'; sleep 0.5; echo done >> @/out",
            ["done"]
        ),
        // It does not look at its input.
        ("trap 'echo signal >> @/out; exit' TERM; touch @/up; while :; do sleep 0.02; done", ["signal"]),
    ]

    @Test(arguments: readers, ["stop", "restart"])
    func whoReadsIsGivenTimeToFinish(row: (command: String, out: [String]), command: String) throws {
        let (session, process) = try Self.started(
            "  a: {command: [sh, -c, \"\(row.command)\"], receives: [a.output], stop_grace_period: 1m}")
        if row.out == ["done"] {
            #expect(
                eventually {
                    let reader = session.text(of: "up").trimmingCharacters(in: .whitespacesAndNewlines)
                    let place = try? String(contentsOfFile: "/proc/\(reader)/wchan", encoding: .utf8)
                    return place?.contains("pipe_read") == true
                }, "it waits for its input")
        }
        if command == "restart" {
            try FileManager.default.removeItem(atPath: session.folder.path + "/up")
            try expect(session.operate("restart", "a").status, equals: 0)
            expect(session.lines(of: "out"), equals: row.out)
        }
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
        expect(session.lines(of: "out").prefix(row.out.count), equals: row.out[...])
    }

    /// The queue of a slow reader.
    @Test func whoIsBehindIsNotSignalled() throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [sh, -c, 'seq -f "{\\"type\\":\\"a.output.n\\",\\"id\\":\\"%g\\"}" 40; touch @/sent; exec sleep 1000'], sends: [a.output]}
              slow: {command: [sh, -c, "while read -r line; do sleep 0.02; echo x >> @/out; done"], receives: [a.output], stop_grace_period: 1m}
            """)
        let process = try session.start()
        #expect(
            eventually {
                FileManager.default.fileExists(atPath: session.folder.path + "/sent")
                    && !session.text(of: "out").isEmpty
            })
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
        expect(session.lines(of: "out").count, equals: 40)
    }
}
