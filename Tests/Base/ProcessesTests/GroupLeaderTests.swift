import Foundation
import Processes
import TestSupport
import Testing

/// The end of a child, and of what it has started.
@Suite struct GroupLeaderTests {
    /// Regression: the processes of a crashed child survived, since its group was never killed once it was reaped.
    @Test(arguments: [("exit 3", Outcome.exited(3)), ("kill -9 $$", .killed(signal: SIGKILL))])
    func whatItHasStartedEndsWithIt(end: String, outcome: Outcome) throws {
        let news = try Pipe.open()
        var launch = Teller.shell("sleep 1000 & echo $! >&3; read -r _ <&4; \(end)")
        let go = try Pipe.open()
        launch.descriptors = [(news.writer.number, 3), (go.reader.number, 4)]
        launch.group = .own
        let pid = try launch.start()
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(news.reader.number, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let sleeper = try require(Int32(text.trimmingCharacters(in: .newlines)))
        expect(GroupLeader.reap(pid), equals: nil)
        expect(kill(sleeper, 0), equals: 0)
        _ = write(go.writer.number, "\n", 1)
        var found: Outcome?
        #expect(
            eventually {
                found = GroupLeader.reap(pid)
                return found != nil
            })
        expect(found, equals: outcome)
        #expect(try eventually { try hasEnded(sleeper) })
        // Reaped, it is no longer a child of ours.
        expect(GroupLeader.reap(pid), equals: .notStarted)
    }

    /// It may stay a zombie.
    private func hasEnded(_ pid: Int32) throws -> Bool {
        let state = try Command.run(["ps", "-o", "stat=", "-p", "\(pid)"]).output
        return state.isEmpty || state.hasPrefix("Z")
    }

    /// A group of one of these numbers would be ours, or everybody's.
    @Test(arguments: [0, -1, 1, getpid()]) func otherProcessesAreLeftAlone(pid: pid_t) {
        expect(GroupLeader.reap(pid), equals: .notStarted)
    }
}
