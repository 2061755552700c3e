import Foundation
import Processes
import Testing

/// What a child finds. Where our own process has to change for that, it is an exit test's.
@Suite struct LaunchTests {
    @Test func descriptorsArriveAndNoOthers() async {
        await #expect(processExitsWith: .success) {
            let three = try Pipe.open()
            let four = try Pipe.open()
            let other = try Pipe.open()
            _ = write(three.writer.number, "hello\n", 6)
            // What began the tests may have left some open for all; to list a folder would open one more.
            var launch = Teller.shell(
                "n=0; while [ $n -lt 64 ]; do [ -e /dev/fd/$n ] && echo $n; n=$((n + 1)); done; :")
            let before = Set(try Teller.output(of: launch).split(separator: "\n"))
            launch.descriptors = [(three.reader.number, 3), (four.writer.number, 4)]
            let after = Set(try Teller.output(of: launch).split(separator: "\n"))
            try #require(after == before.union(["3", "4"]))
            try #require(!after.contains("\(other.reader.number)"))
            launch.command = ["/bin/sh", "-c", "read -r line <&3; echo \"$line\"; echo back >&4"]
            try #require(try Teller.output(of: launch) == "hello")
            var answer = [UInt8](repeating: 0, count: 8)
            let count = read(four.reader.number, &answer, answer.count)
            try #require(answer.prefix(max(0, count)) == Array("back\n".utf8)[...])
        }
    }

    @Test func signalsAreAtTheirDefaultAndNotBlocked() async {
        await #expect(processExitsWith: .success) {
            var mask = sigset_t()
            sigfillset(&mask)
            pthread_sigmask(SIG_BLOCK, &mask, nil)
            for number in [SIGINT, SIGPIPE, SIGHUP] { signal(number, SIG_IGN) }
            // Each sends itself a signal, of which it would not die were that ignored or blocked.
            for number in [SIGINT, SIGPIPE, SIGHUP, SIGTERM, SIGUSR1] {
                let failure = #expect(throws: Teller.Failed.self) {
                    try Teller.output(of: Teller.shell("kill -\(number) $$"))
                }
                try #require(failure?.outcome == .killed(signal: number))
            }
        }
    }

    @Test func theWorkingDirectoryIsTheChildsOnly() async {
        await #expect(processExitsWith: .success) {
            let ours = FileManager.default.currentDirectoryPath
            var launch = Teller.shell("pwd -P")
            launch.workingDirectory = "/"
            try #require(try Teller.output(of: launch) == "/")
            try #require(FileManager.default.currentDirectoryPath == ours)
            launch.workingDirectory = "/no/such"
            let error = #expect(throws: SystemError.self) { try launch.start() }
            try #require(error == SystemError("enter /no/such", code: ENOENT))
        }
    }

    @Test(arguments: [
        (Launch.Group.inherited, leadsGroup: false, leadsSession: false), (.own, true, false),
        (.ownSession, true, true),
    ])
    func theChildLeads(group: Launch.Group, leadsGroup: Bool, leadsSession: Bool) throws {
        let input = try Pipe.open()
        var launch = Launch(["/bin/cat"])
        launch.descriptors = [(input.reader.number, 0)]
        launch.group = group
        let pid = try launch.start()
        defer {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        #expect(getpgid(pid) == (leadsGroup ? pid : getpgrp()))
        #expect(getsid(pid) == (leadsSession ? pid : getsid(0)))
    }

    @Test(arguments: [
        ("no-such-program", true, ENOENT), ("/no/such/program", false, ENOENT), ("sh", false, ENOENT),
        ("", true, ENOENT),
        ("/dev/null", false, EACCES),
    ])
    func whatCannotBeStartedIsAnError(program: String, searchesPath: Bool, code: Int32) {
        var launch = Launch([program])
        launch.searchesPath = searchesPath
        #expect(throws: SystemError("start \(program)", code: code)) { try launch.start() }
    }

    @Test(
        arguments: [
            (nil, ProcessInfo.processInfo.environment["PATH"] ?? ""), (["PATH": "here", "A": "b c"], "here"),
        ] as [([String: String]?, String)])
    func theEnvironmentIsOursOrWhole(environment: [String: String]?, path: String) throws {
        var launch = Teller.shell("echo \"$PATH\"; echo \"${HOME-unset}\"; echo \"${A-unset}\"")
        launch.environment = environment
        let lines = try Teller.output(of: launch).components(separatedBy: "\n")
        let home = environment == nil ? ProcessInfo.processInfo.environment["HOME"] : nil
        #expect(lines == [path, home ?? "unset", environment?["A"] ?? "unset"])
    }
}
