import Foundation
import Platform
import TestSupport
import Testing

@testable import Processes

/// The rules of a child with pipes, and what children do about them.
@Suite struct PipedProcessTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private static func start(
        _ script: String, _ streams: PipedProcess.Streams = [.input, .output], mostUnread: Int = 1 << 20,
        mostWords: Int = PipedProcess.wordsKept, leavesGroup: Bool = false
    ) throws -> PipedProcess {
        var launch = Teller.shell(script)
        launch.group = .own
        return try PipedProcess(
            launch, streams, mostUnread: mostUnread, mostWords: mostWords, leavesGroup: leavesGroup)
    }

    /// Feeds it and reads its output until `isEnough`.
    private static func turn(_ process: PipedProcess, until isEnough: (String) -> Bool) -> String {
        var text: [UInt8] = []
        let deadline = Instant.now + .seconds(30)
        while !isEnough(String(decoding: text, as: UTF8.self)), Instant.now < deadline {
            var set = PollSet(
                reading: [process.outputNumber].compactMap(\.self), writing: [process.writing].compactMap(\.self))
            if !set.isEmpty { set.wait(for: .milliseconds(10)) }
            process.write()
            text += process.readOutput()
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test func whatItIsGivenArrivesAndItsOutputIsRead() throws {
        let process = try Self.start("cat; echo bye; echo why >&2; exit 3", [.input, .output, .diagnostics])
        let lines = (0..<50_000).map { "line \($0)\n" }.joined()
        #expect(process.give(Array(lines.utf8)))
        process.endInput()
        #expect(process.queued > 0, "a pipe does not hold all of it")
        let text = Self.turn(process) { _ in process.isSilent }
        expect(text, equals: lines + "bye\n")
        #expect(eventually { process.reap() != nil })
        expect(process.outcome, equals: .exited(3))
        while process.diagnosticsNumber != nil { process.readDiagnostics() }
        expect(process.lastWords, equals: Array("why\n".utf8))
    }

    /// How a child ends, and what it answers to a request to end.
    @Test(arguments: [
        ("echo ready; sleep 1000", Outcome.killed(signal: SIGTERM), false),
        ("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done", .exited(7), false),
        ("trap '' TERM; echo ready; while :; do sleep 0.01; done", .killed(signal: SIGKILL), true),
        ("echo ready; kill -9 $$", .killed(signal: SIGKILL), false),
        ("echo ready; exit 2", .exited(2), false),
    ])
    func itEndsInTime(script: String, outcome: Outcome, isKilled: Bool) throws {
        let process = try Self.start(script)
        _ = Self.turn(process) { $0.contains("ready") }
        if !script.contains("$$"), !script.contains("exit 2") {
            process.stop(within: isKilled ? .milliseconds(50) : .seconds(30))
            #expect(process.deadline != nil)
        }
        #expect(eventually { process.reap() != nil })
        expect(process.outcome, equals: outcome)
        expect(process.wasKilled, equals: isKilled)
        // Its number may be another's now.
        process.signal(SIGKILL)
        expect(process.reap(), equals: outcome)
    }

    /// A loop that sleeps until the deadline wakes once for each step, also while a killed child is not reaped.
    @Test func aChildThatStaysHasOneDeadlineForEachStep() throws {
        let process = try Self.start("trap '' TERM; echo ready; while :; do sleep 0.01; done")
        _ = Self.turn(process) { $0.contains("ready") }
        process.stop(after: .milliseconds(20), within: .milliseconds(20))
        var stopped: [Bool] = []
        while let deadline = process.deadline {
            stopped.append(process.wasStopped)
            var set = PollSet()
            set.wait(until: deadline)
            process.reap()
        }
        expect(stopped, equals: [false, true])
        #expect(eventually { process.reap() != nil })
        expect(process.wasKilled && process.wasStopped && process.isEnding)
    }

    @Test func aChildThatIsNotAskedIsKilledAfterTheTime() throws {
        let process = try Self.start("sleep 1000")
        var turns = 0
        let outcome = process.end(within: .milliseconds(20)) {
            turns += 1
            usleep(1000)
        }
        expect(outcome, equals: .killed(signal: SIGKILL))
        expect(process.wasKilled && turns > 1)
    }

    /// A child that reads nothing does not fill our memory.
    @Test func whatItDoesNotReadIsBounded() throws {
        let process = try Self.start("sleep 1000", mostUnread: 100_000)
        let line = [UInt8](repeating: 0x78, count: 9_999) + [0x0A]
        var taken = 0
        while process.give(line) {
            process.write()
            taken += 1
        }
        // The lines in the pipe, too.
        expect((10...40), contains: taken)
        expect((90_000...100_000).contains(process.queued) && process.queuedLines >= 9)
        #expect(!process.hasReadAll)
        process.closeInput()
        expect(process.queued == 0 && !process.takesInput && !process.give(line))
    }

    @Test func whatItDoesNotTakeIsCounted() throws {
        let process = try Self.start("exec <&-; echo closed; sleep 1000")
        _ = Self.turn(process) { $0.contains("closed") }
        // A child that another test has just forked may hold the reading end until its exec, and take some writes.
        let isRefused = eventually {
            let taken = process.give(Array("one\ntwo\n".utf8))
            process.write()
            return taken && !process.takesInput
        }
        expect(isRefused && process.queued == 0 && process.queuedLines == 2)
    }

    /// A flood waits in the pipe, and never takes more than one read.
    @Test func aFloodWaits() throws {
        let process = try Self.start("exec yes \(String(repeating: "y", count: 1000))")
        for _ in 0..<100 {
            #expect(eventually { PollSet.isReady(process.outputNumber ?? -1) })
            expect((1...PipedProcess.chunk), contains: process.readOutput().count)
        }
        process.signal(SIGKILL)
        #expect(eventually { process.reap() != nil })
        var (left, reads) = (0, 0)
        while process.outputNumber != nil {
            left += process.readOutput().count
            reads += 1
        }
        expect(left <= 1 << 20 && reads <= 20)
        #expect(process.isSilent)
    }

    @Test func outputMayEndBeforeItsProcess() throws {
        let process = try Self.start("echo all; exec >&-; read -r _; exit 4")
        expect(Self.turn(process) { _ in process.outputNumber == nil }, equals: "all\n")
        expect(process.isSilent && process.reap() == nil)
        process.endInput()
        #expect(eventually { process.reap() != nil })
        expect(process.outcome, equals: .exited(4))
    }

    /// Regression: a grandchild that kept the pipe open, or wrote into it, kept the reader of a dead child busy for ever.
    @Test(arguments: ["sleep 1000", "yes"])
    func aGrandchildThatHoldsThePipesIsNotWaitedFor(program: String) throws {
        let process = try Self.start(
            "echo last; setsid \(program) & echo $! >&2", [.input, .output, .diagnostics], leavesGroup: true)
        #expect(eventually { process.reap() != nil })
        expect(process.outcome, equals: .exited(0))
        while process.diagnosticsNumber != nil { process.readDiagnostics() }
        let grandchild = try require(
            pid_t(String(decoding: process.lastWords, as: UTF8.self).trimmingCharacters(in: .newlines)))
        defer { kill(grandchild, SIGKILL) }
        var text: [UInt8] = []
        while process.outputNumber != nil { text += process.readOutput() }
        expect(String(decoding: text, as: UTF8.self).split(separator: "\n"), contains: "last")
        #expect(text.count <= 1 << 20)
        #expect(!process.isSilent, "the grandchild has the pipe")
    }

    /// What it has started ends with a child that is stopped, and may stay after one that ends by itself.
    @Test(arguments: [(false, false), (true, false), (true, true)])
    func whatItHasStartedEndsWithIt(leavesGroup: Bool, isStopped: Bool) throws {
        let process = try Self.start(
            "sleep 1000 >/dev/null 2>&1 <&1 & echo $!; read -r _; exit 0", leavesGroup: leavesGroup)
        let text = Self.turn(process) { $0.contains("\n") }
        let grandchild = try require(pid_t(text.trimmingCharacters(in: .newlines)))
        defer { kill(grandchild, SIGKILL) }
        if isStopped { process.stop(within: .seconds(30)) } else { process.endInput() }
        #expect(eventually { process.reap() != nil })
        let lives = leavesGroup && !isStopped
        // One that is being killed is never stopped.
        if lives { suspend(grandchild) }
        #expect(eventually { (SystemProcess.of(grandchild)?.isAlive ?? false) == lives })
    }

    @Test func onlyTheLastWordsAreKept() throws {
        let process = try Self.start("seq 10000 >&2", [.diagnostics], mostWords: 11)
        var count = 0
        while process.diagnosticsNumber != nil {
            _ = PollSet.isReady(process.diagnosticsNumber ?? -1, within: .milliseconds(10_000))
            count += process.readDiagnostics().count
        }
        expect(count, equals: 48_894)
        expect(process.lastWords, equals: Array("9999\n10000\n".utf8))
    }

    @Test func aStreamThatIsNotAPipeIsTheLaunchs() throws {
        let folder = try TemporaryFolder()
        var launch = Teller.shell("cat; echo odd >&2")
        launch.files = [
            .init(try folder.write("given", to: "in").path, O_RDONLY, as: 0),
            .init(try folder.write("", to: "err").path, O_WRONLY, as: 2),
        ]
        launch.group = .own
        let process = try PipedProcess(launch, [.output], mostUnread: 0)
        expect(Self.turn(process) { _ in process.isSilent }, equals: "given")
        expect(!process.give([1]) && process.diagnosticsNumber == nil)
        try expect(folder.text(of: "err"), equals: "odd\n")
    }

    @Test func whatCannotBeStartedIsAnError() {
        #expect(throws: SystemError("start /no/such/program", code: ENOENT)) {
            try PipedProcess(Launch(["/no/such/program"]), mostUnread: 0)
        }
    }

    /// It is killed when its object goes, and nothing of its pipes stays open.
    @Test func nothingOfItStays() throws {
        let folder = try TemporaryFolder()
        let gone = folder.path + "/gone"
        var process: PipedProcess? = try Self.start(
            "trap '' PIPE; setsid sh -c 'echo up; while echo x; do sleep 0.01; done 2>/dev/null; touch \(gone)' & sleep 1000"
        )
        let pid = try require(process).pid
        _ = Self.turn(try require(process)) { $0.contains("up") }
        process = nil
        expect(GroupLeader.reap(pid), equals: .notStarted)
        #expect(eventually { FileManager.default.fileExists(atPath: gone) }, "its writer has found the pipe closed")
    }
}
