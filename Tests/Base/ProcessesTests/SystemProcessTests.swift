import Foundation
import TestSupport
import Testing

@testable import Processes

@Suite struct SystemProcessTests {
    /// The program's name may contain the field separator.
    @Test(arguments: ["sh", "a b) R 1 (c", "a\nb) S"]) func fieldsAreCountedFromTheNameOn(name: String) throws {
        let stat = "42 (\(name)) S 1 42 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 1 0 100 1000 10"
        let process = try require(SystemProcess.parse(stat, ticksPerSecond: 100))
        expect(process, equals: SystemProcess(pid: 42, state: "S", session: 7, beginning: 100, processorTime: 3))
    }

    @Test(arguments: ["", "garbage", "42 (sh) S 1", "x (sh) S 1 42 7 0 -1 4194560 100 0 0 0 250 50"])
    func otherTextsDescribeNoProcess(stat: String) {
        expect(SystemProcess.parse(stat, ticksPerSecond: 100), equals: nil)
    }

    @Test(arguments: [("R", true), ("D", true), ("T", true), ("S", false), ("Z", false)])
    func whoRunsOrCanBeMadeToMayGoOn(state: Character, mayGoOn: Bool) {
        expect(SystemProcess(pid: 1, state: state, session: 1, processorTime: 0).mayGoOn, equals: mayGoOn)
    }

    /// Includes processes that have left their leader's process group.
    @Test func allProcessesOfASessionAreFoundAndEnded() throws {
        var launch = Launch(["/bin/bash", "-c", "set -m; sleep 1000 & sleep 1000 & exec sleep 1000"])
        launch.group = .ownSession
        let pid = try launch.start()
        defer { waitpid(pid, nil, 0) }
        // A child that has just been forked has no process group of its own yet.
        #expect(eventually { Set(SystemProcess.all(inSessions: [pid]).map { getpgid($0.pid) }).count == 3 })
        SystemProcess.killAll(inSessions: [pid])
        #expect(eventually { SystemProcess.all(inSessions: [pid]).allSatisfy { ["Z", "X"].contains($0.state) } })
    }

    @Test func whoWritesIntoAFullPipeIsBlockedByIt() throws {
        let pipe = try Pipe.open()
        var launch = Launch(["/usr/bin/yes"])
        launch.descriptors = [(pipe.writer.number, 1)]
        let pid = try launch.start()
        defer {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        #expect(eventually { SystemProcess.of(pid)?.isBlockedByPipe == true })
        let isHalfFull = pipe.reader.isHalfFullPipe
        #expect(isHalfFull)
    }
}
