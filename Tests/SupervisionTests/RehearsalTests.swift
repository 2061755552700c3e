import Foundation
import Platform
import Testing

@testable import Processes
@testable import Supervision

/// A changed program is tried before it takes a service's place.
@Suite struct RehearsalTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        var mayEnd = false
        var lines = ["{}\n"]
        let verdict: Rehearsal.Verdict
        var words: [String] = []
    }

    static let rows = [
        Row(testDescription: "waits for input", script: "exec cat >/dev/null", verdict: .passed),
        Row(testDescription: "has nothing to read", script: "exec cat", lines: [], verdict: .passed),
        Row(testDescription: "answers", script: "cat; exec sleep 60", verdict: .passed),
        Row(
            testDescription: "dies at once", script: "echo 'x is not defined' >&2; exit 3",
            verdict: .failed(.exited(3)),
            words: ["x is not defined"]),
        Row(
            testDescription: "dies of what it is told", script: "read line; [ \"$line\" = '{}' ]; kill -9 $$",
            verdict: .failed(.killed(signal: 9))),
        Row(testDescription: "ends before its time", script: "exit 0", verdict: .failed(.exited(0))),
        Row(testDescription: "a source may end", script: "exit 0", mayEnd: true, lines: [], verdict: .passed),
        Row(testDescription: "is busy for a second", script: "while :; do :; done", verdict: .passed),
        Row(
            testDescription: "is told more than a pipe holds", script: "exec cat >/dev/null",
            lines: Array(repeating: String(repeating: "x", count: 9_999) + "\n", count: 300), verdict: .passed),
    ]

    @Test(arguments: rows) func itsEndDecides(row: Row) throws {
        let clock = ContinuousClock()
        let program = Program(command: ["/bin/sh", "-c", row.script], folder: nil)
        let rehearsal = try Rehearsal(
            program, ["PATH": "/usr/bin:/bin"], told: Backlog(lines: row.lines.map { Array($0.utf8) }),
            mayEnd: row.mayEnd, at: clock.now)
        var round = PollRound()
        var verdict: Rehearsal.Verdict?
        while verdict == nil, clock.now < rehearsal.deadline + .seconds(30) {
            round.removeAll()
            rehearsal.fill(&round, as: 0)
            round.wait(until: rehearsal.deadline, from: clock.now)
            _ = rehearsal.attend()
            verdict = rehearsal.judge(at: clock.now)
        }
        rehearsal.end()
        #expect(verdict == row.verdict)
        _ = rehearsal.lastWords()
        #expect(rehearsal.lastDiagnostics == row.words)
        // A grandchild may wait for its reaper.
        #expect(SystemProcess.all(inSessions: [-rehearsal.target]).allSatisfy { $0.state == "Z" })
    }

    @Test func aNoticeIsShort() {
        let diagnosis = Diagnosis.mistaken(service: "role", files: "a\u{1B}.py", reason: "ended with exit code 1")
        let notice = Rehearsals.notice(diagnosis, because: ["Traceback", String(repeating: "x", count: 999), " "])
        #expect(
            notice.hasPrefix("a\u{1B}.py was saved, but the new role ended with exit code 1; the old one goes on: xxx"))
        #expect(notice.count < 300)
        #expect(Rehearsals.names(of: ["/a/app\u{1B}[2J.py", "/b"]) == #"app\u{1B}[2J.py and 1 more"#)
    }
}
