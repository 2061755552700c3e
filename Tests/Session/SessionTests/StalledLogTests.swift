import Foundation
import TestSupport
import Testing

/// A log that nobody reads, or that its disk does not take: the session goes on, signals end it, and what is missing is
/// told.
@Suite struct StalledLogTests {
    private static let compose = """
        services:
          noisy: {command: [sh, -c, "seq -f 'line %099.0f' 30000 >&2; touch @/written; cat"]}
          source: {command: [sh, -c, "until [ -e @/written ]; do sleep 0.01; done; seq -f '{\\"type\\":\\"a.output.n\\",\\"id\\":\\"%g\\"}' 100; cat"], sends: [a.output]}
          sink: {command: [sh, -c, "exec cat > @/out"], receives: [a.output]}
        """

    enum Target: CaseIterable { case stream, pipe }

    /// A session whose log is a FIFO that this test holds open.
    private static func stalled(_ target: Target) throws -> (session: SessionRun, process: ChildProcess, fifo: Int32) {
        let session = try SessionRun(compose, options: ["--log", "-"])
        let path = session.folder.path + "/fifo"
        expect(mkfifo(path, 0o600), equals: 0)
        let fifo = open(path, O_RDWR | O_NONBLOCK)
        let arguments = target == .stream ? session.arguments : session.arguments.dropLast() + [path]
        let process = try ChildProcess(
            arguments, environment: session.environment,
            streams: ["/dev/null", "/dev/null", target == .stream ? path : "/dev/null"])
        return (session, process, fifo)
    }

    /// Regression: the bus stood still, and only SIGKILL ended the session.
    @Test(arguments: Target.allCases, [SIGTERM, SIGINT, SIGHUP])
    func aLogThatNobodyReadsStopsNeitherTheBusNorASignal(target: Target, signal: Int32) throws {
        let (session, process, fifo) = try Self.stalled(target)
        defer { close(fifo) }
        #expect(eventually { session.lines(of: "out").count == 100 })
        #expect(
            try eventually { try session.operate("logs", "--tail", "1").output.contains("30000") }, "the tools have all"
        )
        kill(process.pid, signal)
        #expect(eventually { !process.isRunning })
        expect(process.wait(), equals: 128 + signal)
    }

    /// Regression: a signal that came while the session waited for its log's reader left the folder with its socket behind.
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func aSecondSignalLeavesNothingBehind(signal: Int32) throws {
        let (session, process, fifo) = try Self.stalled(.pipe)
        defer { close(fifo) }
        #expect(try eventually { try session.operate("logs", "--tail", "1").output.contains("30000") })
        #expect(
            eventually {
                kill(process.pid, signal)
                return !process.isRunning
            })
        expect(process.wait(), equals: 128 + signal)
        let folders = session.folder.path + "/runtime/viperline"
        try expect(FileManager.default.contentsOfDirectory(atPath: folders), equals: [])
    }

    @Test(arguments: Target.allCases) func whatIsMissingIsToldInItsPlace(target: Target) throws {
        let (session, process, fifo) = try Self.stalled(target)
        defer { close(fifo) }
        #expect(eventually { session.lines(of: "out").count == 100 })
        #expect(try eventually { try session.operate("logs", "--tail", "1").output.contains("30000") })
        kill(process.pid, SIGTERM)
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        #expect(
            eventually {
                while case let count = read(fifo, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
                return !process.isRunning
            })
        while case let count = read(fifo, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let gaps = lines.compactMap { try? #/viperline \| (\d+) lines are missing here/#.firstMatch(in: $0)?.1 }
        let missing = gaps.compactMap { Int($0) }.reduce(0, +)
        #expect(missing > 0)
        expect(lines.count { $0.contains("| line ") } + missing, equals: 30000)
        #expect(lines.filter { $0.contains("line 0") }.allSatisfy { $0.contains(#/\| line \d{99}$/#) }, "whole lines")
    }

    /// Regression: the log ended in the middle of a line, with exit code 0 and not a word; the next line was glued to it.
    @Test func aDiskThatIsFullIsTold() throws {
        let session = try SessionRun(
            """
            services:
              noisy: {command: [sh, -c, "seq -f 'line %0991.0f' 3000 >&2; touch @/written; until [ -e @/room ]; do sleep 0.01; done; echo after >&2"]}
            """)
        let log = session.folder.path + "/the.log"
        let limited = ["sh", "-c", "ulimit -S -f 200; exec \"$@\" --log \(log)", "sh"] + session.arguments
        let process = try ChildProcess(limited, environment: session.environment)
        #expect(eventually { FileManager.default.fileExists(atPath: session.folder.path + "/written") })
        #expect(try eventually { try session.operate("logs", "--tail", "1").output.contains("03000") })
        #expect(session.text(of: "the.log").last != "\n", "cut")
        try expect(Command.run(["prlimit", "--pid", "\(process.pid)", "--fsize=unlimited"]).status, equals: 0)
        try session.folder.write("", to: "room")
        expect(process.wait(), equals: 0)
        let lines = session.lines(of: "the.log")
        #expect(lines.allSatisfy { $0.contains(#/^\S+Z (?:noisy|viperline) +\| /#) }, "no line is glued to another")
        #expect(lines.contains { $0.contains("lines are missing here") })
        #expect(lines.contains { $0.hasSuffix("| after") })
    }

    /// Regression: only "1 thing went wrong; the log is …".
    @Test func aRecordingThatBreaksOffIsToldPlainly() throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [seq, -f, '{"type":"a.output.n","id":"%g"}', "1000"], sends: [a.output]}
              sink: {command: [sh, -c, "exec cat > @/out"], receives: [a.output]}
            """, options: ["--record", "/dev/full"])
        let result = try session.finish()
        expect(result.status, equals: 0)
        #expect(
            result.diagnostics.hasPrefix("viperline: the recording in /dev/full is incomplete"), "\(result.diagnostics)"
        )
    }

    @Test func aDiskThatStaysFullIsToldAtTheEnd() throws {
        let session = try SessionRun(
            "services: {noisy: {command: [sh, -c, 'echo one >&2; echo two >&2']}}", options: ["--log", "/dev/full"])
        let result = try session.finish()
        expect(result.status, equals: 0)
        expect(
            result.diagnostics,
            equals: "viperline: the log /dev/full is incomplete: 2 lines are missing: No space left on device\n")
    }
}
