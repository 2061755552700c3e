import Foundation
import Platform
import TestSupport
import Testing

@testable import Processes
@testable import Supervision

/// A changed program is tried before it takes a service's place.
@Suite struct RehearsalTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        var mayEnd = false
        var patience = Rehearsal.patience
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
        Row(
            testDescription: "is busy for longer than anybody waits", script: "while :; do :; done",
            patience: .milliseconds(300), verdict: .passed),
        Row(
            testDescription: "reads, and waits for something else", script: "read line; exec sleep 60",
            patience: .seconds(3600), verdict: .passed),
        Row(testDescription: "begins slowly", script: "sleep 1.3; exec cat", lines: [], verdict: .passed),
        Row(
            testDescription: "begins slowly and fails", script: "sleep 1.3; exit 6", lines: [],
            verdict: .failed(.exited(6))),
        Row(
            testDescription: "dies soon", script: "sleep 0.05; exit 4", lines: [], verdict: .failed(.exited(4))),
        Row(
            testDescription: "reads, and dies soon", script: "read line; sleep 0.05; exit 5",
            verdict: .failed(.exited(5))),
        Row(
            testDescription: "writes before it is its turn", script: "echo '> start'; sleep 0.1; exit 7", lines: [],
            verdict: .failed(.exited(7))),
        Row(
            testDescription: "is told more than a pipe holds", script: "exec cat >/dev/null",
            lines: Array(repeating: String(repeating: "x", count: 9_999) + "\n", count: 300), verdict: .passed),
    ]

    @Test(arguments: rows) func itsEndDecides(row: Row) throws {
        let (verdict, rehearsal) = try Self.rehearse(
            ["/bin/sh", "-c", row.script], told: row.lines, mayEnd: row.mayEnd, patience: row.patience)
        rehearsal.end()
        expect(verdict, equals: row.verdict)
        _ = rehearsal.lastWords()
        expect(rehearsal.lastDiagnostics, equals: row.words)
        // A grandchild may wait for its reaper.
        #expect(SystemProcess.all(inSessions: [-rehearsal.target]).allSatisfy { $0.state == "Z" })
    }

    /// Stand-ins for what comes between a command and its program; each sleeps in other calls meanwhile, and holds the
    /// program's stdin.
    static let wrappers = [
        ("none", "exec \"$@\""),
        // A subshell's output.
        ("pyenv", "version=$(sleep 0.3; echo 3); [ $version = 3 ] && exec \"$@\""),
        // A pipeline.
        ("asdf", "echo 3 | while read version; do sleep 0.3; done; exec \"$@\""),
        // A parent that waits for its child.
        ("npx", "sleep 0.3; \"$@\"; exit $?"),
        // One that sleeps in epoll for something else, with a thread that reads another pipe.
        (
            "uv run",
            """
            exec /usr/bin/python3 -c 'import os, select, subprocess, sys, threading
            ours, theirs = os.pipe()
            threading.Thread(target=os.read, args=(ours, 1), daemon=True).start()
            queue = select.epoll()
            queue.register(ours, select.EPOLLIN)
            queue.poll(0.3)
            child = subprocess.Popen(sys.argv[1:])
            select.poll().poll(100)
            sys.exit(child.wait())' "$@"
            """
        ),
        (
            "select",
            "exec /usr/bin/python3 -c 'import os, select, sys\nselect.select([os.pipe()[0]], [], [], 0.3)\nos.execvp(sys.argv[1], sys.argv[1:])' \"$@\""
        ),
    ]

    static let readers = [
        ("lines", ["/usr/bin/python3", "-c", "import sys\nfor line in sys.stdin: pass"]),
        (
            "a thread",
            ["/usr/bin/python3", "-c", "import sys, threading\nthreading.Thread(target=sys.stdin.read).start()"]
        ),
        (
            "poll",
            [
                "/usr/bin/python3", "-c",
                "import os, select\np = select.poll()\np.register(0, select.POLLIN)\nwhile p.poll(): os.read(0, 99)",
            ]
        ),
        (
            "select",
            [
                "/usr/bin/python3", "-c",
                "import os, select\nr = os.pipe()[0]\nwhile select.select([r, 0], [], []): os.read(0, 99)",
            ]
        ),
        (
            "asyncio",
            [
                "/usr/bin/python3", "-c",
                """
                import asyncio, sys
                async def main():
                    reader = asyncio.StreamReader()
                    loop = asyncio.get_running_loop()
                    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
                    while await reader.readline(): pass
                asyncio.run(main())
                """,
            ]
        ),
        ("another descriptor", ["/bin/sh", "-c", "exec 7<&0 0</dev/null; exec cat <&7"]),
        ("the shell", ["/bin/bash", "-c", "while read -r line; do :; done"]),
        ("perl", ["/usr/bin/perl", "-ne", "1"]),
        ("jq", ["/usr/bin/jq", "-c", "."]),
    ]

    /// Regression: the wrapper slept, so the rehearsal passed, although the program never ran.
    @Test(arguments: wrappers) func aWrapperIsNotTheProgram(name: String, wrapper: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.writeProgram(wrapper, to: "wrapper")
        let mistake = try Self.rehearse([path, "/usr/bin/python3", "-c", "import nothing_of_that_name"], told: [])
        expect(mistake.verdict, equals: .failed(.exited(1)))
        _ = mistake.rehearsal.lastWords()
        #expect(mistake.rehearsal.lastDiagnostics.contains { $0.contains("nothing_of_that_name") })
        let good = try Self.rehearse(
            [path, "/usr/bin/python3", "-c", "open('\(folder.path)/ran', 'w')\nwhile input(): pass"], told: [])
        expect(good.verdict, equals: .passed)
        #expect(try folder.text(of: "ran").isEmpty)
    }

    /// Nobody has to wait for the end of the patience.
    @Test(arguments: readers, [[], ["{}\n", "{}\n"]]) func whoReadsIsKnown(
        reader: (name: String, command: [String]), lines: [String]
    ) throws {
        let (verdict, _) = try Self.rehearse(reader.command, told: lines, patience: .seconds(3600))
        expect(verdict, equals: .passed)
    }

    /// Node waits with epoll.
    @Test(
        .enabled(if: access("/usr/bin/node", X_OK) == 0),
        arguments: [
            ("for await (const line of process.stdin) ;", Rehearsal.Verdict.passed),
            ("process.stdin.on('data', () => {})", .passed),
            ("await import('./nothing-of-that-name.mjs')", .failed(.exited(1))),
        ])
    func nodeIsKnownToRead(script: String, wanted: Rehearsal.Verdict) throws {
        let folder = try TemporaryFolder()
        try folder.write(script, to: "role.mjs")
        let (verdict, _) = try Self.rehearse(
            ["/usr/bin/node", folder.path + "/role.mjs"], told: [], patience: .seconds(3600))
        expect(verdict, equals: wanted)
    }

    /// Regression: helpers in a group of their own survived each save.
    @Test(arguments: ["set -m; sleep 1000 & echo $! > $OUT; exit 3", "setsid sleep 1000 & echo $! > $OUT; exit 3"])
    func nothingOfAFailedRehearsalStaysBehind(script: String) throws {
        let folder = try TemporaryFolder()
        let (verdict, _) = try Self.rehearse(
            ["/bin/bash", "-c", script], ["OUT": folder.path + "/pid", OrphanGuard.tokenVariable: folder.path],
            told: [])
        expect(verdict, equals: .failed(.exited(3)))
        let pid = try require(pid_t(folder.text(of: "pid").trimmingCharacters(in: .newlines)))
        #expect(eventually { SystemProcess.of(pid)?.isAlive != true })
    }

    /// Nobody else's processes are signalled by a rehearsal that is over.
    @Test func aRehearsalEndsOnce() throws {
        let (verdict, rehearsal) = try Self.rehearse(["/bin/sh", "-c", "exit 3"], told: [])
        expect(verdict, equals: .failed(.exited(3)))
        expect(rehearsal.end(), equals: nil)
    }

    private static func rehearse(
        _ command: [String], _ environment: [String: String] = [:], told lines: [String], mayEnd: Bool = false,
        patience: Duration = Rehearsal.patience
    ) throws -> (verdict: Rehearsal.Verdict?, rehearsal: Rehearsal) {
        let program = ServiceCommand(command: command, folder: nil)
        let rehearsal = try Rehearsal(
            program, environment.merging(["PATH": "/usr/bin:/bin"]) { $1 },
            receiving: Backlog(lines: lines.map { Array($0.utf8) }), mayEnd: mayEnd, patience: patience, at: Instant.now
        )
        var round = PollRound()
        let deadline = Instant.now + .seconds(30)
        while Instant.now < deadline {
            round.removeAll()
            rehearsal.fill(&round, as: 0)
            round.wait(until: rehearsal.deadline, from: Instant.now)
            _ = rehearsal.attend()
            if let verdict = rehearsal.judge(at: Instant.now) { return (verdict, rehearsal) }
        }
        return (nil, rehearsal)
    }

    @Test func aNoticeIsShort() {
        let diagnosis = Diagnosis.mistaken(service: "role", files: "a\u{1B}.py", reason: "ended with exit code 1")
        let notice = Rehearsals.notice(diagnosis, because: ["Traceback", String(repeating: "x", count: 999), " "])
        #expect(
            notice.hasPrefix(
                "a\u{1B}.py was saved, but the new role ended with exit code 1; the old one keeps running: xxx"))
        #expect(notice.count < 300)
        expect(Rehearsals.names(of: ["/a/app\u{1B}[2J.py", "/b"]), equals: #"app\u{1B}[2J.py and 1 more"#)
    }
}
