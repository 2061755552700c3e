import Foundation
import Platform
import TestSupport
import Testing

/// Faults of the machine and of other processes: what `protocols/recovery.md` promises in its table.
@Suite struct SessionFaultTests {
    private static let viperline = Products.executable("viperline")

    /// A source whose events a test sends, a role that answers each, and a file of the answers.
    private static func answering(options: [String] = []) throws -> SessionRun {
        try SessionRun(
            """
            services:
              source: {command: [sleep, "1000"], sends: [a.output], restart: on-failure}
              role: {command: [sh, -c, "while read -r line; do echo '{\\"type\\":\\"b.output.x\\"}'; done"], receives: [a.output], sends: [b.output], restart: on-failure}
              sink: {command: [sh, -c, "exec cat >> @/out"], receives: [b.output], restart: on-failure}
            """, options: options)
    }

    /// Sends an event and waits for its answer.
    private static func expectAnAnswer(_ session: SessionRun) throws {
        let before = session.lines(of: "out").count
        try expect(session.operate("send", input: #"{"type":"a.output.x"}"#).status, equals: 0)
        #expect(eventually { session.lines(of: "out").count == before + 1 })
    }

    private static func services(_ session: SessionRun) throws -> [(pid: pid_t, restarts: Int)] {
        let report = try session.operate("ps", "--json")
        guard report.status == 0, case .list(let services) = try JSONValue(report.output)["services"] else { return [] }
        return services.map { service in
            guard case .number(let pid) = service["pid"], case .number(let restarts) = service["restarts"],
                service["state"] == .string("running")
            else { return (0, 0) }
            return (pid_t(pid), Int(restarts))
        }
    }

    /// The supervisor's own children: the guard, and the writer of a recording.
    private static func own(_ name: String, of supervisor: pid_t) throws -> pid_t {
        let found = try Command.run(["pgrep", "-P", "\(supervisor)", "-f", name]).lines
        return try require(found.first.flatMap { pid_t($0) })
    }

    // MARK: - Signals

    /// A stop signal, which the kernel drops there, and SIGCONT change nothing; a service that another signal ends comes back.
    @Test func noSignalToAnyOtherProcessEndsASession() throws {
        let session = try Self.answering(options: ["--record", "/dev/null"])
        let process = try session.start()
        #expect(try eventually { try Self.services(session).count == 3 })
        let (orphanGuard, writer) = try (
            Self.own("viperline-guard", of: process.pid), Self.own("cassette write", of: process.pid)
        )
        for signal in [SIGTSTP, SIGCONT, SIGHUP, SIGINT, SIGTERM] {
            let isFatal = ![SIGTSTP, SIGCONT].contains(signal)
            let before = try Self.services(session)
            for service in before { kill(service.pid, signal) }
            kill(orphanGuard, signal)
            if !isFatal { kill(writer, signal) }
            #expect(
                try eventually {
                    let now = try Self.services(session)
                    return now.count == 3
                        && zip(before, now).allSatisfy {
                            ($0.pid != $1.pid) == isFatal && $1.restarts == $0.restarts + (isFatal ? 1 : 0)
                        }
                }, "\(signal)")
            try Self.expectAnAnswer(session)
        }
        try expect(Self.own("viperline-guard", of: process.pid), equals: orphanGuard)
        kill(writer, SIGTERM)
        try Self.expectAnAnswer(session)
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
    }

    /// Regression: `nohup` and a script's `&` did not keep a session, which took the ignored signals as its own.
    @Test func ignoredSignalsStayIgnored() throws {
        let session = try Self.answering()
        let ignoring = ["sh", "-c", "trap '' HUP INT; exec \"$@\"", "sh"]
        let process = try ChildProcess(ignoring + session.arguments, environment: session.environment)
        #expect(try eventually { try Self.services(session).count == 3 })
        for signal in [SIGHUP, SIGINT] { kill(process.pid, signal) }
        try Self.expectAnAnswer(session)
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
    }

    /// Regression: a stopped writer delayed the end by ten seconds, and a stopped guard stayed for ever.
    @Test func whatIsSuspendedEndsWithTheSession() throws {
        let session = try Self.answering(options: ["--record", "/dev/null"])
        let process = try session.start()
        #expect(try eventually { try Self.services(session).count == 3 })
        let own = try ["viperline-guard", "cassette write"].map { try Self.own($0, of: process.pid) }
        for pid in try own + Self.services(session).map(\.pid) { suspend(pid) }
        let began = Instant.now
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
        #expect(Instant.now - began < .seconds(9))
        #expect(eventually { !own.contains(where: isAlive) })
    }

    // MARK: - The terminal

    private static let terminal = #"""
        import fcntl, os, pty, signal, sys, termios
        way, command = sys.argv[1], sys.argv[2:]
        ours, theirs = pty.openpty()
        pid = os.fork()
        if pid == 0:
            os.setsid()
            if way != "foreign": fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)
            for number in 0, 1, 2: os.dup2(theirs, number)
            os.closerange(3, 64)
            if way == "nohup": signal.signal(signal.SIGHUP, signal.SIG_IGN)
            os.execv(command[0], command)
        os.close(theirs)
        seen = b""
        while b"[?1049h" not in seen: seen += os.read(ours, 65536)
        # More than the terminal holds, and nobody reads it.
        if way == "unread": os.write(ours, b"?\x1b" * 500)
        os.close(ours)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        """#

    /// The window is closed: also for a session without a controlling terminal, which gets no SIGHUP, and under nohup.
    @Test(arguments: ["usual", "foreign", "nohup", "unread"]) func theTerminalIsGone(way: String) throws {
        let view = Products.executable("viperline-view")
        let session = try SessionRun(
            """
            services:
              view: {command: [sh, -c, "echo $$$$ >> @/pids; exec \(view)"], tty: true, exit_on_end: true, receives: [view.input], sends: [view.output], restart: on-failure, recovery: latest}
              other: {command: [sh, -c, "echo $$$$ >> @/pids; exec cat"], sends: [view.input], receives: [view.output]}
            """)
        try session.folder.write(Self.terminal, to: "terminal.py")
        let result = try Command.run(
            ["timeout", "60", "python3", session.folder.path + "/terminal.py", way] + session.arguments,
            environment: session.environment.merging(["TERM": "xterm-256color"]) { $1 })
        expect(result.output, equals: "129\n", "\(result)")
        let pids = session.lines(of: "pids").compactMap { pid_t($0) }
        expect(pids.count, equals: 2, "the view was not started again")
        #expect(eventually { !pids.contains(where: isAlive) })
    }

    /// A service sets O_NONBLOCK on the user's own streams, which other programs share.
    @Test func theUsersStreamsStayAsTheyWere() throws {
        let session = try SessionRun(
            """
            services:
              view: {command: [python3, "@/view.py"], tty: true, exit_on_end: true}
              noisy: {command: [sh, -c, "until [ -e @/set ]; do sleep 0.01; done; seq 20000 >&2; touch @/said"]}
            """, options: ["--log", "-"])
        try session.folder.write(
            """
            import os, time
            for number in 3, 4, 5: os.set_blocking(number, False)
            place = os.path.dirname(__file__)
            open(place + "/set", "w").close()
            while not os.path.exists(place + "/said"): time.sleep(0.01)
            """, to: "view.py")
        let look = "python3 -c 'import os; print(*map(os.get_blocking, (0, 9, 2)))' 9>&1 >&3"
        let line = ": | { \(session.commandLine); \(look); } 3>\(session.folder.path)/flags 2>&1 | cat"
        let result = try Command.run(["bash", "-c", line], environment: session.environment)
        expect(result.lines.count { $0.hasPrefix("noisy") }, equals: 20_000)
        expect(session.text(of: "flags"), equals: "True True True\n")
    }

    // MARK: - The environment

    @Test(arguments: [
        "env -i", "env -u HOME -u PATH -u TERM -u LANG", "env HOME=/nonexistent TMPDIR=/nonexistent",
        "setsid -w", "setsid -w env -i",
    ])
    func noVariableIsNeeded(prefix: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "services: {a: {command: [sh, -c, 'cat <&3 >&4'], tty: true, exit_on_end: true}}", to: "a.yaml")
        let command = "mkdir gone; cd gone; rmdir ../gone; exec \(prefix) \(Self.viperline) run '\(folder.path)/a.yaml'"
        let result = try Command.run(["sh", "-c", command], input: "hello", folder: folder.path)
        expect(result.output, equals: "hello", "\(result)")
        expect(result.status == 0 && result.diagnostics.isEmpty)
    }

    struct Shortage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let prefix: String
        var options: [String] = []
        let status: Int32
        let told: String

        init(_ name: String, _ prefix: String, options: [String] = [], _ status: Int32, _ told: String) {
            (testDescription, self.prefix, self.options, self.status, self.told) = (name, prefix, options, status, told)
        }
    }

    /// Another user; each row that counts processes has its own.
    private static func stranger(_ user: Int = 4242) -> String {
        "setpriv --reuid=\(user) --regid=\(user) --clear-groups env TMPDIR=@/tmp"
    }
    private static func disk(_ inodes: Int) -> String {
        "unshare -m sh -c 'mount -t tmpfs -o nr_inodes=\(inodes) none \"$XDG_RUNTIME_DIR\" && exec \"$@\"' sh"
    }

    /// A session that lacks something runs, or names what it lacks. (`TMPDIR` is the same full disk.)
    @Test(
        .enabled(if: geteuid() == 0),
        arguments: [
            Shortage("no room for a folder", disk(1), 69, "No space left on device"),
            Shortage("no room for the session's folder", disk(2), 69, "No space left on device"),
            Shortage("no room for the log", disk(3), 69, "open the log @/runtime/"),
            Shortage(
                "no room for the socket", disk(3), options: ["--log", "-"], 0, "no tool can connect to this session"),
            Shortage(
                "a full disk under the log", "bash -o pipefail -c '(ulimit -f 0; exec \"$@\") 2>&1 | cat >&2' bash", 0,
                "is incomplete: 1 line is missing"),
            Shortage(
                "no process", "\(stranger(4243)) prlimit --nproc=1", 69,
                "start /bin/sh: Resource temporarily unavailable"),
            Shortage("no process for a service", "\(stranger(4244)) prlimit --nproc=2", 69, "could not be started"),
            Shortage("little memory", "prlimit --as=200000000", 0, ""),
            Shortage(
                "a machine that has run for a century", "unshare --time --monotonic 3000000000 --boottime 3000000000",
                0, ""),
            Shortage("another user's runtime folder", stranger(), 0, ""),
            Shortage(
                "another user's log", stranger(), options: ["--log", "@/log"], 69,
                "open the log @/log: Permission denied"),
            Shortage(
                "another user's recording", stranger(), options: ["--record", "@/tape"], 69,
                "make the cassette @/tape: Permission denied"),
        ])
    func aShortageIsNamed(row: Shortage) throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [sh, -c, "echo out of order >&2; echo '{\\"type\\":\\"a.output.x\\"}'"], sends: [a.output]}
              sink: {command: [sh, -c, "exec cat > /dev/null"], receives: [a.output]}
            """)
        let folder = session.folder.path
        try expect(Command.run(["mkdir", "-m", "777", folder + "/tmp"]).status, equals: 0)
        let (prefix, options) = (
            row.prefix.replacing("@/", with: folder + "/"), row.options.map { $0.replacing("@/", with: folder + "/") }
        )
        // Another user may not enter the folder of the build.
        let program = try session.folder.install(Products.executable("viperline"), to: "viperline")
        let result = try Command.run(
            ["sh", "-c", "exec \(prefix) \"$@\"", "sh", program] + session.arguments.dropFirst() + options,
            environment: session.environment)
        expect(result.status, equals: row.status, "\(result)")
        expect(result.diagnostics, contains: row.told.replacing("@/", with: folder + "/"), "\(result)")
    }

    /// What never ends, or has nothing, where a file is expected.
    @Test(arguments: [
        ("run /dev/zero", "larger than 4 MiB"),
        ("run greeting --cassette /dev/null --only presenter", "this is not a cassette"),
    ])
    func aDeviceIsNoFile(words: String, told: String) throws {
        let result = try Command.run([Self.viperline] + words.split(separator: " ").map(String.init))
        expect(result.status, equals: 65, "\(result)")
        expect(result.diagnostics, contains: told)
    }

    // MARK: - The wiring

    @Test func manyServicesAndTypesAreServed() throws {
        let (services, types) = (200, 2000)
        let session = try SessionRun(
            "services:\n  source: {command: [cat, \"@/events\"], sends: [a.output]}\n"
                + (0..<services).map { number in
                    let received = stride(from: number, to: types, by: services).map { "a.output.t\($0)" }
                    return
                        "  s\(number): {command: [sh, -c, \"exec cat >> @/out\"], receives: [\(received.joined(separator: ", "))]}\n"
                }.joined())
        let events = (0..<types).map { #"{"type":"a.output.t\#($0)","id":"\#($0)"}"# + "\n" }
        try session.folder.write(events.joined(), to: "events")
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(Set(session.lines(of: "out")).count, equals: types)
        expect(session.lines(of: "out").count, equals: types)
    }

    @Test func twoThatAnswerEachOtherForEverCanBeStopped() throws {
        func service(_ name: String, _ other: String) -> String {
            let event = "echo '{\\\"type\\\":\\\"\(name).output.x\\\"}'"
            return
                "  \(name): {command: [sh, -c, \"\(event); while read -r line; do \(event); done\"], receives: [\(other).output], sends: [\(name).output]}\n"
        }
        let session = try SessionRun("services:\n" + service("a", "b") + service("b", "a"))
        let process = try session.start()
        func count() throws -> Double {
            let report = try session.operate("ps", "--json")
            guard report.status == 0,
                case .number(let lines) = try JSONValue(report.output)["services"][0]["output"]["lines"]
            else { return 0 }
            return lines
        }
        #expect(try eventually { try count() > 1000 })
        #expect(try SteadySession.memory(of: process.pid) < 80 * 1024, "kilobytes")
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
    }

    // MARK: - Swaps

    /// The second one is refused, and the first goes on.
    @Test func aSwapDuringASwapIsRefused() throws {
        let session = try SessionRun(
            """
            services:
              role: {command: [sh, -c, "trap '' TERM; echo $$$$ > @/pid; while :; do sleep 0.02; done"], stop_grace_period: 1000s}
            """)
        let process = try session.start()
        #expect(eventually { !session.lines(of: "pid").isEmpty })
        let swap = [Self.viperline, "swap", "role", "--", "sleep", "1000"]
        let first = try ChildProcess(swap, environment: session.environment)
        var second = try Command.run([Self.viperline, "ps"], environment: session.environment)
        #expect(
            try eventually {
                second = try Command.run([Self.viperline, "restart", "role"], environment: session.environment)
                return second.status == 69
            })
        expect(second.diagnostics, contains: "role is already being replaced; wait until that is done")
        kill(try require(session.lines(of: "pid").first.flatMap { pid_t($0) }), SIGKILL)
        expect(first.wait(), equals: 0)
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
    }

    /// A program that dies at once is replaced while it waits for its next start.
    @Test func aSwapDuringARecoverySucceeds() throws {
        let session = try SessionRun(
            """
            services:
              role: {command: [sh, -c, "echo x >> @/runs; kill -9 $$$$"], restart: "on-failure:1000"}
            """)
        let process = try session.start()
        #expect(eventually { session.lines(of: "runs").count > 3 })
        let swapped = try session.operate("swap", "role", "--", "sleep", "1000")
        expect(swapped.status, equals: 0, "\(swapped)")
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
    }

    // MARK: - The clock

    /// True if a library can be loaded before `viperline`: a release is linked statically.
    private static var takesAClock: Bool {
        (try? Command.run(["sh", "-c", "ldd '\(viperline)' | grep -q libc.so"]))?.status == 0
    }

    /// The time of day jumps by a year, forward and back. `clock.c` shifts it for this session alone.
    @Test(.enabled(if: takesAClock)) func aClockThatJumpsChangesOnlyTheTimesInTheLog() throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [sleep, "1000"], sends: [a.output], healthcheck: {test: [CMD, sh, -c, "echo x >> @/checks"], interval: 50ms}}
              role: {command: [sh, -c, "while read -r line; do echo said >&2; echo '{\\"type\\":\\"b.output.x\\"}'; kill -9 $$$$; done"], receives: [a.output], sends: [b.output], restart: on-failure}
              sink: {command: [sh, -c, "exec cat >> @/out"], receives: [b.output]}
            """)
        let folder = session.folder.path
        let tape = folder + "/tape.ndjson"
        let compiler = [
            "cc", "-shared", "-fPIC", "-o", folder + "/clock.so", Checkout.path("Tests/Chaos/nats/clock.c"),
        ]
        try expect(Command.run(compiler).status, equals: 0)
        try session.folder.write("0", to: "clock")
        let process = try ChildProcess(
            session.arguments + ["--record", tape],
            environment: session.environment.merging(["LD_PRELOAD": folder + "/clock.so", "CLOCK": folder + "/clock"]) {
                $1
            })
        #expect(try eventually { try Self.services(session).count == 3 })
        for shift in ["0", "32000000", "-32000000"] {
            try session.folder.write(shift, to: "clock")
            let checks = session.lines(of: "checks").count
            try Self.expectAnAnswer(session)
            #expect(eventually { session.lines(of: "checks").count > checks })
            let uptime = try JSONValue(session.operate("ps", "--json").output)["uptime"]
            guard case .number(let seconds) = uptime, 0..<1000 ~= seconds else {
                return #expect(Bool(false), "\(uptime)")
            }
        }
        let years = try session.operate("logs", "-t").lines.filter { $0.hasSuffix("role | said") }.map { $0.prefix(4) }
        expect(Set(years).count, equals: 3, "\(years)")
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
        try expect(Command.run([Self.viperline, "cassette", "check", tape]).status, equals: 0)
    }
}
