import Foundation
import TestSupport
import Testing

/// The start and end of sessions, with real processes.
@Suite struct LifeTests {
    @Test func theTerminalServiceHasTheSessionsInputAndOutput() throws {
        let session = try SessionRun(
            "services: {view: {command: [sh, -c, 'cat <&3 >&4; exit 3'], tty: true, exit_on_end: true}}")
        let result = try session.finish(input: "hello\n")
        expect(result.output, equals: "hello\n")
        expect(result.status, equals: 3)
    }

    @Test func aServiceRunsInItsWorkingDirectoryOrInTheFolderOfItsFile() throws {
        let session = try SessionRun(
            """
            services:
              there: {command: [sh, -c, "pwd -P > @/there"], working_dir: /}
              here: {command: [sh, -c, "pwd -P > @/here"], depends_on: {there: {condition: service_completed_successfully}}}
              end: {command: ["true"], exit_on_end: true, depends_on: {here: {condition: service_completed_successfully}}}
            """)
        _ = try session.finish()
        expect(session.lines(of: "there"), equals: ["/"])
        expect(session.lines(of: "here"), equals: [session.folder.url.resolvingSymlinksInPath().path])
    }

    @Test func servicesStartWhenWhatTheyDependOnIsReady() throws {
        let session = try SessionRun(
            """
            services:
              late: {command: [sh, -c, "echo late >> @/order"], depends_on: {base: {condition: service_healthy}}}
              last: {command: [sh, -c, "echo last >> @/order"], depends_on: {late: {condition: service_completed_successfully}}}
              base: {command: [sh, -c, 'echo base >> @/order; echo "{\\"type\\":\\"process.output.ready\\"}"; cat']}
              end: {command: ["true"], exit_on_end: true, depends_on: {last: {condition: service_completed_successfully}}}
            """)
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(session.lines(of: "order"), equals: ["base", "late", "last"])
    }

    /// Regression: a request sent while the fetcher waited for the catalog was lost.
    @Test func whatIsSentToAServiceThatHasNotStartedWaitsForIt() throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [sh, -c, 'echo "{\\"type\\":\\"a.output.x\\"}"; touch @/sent'], sends: [a.output]}
              base: {command: [sh, -c, 'until [ -e @/sent ]; do sleep 0.01; done; echo "{\\"type\\":\\"process.output.ready\\"}"; cat']}
              sink: {command: [sh, -c, "cat > @/out; kill $$PPID"], receives: [a.output], depends_on: {base: {condition: service_healthy}}}
            """)
        let result = try session.finish()
        expect(session.lines(of: "out").count, equals: 1, "\(result.diagnostics)")
    }

    /// Regression: a page whose port was taken ended without a word.
    @Test func theServiceThatEndsTheSessionIsHeardIfItFails() throws {
        let session = try SessionRun(
            "services: {view: {command: [sh, -c, 'echo the port is taken >&2; exit 66'], exit_on_end: true}}")
        let result = try session.finish()
        expect(result.status, equals: 66)
        expect(result.diagnostics, equals: "viperline: view ended with exit code 66\n    the port is taken\n")
        let fine = try SessionRun(
            "services: {view: {command: [sh, -c, 'echo no matter >&2; exit 6'], exit_on_end: true, success_exit_codes: [6]}}"
        )
        try expect(fine.finish().diagnostics, equals: "")
    }

    @Test func aDependencyThatNeverBecomesReadyEndsTheSession() throws {
        let session = try SessionRun(
            """
            services:
              base: {command: [sh, -c, "echo broken base >&2; exit 1"]}
              late: {command: [cat], depends_on: {base: {condition: service_healthy}}}
            """)
        let result = try session.finish()
        expect(result.status, equals: 69)
        expect(
            result.diagnostics, contains: "late was not started: it depends on base, which ended before it was ready")
        expect(result.diagnostics, contains: "broken base", "its last words on stderr are told")
    }

    @Test func servicesStopInReverseOrderOfDependency() throws {
        let template =
            "{command: [sh, -c, \"trap : TERM; touch @/NAME; cat > /dev/null; echo NAME >> @/order\"], depends_on: [DEPENDS]}"
        func service(_ name: String, _ depends: String) -> String {
            "  \(name): " + template.replacing("NAME", with: name).replacing("DEPENDS", with: depends)
        }
        let session = try SessionRun(
            """
            services:
            \(service("base", ""))
            \(service("middle", "base"))
            \(service("top", "middle"))
              end:
                command: [sh, -c, "until [ -e @/base ] && [ -e @/middle ] && [ -e @/top ]; do sleep 0.02; done"]
                exit_on_end: true
                depends_on: [top]
            """)
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(session.lines(of: "order"), equals: ["top", "middle", "base"])
    }

    @Test func whoIgnoresTheEndOfInputAndTheSignalIsKilled() throws {
        let session = try SessionRun(
            """
            services:
              stubborn:
                command: [sh, -c, "trap '' TERM; echo $$$$ > @/pid; touch @/up; while :; do sleep 1000; done"]
                stop_grace_period: 50ms
              end: {command: [sh, -c, "until [ -e @/up ]; do sleep 0.01; done; exit 4"], exit_on_end: true}
            """)
        try expect(session.finish().status, equals: 4)
        let pid = try require(session.lines(of: "pid").first.flatMap { pid_t($0) })
        #expect(!isAlive(pid))
    }

    @Test func aRoleThatFailsEndsTheSessionWithItsLastWords() throws {
        let session = try SessionRun(
            """
            services:
              view: {command: [cat], receives: [a.output], exit_on_end: true}
              role: {command: [sh, -c, "echo cannot go on >&2; kill -SEGV $$$$"], sends: [a.output]}
            """)
        let result = try session.finish()
        expect(result.status, equals: 69)
        expect(result.diagnostics, contains: "role was killed by signal 11")
        expect(result.diagnostics, contains: "cannot go on")
    }

    /// Regression: the view, which ended as a consequence, was noticed first, and the session exited with 0.
    @Test func aFailureIsToldAlsoWhenTheViewHasEndedWithIt() throws {
        let session = try SessionRun(
            """
            services:
              view: {command: [sh, -c, "echo $$$$ >> @/pids; until [ -e @/go ]; do sleep 0.01; done"], exit_on_end: true}
              role: {command: [sh, -c, "echo $$$$ >> @/pids; until [ -e @/go ]; do sleep 0.01; done; kill -SEGV $$$$"]}
            """)
        let child = try session.start()
        #expect(eventually { session.lines(of: "pids").count == 2 })
        let pids = session.lines(of: "pids").compactMap { pid_t($0) }
        suspend(child.pid)
        try session.folder.write("", to: "go")
        #expect(eventually { pids.allSatisfy { !isAlive($0) } })
        kill(child.pid, SIGCONT)
        expect(child.wait(), equals: 69)
    }

    @Test func aRuntimeFolderThatIsNotThereIsDoneWithout() throws {
        let folder = try TemporaryFolder()
        try folder.write("services: {a: {command: [sh, -c, 'echo $$VIPERLINE_SESSION_DIR > out']}}", to: "a.yaml")
        let variables = ["XDG_RUNTIME_DIR": folder.path + "/missing", "TMPDIR": folder.path]
        let result = try Command.run(
            [Products.executable("viperline"), "run", "./a.yaml"], environment: variables, folder: folder.path)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        #expect(try folder.text(of: "out").hasPrefix(folder.path + "/viperline-"))
    }

    @Test func withoutADecidingServiceTheLastFailureIsTheExitCode() throws {
        let session = try SessionRun(
            "services: {a: {command: [sh, -c, 'exit 3']}, b: {command: [\"true\"]}}")
        try expect(session.finish().status, equals: 3)
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func aSignalEndsTheSession(signal: Int32, status: Int32) throws {
        let session = try SessionRun(
            """
            services:
              role: {command: [sh, -c, "touch @/up; cat; touch @/closed"], receives: [a.output]}
              source: {command: [sleep, "1000"], sends: [a.output]}
            """)
        let process = try session.start()
        #expect(eventually { FileManager.default.fileExists(atPath: session.folder.path + "/up") })
        kill(process.pid, signal)
        expect(process.wait(), equals: status)
        #expect(FileManager.default.fileExists(atPath: session.folder.path + "/closed"), "the role could finish")
    }

    @Test func aSecondSignalDoesNotWaitForTheGracePeriod() throws {
        let session = try SessionRun(
            """
            services:
              role: {command: [sh, -c, "trap '' TERM; touch @/up; exec 0<&-; while :; do sleep 1000; done"], stop_grace_period: 10m}
            """)
        let process = try session.start()
        #expect(eventually { FileManager.default.fileExists(atPath: session.folder.path + "/up") })
        try require(
            eventually {
                kill(process.pid, SIGINT)
                return !process.isRunning
            })
        expect(process.wait(), equals: 130)
    }

    /// Roles that ignore all signals are gone soon after the supervisor's SIGKILL, with their children.
    @Test func aKilledSupervisorLeavesNobodyBehind() throws {
        let session = try SessionRun(
            """
            services:
              polite: {command: [sh, -c, "echo $$$$ >> @/pids; exec cat"]}
              stubborn: {command: [sh, -c, "trap '' TERM HUP; sleep 1000 & echo $$! $$$$ >> @/pids; while :; do sleep 1000; done"]}
            """)
        let process = try session.start()
        #expect(eventually { session.text(of: "pids").split { $0.isWhitespace }.count == 3 })
        // A supervisor that answers has told the guard of its processes.
        #expect(try eventually { try session.operate("ps").status == 0 })
        let pids = session.text(of: "pids").split { $0.isWhitespace }.compactMap { pid_t($0) }
        kill(process.pid, SIGKILL)
        _ = process.wait()
        #expect(eventually { pids.allSatisfy { !isAlive($0) } })
    }

    enum End: CaseIterable { case ofTheSession, ofTheSupervisor }

    /// Regression: a process survived that had left its process group and ignored signals.
    @Test(arguments: End.allCases) func whoLeavesItsProcessGroupEndsWithTheSession(end: End) throws {
        let session = try SessionRun(
            """
            services:
              role: {command: [python3, "@/role.py"], stop_grace_period: 50ms}
              end: {command: [sh, -c, "until [ -e @/go ]; do sleep 0.01; done"], exit_on_end: true}
            """)
        try session.folder.write(
            """
            import os, signal, time
            for number in signal.SIGTERM, signal.SIGHUP: signal.signal(number, signal.SIG_IGN)
            try: os.setpgid(0, os.getpgid(os.getppid()))
            except PermissionError: pass
            if os.fork() == 0: os.setpgid(0, 0)
            with open("\(session.folder.path)/pids", "a") as file: file.write("%d\\n" % os.getpid())
            while True: time.sleep(1000)
            """, to: "role.py")
        let process = try session.start()
        #expect(eventually { session.lines(of: "pids").count == 2 })
        let pids = session.lines(of: "pids").compactMap { pid_t($0) }
        switch end {
        case .ofTheSession: try session.folder.write("", to: "go")
        case .ofTheSupervisor: kill(process.pid, SIGKILL)
        }
        _ = process.wait()
        #expect(eventually { pids.allSatisfy { !isAlive($0) } })
    }

    /// Regression: in 4 of 12 cases, a process survived that was just being started.
    @Test func aSupervisorThatIsKilledAtItsStartLeavesNobodyBehind() throws {
        let deaf = "{command: [sh, -c, \"trap '' TERM HUP; while :; do sleep 1000; done\", \"@\"]}"
        let session = try SessionRun("services: {a: \(deaf), b: \(deaf), c: \(deaf), d: \(deaf)}")
        for moment in 0..<15 {
            let process = try session.start()
            // Only the moment of the kill varies; the test waits for nothing.
            usleep(useconds_t(moment * 2000))
            kill(process.pid, SIGKILL)
            _ = process.wait()
        }
        #expect(try eventually { try Command.run(["pgrep", "-f", session.folder.path]).lines.isEmpty })
    }

    /// Regression: nothing woke the loop afterwards, so the others never ended.
    @Test func aStartThatFailsForLackOfDescriptorsEndsTheSession() throws {
        let services = (1...5).map { "s\($0): {command: [sleep, '1000'], stop_grace_period: 50ms}" }
        let session = try SessionRun("services: {\(services.joined(separator: ", "))}")
        let result = try Command.run(
            ["sh", "-c", "ulimit -n 28; exec \"$@\"", "sh"] + session.arguments, environment: session.environment)
        expect(result.status, equals: 69)
        expect(result.diagnostics, contains: "could not be started", "\(result.diagnostics)")
    }

    /// Regression: "duplicate a descriptor: Invalid argument".
    @Test(arguments: [6, 8, 10]) func tooFewDescriptorsAreNamed(count: Int) throws {
        let session = try SessionRun("services: {a: {command: [cat]}}")
        let result = try Command.run(
            ["sh", "-c", "ulimit -n \(count); exec \"$@\"", "sh"] + session.arguments, environment: session.environment)
        #expect(result.status != 0)
        expect(result.diagnostics.lowercased(), contains: "too many open files", "\(result.diagnostics)")
    }

    /// Regression: "cannot be read; does it belong to another user?".
    @Test func tooFewDescriptorsForAFolderAreNamed() throws {
        let folder = try TemporaryFolder()
        try folder.write("services: {a: {command: [cat]}}", to: "compose.yaml")
        let script = "cd \"$1\"; for n in 3 4 5 6 7 8 9 10; do (ulimit -n $n; exec \"$2\" check .); done"
        let result = try Command.run(["sh", "-c", script, "sh", folder.path, Products.executable("viperline")])
        expect(result.diagnostics, contains: "too many open files (ulimit -n)", "\(result.diagnostics)")
        expect(result.diagnostics, lacks: "another user")
    }

    /// Regression: the session ended when a program was missing for the moment of an upgrade.
    @Test(arguments: ["rm @/app", "chmod 0 @/app", "echo no program > @/app"])
    func aProgramIsReplacedWhileItsServiceDies(command: String) throws {
        let session = try SessionRun(
            """
            services:
              app: {command: ["@/app"], sends: [a.output], restart: "on-failure:1000"}
              sink: {command: [sh, -c, "exec cat > @/out"], receives: [a.output]}
            """)
        let program = "echo '{\"type\":\"a.output.up\"}'; echo $$ > \(session.folder.path)/pid; exec sleep 1000"
        try session.folder.writeProgram(program, to: "app")
        let process = try session.start()
        #expect(eventually { session.lines(of: "out").count == 1 })
        let pid = try require(pid_t(session.lines(of: "pid").first ?? ""))
        try expect(Command.run(["sh", "-c", command.replacing("@", with: session.folder.path)]).status, equals: 0)
        kill(pid, SIGKILL)
        #expect(try eventually { try session.operate("logs").output.contains("could not be started again") })
        try session.folder.writeProgram(program, to: "app")
        #expect(eventually { session.lines(of: "out").count == 2 })
        try expect(session.operate("stop").status, equals: 0)
        expect(process.wait(), equals: 0)
    }

    /// Regression: as the first process of a container, it left a zombie for each of them.
    @Test(.enabled(if: geteuid() == 0)) func theFirstProcessOfAContainerCollectsWhatOthersLeave() throws {
        let session = try SessionRun(
            """
            services:
              a: {command: [sh, -c, "for i in 1 2 3 4 5 6 7 8 9; do (sleep 0.01 &); done; sleep 0.3; touch @/up; exec sleep 1000"]}
              b: {command: ["true"], depends_on: [a]}
            """)
        let process = try ChildProcess(
            ["unshare", "-p", "-f", "--mount-proc"] + session.arguments, environment: session.environment)
        defer {
            kill(process.pid, SIGKILL)
            _ = process.wait()
        }
        #expect(
            eventually {
                !session.text(of: "up").isEmpty || FileManager.default.fileExists(atPath: session.folder.path + "/up")
            })
        let supervisor = try require(Command.run(["pgrep", "-P", "\(process.pid)"]).lines.first)
        #expect(try eventually { try !Command.run(["ps", "-o", "stat=", "--ppid", supervisor]).output.contains("Z") })
        kill(try require(pid_t(supervisor)), SIGTERM)
        #expect(eventually { !process.isRunning })
    }
}

/// An unreaped zombie counts as ended.
func isAlive(_ pid: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
    return status.split(separator: ")").last?.trimmingCharacters(in: .whitespaces).first != "Z"
}
