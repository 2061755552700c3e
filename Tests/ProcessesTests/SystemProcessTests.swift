import Foundation
import Testing

@testable import Processes

@Suite struct SystemProcessTests {
    /// The program's name may hold what the fields are separated by.
    @Test(arguments: ["sh", "a b) R 1 (c", "a\nb) S"]) func fieldsAreCountedFromTheNameOn(name: String) throws {
        let stat = "42 (\(name)) S 1 42 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 1 0 100 1000 10"
        let process = try #require(SystemProcess.parse(stat, ticksPerSecond: 100))
        #expect(process == SystemProcess(pid: 42, state: "S", session: 7, processorTime: 3))
    }

    @Test(arguments: ["", "garbage", "42 (sh) S 1", "x (sh) S 1 42 7 0 -1 4194560 100 0 0 0 250 50"])
    func whatIsNoProcessIsNone(stat: String) {
        #expect(SystemProcess.parse(stat, ticksPerSecond: 100) == nil)
    }

    @Test(arguments: [("R", true), ("D", true), ("T", true), ("S", false), ("Z", false)])
    func whoRunsOrCanBeMadeToMayGoOn(state: Character, mayGoOn: Bool) {
        #expect(SystemProcess(pid: 1, state: state, session: 1, processorTime: 0).mayGoOn == mayGoOn)
    }

    /// Also what has left the process group of its leader.
    @Test func allProcessesOfASessionAreFoundAndEnded() throws {
        var launch = Launch(["/bin/bash", "-c", "set -m; sleep 1000 & sleep 1000 & exec sleep 1000"])
        launch.group = .ownSession
        let pid = try launch.start()
        defer { waitpid(pid, nil, 0) }
        func found() -> [SystemProcess] { SystemProcess.all(inSessions: [pid]) }
        let deadline = Date(timeIntervalSinceNow: 30)
        while found().count < 3, Date() < deadline { usleep(10_000) }
        #expect(Set(found().map { getpgid($0.pid) }).count == 3, "each leads a group of its own")
        SystemProcess.killAll(inSessions: [pid])
        while found().contains(where: { $0.state != "Z" }), Date() < deadline { usleep(10_000) }
        #expect(found().allSatisfy { $0.state == "Z" })
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
        let deadline = Date(timeIntervalSinceNow: 30)
        while SystemProcess.of(pid)?.isBlockedByPipe != true, Date() < deadline { usleep(10_000) }
        #expect(SystemProcess.of(pid)?.isBlockedByPipe == true)
        let isHalfFull = pipe.reader.isHalfFullPipe
        #expect(isHalfFull)
    }
}
