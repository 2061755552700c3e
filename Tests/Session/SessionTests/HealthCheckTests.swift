import Foundation
import TestSupport
import Testing

/// `healthcheck`, with real processes.
@Suite struct HealthCheckTests {
    private static func session(_ check: String) throws -> SessionRun {
        try SessionRun(
            """
            services:
              server:
                command: [sh, -c, "sleep 0.2; touch @/up; exec sleep 1000"]
                stop_grace_period: 10ms
                environment: {WORD: own}
                healthcheck: \(check)
              end:
                command: [sh, -c, "'\(Products.executable("viperline"))' ps --json > @/ps"]
                exit_on_end: true
                depends_on: {server: {condition: service_healthy}}
            """)
    }

    @Test func whoDependsOnItWaitsForIt() throws {
        let session = try Self.session(
            "{test: [CMD, sh, -c, 'test $$WORD = own && test -e @/up'], start_interval: 20ms}")
        let result = try session.finish()
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(session.text(of: "ps"), contains: #""health":"healthy""#)
    }

    /// A check that fails, hangs, floods, forks, is killed, or is gone: the session ends and reports why.
    @Test(arguments: [
        ("[CMD, sh, -c, \"printf 'why \\\\033[31m'; exit 3\"]", ["it ended with exit code 3", #"why \u{1B}[31m"#]),
        ("[CMD, sh, -c, 'echo before; exec sleep 1000']", ["it took longer than 0.5 s", "before"]),
        ("[CMD, 'yes']", ["it took longer than 0.5 s", "    y"]),
        ("[CMD, sh, -c, 'kill -9 $$$$']", ["it was killed by signal 9"]),
        ("[CMD, sh, -c, 'sleep 1000 & echo $$! > @/pid; wait']", ["it took longer than 0.5 s"]),
        ("[CMD, ./tool]", ["it could not be started", "tool"]),
    ])
    func anUnhealthyServiceEndsWhoWaitsForIt(_ test: String, _ words: [String]) throws {
        let retries = test.contains("tool") ? 2 : 1
        let session = try Self.session(
            "{test: \(test), retries: \(retries), timeout: 500ms, interval: 10ms, start_period: 0s}")
        try session.folder.writeProgram("rm tool\nexit 1", to: "tool")
        let result = try session.finish()
        expect(result.status, equals: 69)
        expect(
            result.diagnostics, contains: "end was not started: it depends on server, which is unhealthy (healthcheck)")
        for word in words { expect(result.diagnostics, contains: word, "\(result.diagnostics)") }
        if let pid = pid_t(session.text(of: "pid").trimmingCharacters(in: .whitespacesAndNewlines)) {
            #expect(eventually { commandLine(of: pid).isEmpty }, "nothing of a check stays behind")
        }
    }

    /// Regression: what a check had started in a session of its own survived the check and the viperline session, and
    /// piled up.
    @Test(arguments: ["setsid sleep 1000 & echo $$! >> @/pids", "setsid -w sleep 1000 & echo $$! >> @/pids; wait"])
    func whatHasLeftACheckEndsWithIt(script: String) throws {
        let session = try SessionRun(
            """
            services:
              server:
                command: [sleep, "1000"]
                stop_grace_period: 10ms
                healthcheck: {test: [CMD, sh, -c, '\(script)'], timeout: 10ms, start_interval: 10ms, interval: 10ms}
              end: {command: [sh, -c, "until test $$(wc -l < @/pids) -gt 20; do sleep 0.01; done"], exit_on_end: true}
            """)
        try session.folder.write("", to: "pids")
        try expect(session.finish().status, equals: 0)
        let left = session.lines(of: "pids").compactMap { pid_t($0) }.filter { !commandLine(of: $0).isEmpty }
        #expect(session.lines(of: "pids").count > 20)
        #expect(left.isEmpty)
    }

    /// Empty for a process that has ended, including zombies.
    private func commandLine(of pid: pid_t) -> String {
        (try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)) ?? ""
    }
}
