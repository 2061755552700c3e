import Foundation
import Processes
import TestSupport
import Testing

@testable import SessionClient

@Suite struct RoleProcessTests {
    private static func process(_ script: String, mostPending: Int = 1 << 24) throws -> RoleProcess {
        try RoleProcess(
            ["/bin/sh", "-c", script], service: "role", run: "1", environment: ProcessInfo.processInfo.environment,
            mostPending: mostPending)
    }

    /// Regression: each write copied everything that was waiting.
    @Test func aLargeQueueIsTakenInItsOrder() throws {
        let process = try Self.process("cat")
        let lines = (1...20_000).map { "line \($0)" + String(repeating: "x", count: 150) }
        process.give(lines.map { $0 + "\n" }.joined().utf8)
        expect(process.queuedLines, equals: 20_000)
        process.endInput()
        var heard: [String] = []
        while !process.isSilent {
            process.turn()
            while let line = process.nextLine() { heard.append(String(decoding: line, as: UTF8.self)) }
        }
        expect(heard, equals: lines)
        expect(process.queued, equals: 0)
        expect(process.leave(within: .seconds(5)), equals: .exited(0))
    }

    /// Regression: a grandchild that kept writing kept the reader of a dead child's pipe busy for ever.
    @Test func aGrandchildThatWritesWithoutEndIsNotWaitedFor() throws {
        let process = try Self.process("setsid yes & echo $!")
        var pid: pid_t?
        while pid == nil {
            process.turn()
            pid = process.nextLine().flatMap { pid_t(String(decoding: $0, as: UTF8.self)) }
        }
        defer { pid.map { _ = kill($0, SIGKILL) } }
        expect(process.leave(within: .milliseconds(200)), equals: .exited(0))
        #expect(!process.isSilent, "the grandchild has the pipe")
    }

    /// Unread output stays in the pipe.
    @Test func aTalkativeProcessWaitsWhenNobodyListens() throws {
        let process = try Self.process("exec yes \(String(repeating: "x", count: 4000))", mostPending: 1 << 18)
        for _ in 0..<200 { process.turn(within: .milliseconds(1)) }
        var bytes = 0
        while let line = process.nextLine() { bytes += line.count + 1 }
        #expect(bytes > 1 << 17)
        #expect(bytes <= 1 << 19)
        expect(process.leave(within: .zero), equals: .killed(signal: SIGKILL))
    }
}
