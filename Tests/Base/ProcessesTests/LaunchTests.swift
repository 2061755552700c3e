import Foundation
import Processes
import Synchronization
import TestSupport
import Testing

/// The start of a child, with the descriptors and signals that it gets.
@Suite struct LaunchTests {
    @Test func descriptorsArriveAndNoOthers() throws {
        let three = try Pipe.open()
        let four = try Pipe.open()
        let other = try Pipe.open()
        _ = write(three.writer.number, "hello\n", 6)
        var launch = Teller.shell("for d in /dev/fd/*; do stat -Lc %d:%i $d 2>/dev/null; done; :")
        launch.descriptors = [(three.reader.number, 3), (four.writer.number, 4)]
        let arrived = Set(try Teller.output(of: launch).split(separator: "\n").map(String.init))
        #expect(arrived.isSuperset(of: [identity(of: three.reader.number), identity(of: four.writer.number)]))
        expect(arrived, lacks: identity(of: other.reader.number))
        launch.command = ["/bin/sh", "-c", "read -r line <&3; echo \"$line\"; echo back >&4"]
        try expect(Teller.output(of: launch), equals: "hello")
        var answer = [UInt8](repeating: 0, count: 8)
        let count = read(four.reader.number, &answer, answer.count)
        expect(answer.prefix(max(0, count)), equals: Array("back\n".utf8)[...])
    }

    /// Regression: "start …/x.sh: No such file or directory", though that file is there.
    @Test(arguments: [
        ("#!/no/such/interpreter -x\n", ", whose first line names \"/no/such/interpreter\""),
        ("#!/bin/sh\r\n", ", whose first line names \"/bin/sh\\r\""),
    ])
    func aMissingInterpreterIsNamed(content: String, words: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.writeExecutable(content, to: "x.sh")
        let error = #expect(throws: SystemError.self) { try Launch([path]).start() }
        expect("\(try #require(error))", equals: "start \(path)\(words): No such file or directory")
        let missing = #expect(throws: SystemError.self) { try Launch([path + "x"]).start() }
        expect("\(try #require(missing))", equals: "start \(path)x: No such file or directory")
    }

    /// Regression: a child had what a library had opened, such as a connection: libraries do not always open their descriptors
    /// close-on-exec, and other threads open some at any time.
    @Test(arguments: [
        ([], "0 1 2"), ([3], "0 1 2 3"), ([3, 4, 5], "0 1 2 3 4 5"), ([5], "0 1 2 5"), ([9, 4], "0 1 2 4 9"),
    ])
    func nothingIsInheritedThatIsNotGiven(given: [Int32], numbers: String) throws {
        let pipe = try Pipe.open()
        let low = (3...20).map { _ in dup(pipe.reader.number) } + [fcntl(pipe.reader.number, F_DUPFD, 300)]
        defer { for number in low { close(number) } }
        let library = Library()
        Thread.detachNewThread { library.work() }
        defer { library.goesOn.withLock { $0 = false } }
        // By another process, which has none of its own in the list.
        var launch = Teller.shell("ls /proc/$$/fd")
        launch.descriptors = given.map { (pipe.reader.number, $0) }
        for group in [Launch.Group.inherited, .own, .ownSession] {
            launch.group = group
            for _ in 0..<10 {
                let found = try Teller.output(of: launch).split(separator: "\n").compactMap { Int($0) }.sorted()
                expect(found.map(String.init).joined(separator: " "), equals: numbers)
            }
        }
    }

    /// It opens descriptors all the time.
    private final class Library: Sendable {
        let goesOn = Mutex(true)

        func work() {
            while goesOn.withLock({ $0 }) {
                let number = dup(0)
                sched_yield()
                close(number)
            }
        }
    }

    /// Whatever starts a program in another way would give it all descriptors.
    @Test func everyChildIsStartedByLaunch() throws {
        let sources = Checkout.path("Sources")
        let calls = #"(^|[^.[:alnum:]_])(posix_spawnp?|v?fork|exec[lv]p?e?|popen) ?\(|\bProcess\(\)"#
        let found = try Command.run(["grep", "-rlE", "--include=*.swift", "--include=*.h", calls, sources])
        #expect(
            found.lines.map { $0.dropFirst(sources.count + 1) }.sorted()
                // The latter takes our place, with what the user's shell has given us.
                == ["Session/SessionCommands/App/ForegroundProgram.swift"])
    }

    private func identity(of descriptor: Int32) -> String {
        var status = stat()
        fstat(descriptor, &status)
        return "\(status.st_dev):\(status.st_ino)"
    }

    /// Uses signals that no other test needs, because ignoring one affects all threads.
    @Test func signalsAreAtTheirDefaultAndNotBlocked() throws {
        let ignored = [SIGALRM, SIGVTALRM, SIGXCPU]
        var mask = sigset_t()
        sigfillset(&mask)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        for number in ignored { signal(number, SIG_IGN) }
        defer {
            for number in ignored { signal(number, SIG_DFL) }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        // Each child sends itself a signal; it would survive if the signal were ignored or blocked.
        for number in ignored + [SIGINT, SIGPIPE, SIGHUP, SIGTERM] {
            let failure = #expect(throws: Teller.Failed.self) {
                try Teller.output(of: Teller.shell("kill -\(number) $$"))
            }
            expect(failure?.outcome, equals: .killed(signal: number))
        }
    }

    @Test func aWorkingDirectoryThatIsNoneIsAnError() {
        var launch = Teller.shell("pwd -P")
        launch.workingDirectory = "/no/such"
        #expect(throws: SystemError("enter /no/such", code: ENOENT)) { try launch.start() }
    }

    /// Regression: to start a process in another folder, a thread changed the working folder and back; of two threads, one changed it to the other's.
    @Test func startsAtOnceLeaveOurWorkingDirectoryAlone() async throws {
        let ours = FileManager.default.currentDirectoryPath
        try await withThrowingTaskGroup(of: Void.self) { group in
            for folder in ["/usr", "/etc", "/usr/bin", "/usr/lib"] {
                group.addTask {
                    var launch = Teller.shell("pwd -P")
                    launch.workingDirectory = folder
                    for _ in 0..<50 {
                        let place = try Teller.output(of: launch)
                        expect(place, equals: folder)
                    }
                }
            }
            try await group.waitForAll()
        }
        expect(FileManager.default.currentDirectoryPath, equals: ours)
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
        expect(getpgid(pid), equals: (leadsGroup ? pid : getpgrp()))
        expect(getsid(pid), equals: (leadsSession ? pid : getsid(0)))
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
        expect(lines, equals: [path, home ?? "unset", environment?["A"] ?? "unset"])
    }
}
