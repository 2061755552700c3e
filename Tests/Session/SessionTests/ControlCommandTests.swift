import Foundation
import TestSupport
import Testing

/// Watching, controlling and changing a running session.
@Suite struct ControlCommandTests {
    /// A source that sends the lines of a file, a role that counts, and a sink.
    private static func session(role: String, keys: String = "recovery: replay") throws -> SessionRun {
        let session = try SessionRun(
            """
            name: counting
            services:
              source: {command: [sh, -c, "touch @/in; tail -n +1 -f @/in"], sends: [a.output]}
              role:
                command: [\(role)]
                receives: [a.output]
                sends: [b.output]
                restart: on-failure
                \(keys)
              sink: {command: [sh, -c, "cat > @/out"], receives: [b.output]}
            """)
        try session.folder.write(counter, to: "role.py")
        return session
    }

    /// Numbers what it has received, with NAME in its answers to identify the program.
    private static let counter = """
        import json, os, sys
        seen = 0
        if "VIPERLINE_RESTORED" in os.environ:
            seen = json.loads(sys.stdin.readline())["data"]["seen"]
        for line in sys.stdin:
            event = json.loads(line)
            seen += 1
            print(json.dumps({"type": "b.output.counted", "causationid": event["id"],
                "data": {"n": event["data"]["n"], "seen": seen, "by": sys.argv[1]}}), flush=True)
            if seen % 50 == 0:
                print(json.dumps({"type": "process.output.snapshot", "causationid": event["id"], "data": {"seen": seen}}), flush=True)
        """

    private static func tell(_ session: SessionRun, _ numbers: ClosedRange<Int>) throws {
        let lines = numbers.map { "{\"type\":\"a.output.x\",\"data\":{\"n\":\($0)}}\n" }.joined()
        let file = try FileHandle(forWritingTo: session.folder.url.appendingPathComponent("in"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(lines.utf8))
    }

    private static func whileRunning(_ session: SessionRun, _ body: () throws -> Void) throws {
        let child = try session.start()
        #expect(eventually { FileManager.default.fileExists(atPath: session.folder.path + "/in") })
        defer {
            // A failed test should not hang too.
            if (try? session.operate("stop").status) != 0 { kill(child.pid, SIGTERM) }
            // The source ends only on a signal.
            expect(child.wait(), equals: 0)
        }
        try body()
    }

    private static let python = #"python3, "@/role.py", first"#

    @Test func psShowsWhatTheServicesDo() throws {
        let session = try Self.session(role: Self.python)
        try Self.whileRunning(session) {
            try Self.tell(session, 1...3)
            #expect(eventually { session.lines(of: "out").count == 3 })
            let text = try session.operate("ps")
            expect(text.status, equals: 0)
            expect(text.output, contains: "counting (")
            expect(text.output, contains: "SERVICE")
            // A narrow terminal has the columns that fit.
            let terminal = try Tmux(
                "\(Products.executable("viperline")) ps; exec cat", columns: 50, environment: session.environment)
            try terminal.wait(for: "the services, a line each") { screen in
                let names = ["SERVICE", "source", "role", "sink"]
                let table = screen.lines.drop { !$0.hasPrefix("SERVICE") }.prefix { !$0.isEmpty }
                return table.map { $0.prefix { $0 != " " } } == names[...].map { $0[...] }
            }
            let line = try session.operate("ps", "counting", "--json").output
            let json = try JSONValue(line)
            let role = json["services"][1]
            expect(role["name"], equals: .string("role"))
            expect(role["state"], equals: .string("running"))
            expect(role["restarts"], equals: .number(0))
            expect(role["input"]["lines"], equals: .number(3))
            expect(role["output"]["lines"], equals: .number(3))
            expect(role["queued"], equals: .number(0))
            guard case .number(let memory) = role["memory"], memory > 1_000_000 else {
                Issue.record("no memory: \(line)")
                return
            }
        }
        try expect(session.operate("ps").status, equals: 69)
    }

    /// The status of a process is shown by `ps`, notified to the user, and ends with the process.
    @Test func psShowsHowAServiceIs() throws {
        let session = try SessionRun(
            """
            name: far
            services:
              view: {command: [sh, -c, "exec cat > @/told"], tty: true, exit_on_end: true}
              far: {command: [sh, "@/far"], restart: on-failure}
            """)
        try session.folder.write(
            """
            if [ $VIPERLINE_RUN = 1 ]; then
                echo '{"type":"process.output.status","data":{"text":"the server is gone\\u001b[31m","trouble":true}}'
            else
                echo '{"type":"process.output.status","data":{"text":"back"}}'
            fi
            until [ -e \(session.folder.path)/$VIPERLINE_RUN ]; do sleep 0.01; done
            kill -9 $$
            """, to: "far")
        let child = try session.start()
        defer { _ = child.wait() }
        func far() throws -> JSONValue { try JSONValue(session.operate("ps", "--json").output)["services"][1] }
        #expect(eventually { session.lines(of: "told").count == 1 })
        try expect(far()["status"]["text"], equals: .string("the server is gone[31m"))
        try expect(far()["status"]["trouble"], equals: .bool(true))
        try expect(session.operate("ps").output, contains: "! the server is gone[31m")
        try session.folder.write("", to: "1")
        #expect(eventually { session.lines(of: "told").count == 2 })
        try expect(far()["status"]["text"], equals: .string("back"))
        let told = try session.lines(of: "told").map { try JSONValue($0)["data"] }
        expect(told.map { $0["message"] }, equals: [.string("far: the server is gone[31m"), .string("far: back")])
        expect(told.last?["isGood"], equals: .bool(true))
        try expect(session.operate("stop").status, equals: 0)
    }

    /// Regression: each request started the old command again, which only found the end of its input, so the session
    /// went on.
    @Test(arguments: [
        // Ended; at work on the last line, with nothing to lose; with a request that it has not answered.
        ("exec cat", "", false, 1), ("cat; until [ -e @/go ]; do sleep 0.01; done", "", true, 1),
        ("cat; [ $VIPERLINE_RUN = 2 ] || until [ -e @/go ]; do sleep 0.01; done", "recovery: redeliver", true, 2),
    ])
    func whatHasNothingLeftToDoIsNotStartedAgain(script: String, recovery: String, isBusy: Bool, runs: Int) throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [echo, '{"type":"a.output.x","id":"a-1"}'], sends: [a.output]}
              role: {command: [sh, "@/role"], receives: [a.output], stop_grace_period: 10ms, restart: on-failure, \(recovery)}
              end: {command: [sh, -c, "until [ -e @/end ]; do sleep 0.01; done"]}
            """)
        let folder = session.folder.path
        try session.folder.write(
            "echo $VIPERLINE_RUN >> @/runs\n\(script.replacing("cat", with: "cat > @/read"))\n"
                .replacing("@", with: folder), to: "role")
        let child = try session.start()
        func state(_ service: Int) throws -> JSONValue? {
            let answer = try session.operate("ps", "--json")
            return answer.status == 0 ? try JSONValue(answer.output)["services"][service]["state"] : nil
        }
        #expect(try eventually { try state(0) == .string("ended") && !session.text(of: "read").isEmpty })
        #expect(try eventually { try state(1) == .string(isBusy ? "running" : "ended") })
        for words in [["restart", "role"], ["swap", "role", "--", "sh", folder + "/role"]] {
            let answer = try Command.run(
                [Products.executable("viperline")] + words, environment: session.environment)
            // On a busy machine a trial may last for a second, and so be passed.
            if answer.status == 0, words == ["restart", "role"], runs == 2 { continue }
            expect(answer.status, equals: 69)
            expect(answer.diagnostics, contains: "role has nothing left to do", "\(answer.diagnostics)")
        }
        try session.folder.write("", to: "go")
        try session.folder.write("", to: "end")
        expect(child.wait(), equals: 0)
        expect(session.lines(of: "runs"), equals: (1...runs).map { "\($0)" })
    }

    /// Regression: a process that had read everything was refused as one with nothing left to do, and any other took two grace periods.
    @Test(arguments: ["", "exec sleep 1000"]) func aSuspendedProcessIsReplacedOrStopped(sender: String) throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [sh, "@/source"], sends: [a.output]}
              role: {command: [sh, -c, "read line; kill -STOP $$$$; cat"], receives: [a.output],
                     restart: on-failure, stop_grace_period: 1000s}
              end: {command: [sleep, '1000'], stop_grace_period: 1000s}
            """)
        try session.folder.write("echo '{\"type\":\"a.output.x\"}'\n\(sender)", to: "source")
        let child = try session.start()
        func state(_ service: Int) throws -> JSONValue? {
            let answer = try session.operate("ps", "--json")
            return answer.status == 0 ? try JSONValue(answer.output)["services"][service]["state"] : nil
        }
        #expect(try eventually { try state(1) == .string("suspended") })
        let swapped = try Command.run(
            [Products.executable("viperline"), "swap", "role", "--", "sleep", "1000"], environment: session.environment)
        expect(swapped.status, equals: 0, "\(swapped)")
        let ps = try JSONValue(try session.operate("ps", "--json").output)
        guard case .number(let pid) = ps["services"][2]["pid"] else { return #expect(Bool(false), "\(ps)") }
        kill(Int32(pid), SIGSTOP)
        #expect(try eventually { try state(2) == .string("suspended") })
        try expect(session.operate("stop").status, equals: 0)
        expect(child.wait(), equals: 0)
    }

    /// Regression: the request failed, because the program had ended, and the program was started a third time.
    @Test func aProgramWithoutInputsThatEndsWellIsRestartedOnce() throws {
        let session = try SessionRun(
            """
            services:
              source: {command: [sh, "@/source"], sends: [a.output]}
              sink: {command: [sh, -c, "exec cat > @/out"], receives: [a.output, end.output]}
              end: {command: [sh, -c, "until [ -e @/end ]; do sleep 0.01; done"], sends: [end.output]}
            """)
        try session.folder.write("echo run >> \(session.folder.path)/runs", to: "source")
        let child = try session.start()
        func state() throws -> JSONValue? {
            let answer = try session.operate("ps", "--json")
            return answer.status == 0 ? try JSONValue(answer.output)["services"][0]["state"] : nil
        }
        #expect(try eventually { try state() == .string("ended") })
        let answer = try session.operate("restart", "source")
        expect(answer.status, equals: 0, "\(answer.diagnostics)")
        try session.folder.write("", to: "end")
        expect(child.wait(), equals: 0)
        expect(session.lines(of: "runs").count, equals: 2)
    }

    @Test func onlyItsUserMaySpeakToASession() throws {
        let session = try Self.session(role: Self.python)
        try Self.whileRunning(session) {
            let found = try Command.run(["find", session.folder.path + "/runtime", "-type", "s", "-perm", "600"])
            expect(found.lines.count, equals: 1)
            #expect(found.output.hasSuffix("/control\n"))
        }
        #expect(try Command.run(["find", session.folder.path + "/runtime", "-type", "s"]).output.isEmpty)
    }

    @Test(arguments: [
        ([], ["a.output.x", "b.output.counted", "b.output.other"]),
        (["--type", "b.output"], ["b.output.counted", "b.output.other"]),
        (["--service", "sink"], ["b.output.counted", "b.output.other"]),
        (["--type", "a.*", "--type", "b.output.other", "--service", "sink"], ["b.output.other"]),
        (["--service", "role", "--type", "a.output.x"], ["a.output.x"]),
    ])
    func aTapShowsWhatItWasAskedFor(options: [String], types: [String]) throws {
        let session = try Self.session(role: Self.python)
        try Self.whileRunning(session) {
            let file = try session.folder.write("", to: "tapped").path
            let errors = try session.folder.write("", to: "errors").path
            // A second tap, without filter, shows when the first one is connected and has seen everything.
            let taps = try [(options, file), ([], try session.folder.write("", to: "all").path)].map { options, path in
                try ChildProcess(
                    [Products.executable("viperline"), "tap"] + options, environment: session.environment,
                    streams: ["/dev/null", path, errors])
            }
            #expect(
                try eventually {
                    try Self.tell(session, 1...1)
                    let sent = try session.operate("send", input: #"{"type":"b.output.other"}"#)
                    return sent.status == 0 && ["all", "tapped"].allSatisfy { !session.text(of: $0).isEmpty }
                })
            // Both are connected: from now on they see all events that match their filters.
            try Self.tell(session, 7...7)
            #expect(eventually { session.text(of: "all").contains(#""n": 7"#) })
            try expect(session.operate("send", input: #"{"type":"b.output.other","id":"last"}"#).status, equals: 0)
            #expect(eventually { session.text(of: "all").contains(#""last""#) })
            if types.contains("b.output.other") {
                #expect(eventually { session.text(of: "tapped").contains(#""last""#) })
            } else {
                #expect(eventually { session.text(of: "tapped").contains(#""n":7"#) })
            }
            let seen = Set(
                session.lines(of: "tapped").compactMap {
                    try? JSONValue($0)["type"]
                })
            expect(seen, equals: Set(types.map { .string($0) }))
            for tap in taps { kill(tap.pid, SIGINT) }
            expect(taps.map { $0.wait() }, equals: [128 + SIGINT, 128 + SIGINT])
        }
        #expect(session.text(of: "errors").isEmpty)
    }

    @Test func whatIsSentArrivesMarked() throws {
        let session = try Self.session(role: "cat, \"-\"", keys: "")
        try Self.whileRunning(session) {
            let sent = try session.operate("send", input: #"{"type":"b.output.x","data":{"n":1}}"#)
            expect(sent.status, equals: 0, "\(sent.diagnostics)")
            #expect(eventually { session.text(of: "out").contains(#""injected":true"#) })
            let refused = try session.operate(
                "send", input: "{\"type\":\"c.x\"}\nnonsense\n{\"type\":\"b.output.y\"}\n")
            expect(refused.status, equals: 65)
            expect(refused.diagnostics, contains: #"no service of the session receives "c.x""#)
            expect(refused.diagnostics, contains: "a line is not an event")
            #expect(eventually { session.text(of: "out").contains("b.output.y") })
            // Regression: the mark stood twice if its name was spelt otherwise, and `send` told of success.
            let twice = try session.operate(
                "send",
                input: #"{"type":"b.output.z","\u0069njected":false}"# + "\n" + #"{"type":"b.output.q","Injected":1}"#)
            expect(twice.status, equals: 65)
            expect(twice.diagnostics, contains: "Injected")
            #expect(eventually { session.text(of: "out").contains("b.output.z") })
            let lines = session.lines(of: "out")
            #expect(!lines.contains { $0.contains("b.output.q") })
            expect(lines.first { $0.contains("b.output.z") }?.components(separatedBy: "njected\"").count, equals: 2)
        }
    }

    /// During a stream of events, one program after the other takes over the role; every event is counted once.
    @Test(arguments: ["recovery: replay", "recovery: redeliver"]) func aSwapLosesNothing(keys: String) throws {
        let session = try Self.session(role: Self.python, keys: keys)
        let isCounting = keys == "recovery: replay"
        let script = session.folder.path + "/role.py"
        try Self.whileRunning(session) {
            try Self.tell(session, 1...400)
            #expect(eventually { session.lines(of: "out").count >= 1 })
            for (round, name) in ["second", "third"].enumerated() {
                try Self.tell(session, (401 + 300 * round)...(700 + 300 * round))
                let swapped = try session.operate("swap", "role", "--", "python3", script, name)
                expect(swapped.status, equals: 0, "\(swapped.diagnostics)")
                expect(swapped.output, contains: "role is process ")
            }
            try expect(session.operate("restart", "counting", "role").status, equals: 0)
            try Self.tell(session, 1001...1001)
            #expect(eventually { session.lines(of: "out").count >= 1001 })
        }
        for (index, line) in session.lines(of: "out").enumerated() {
            let number = index + 1
            let wanted = isCounting ? "\"n\": \(number), \"seen\": \(number), " : "\"n\": \(number), "
            if !line.contains(wanted) { Issue.record("line \(number) is \(line)") }
        }
        expect(session.lines(of: "out").count, equals: 1001)
        expect(session.lines(of: "out").last?.contains("third"), equals: true)
    }

    /// What a new program shows of the restored state is new each time, and takes the place of no answer.
    @Test func eachSwapShowsTheStateAnew() throws {
        let session = try Self.session(role: Self.python)
        let restored = #"seen = json.loads(sys.stdin.readline())["data"]["seen"]"#
        let shown = """
            \(restored)
                if os.environ["VIPERLINE_RESTORED"] == "swap":
                    print(json.dumps({"type": "b.output.shown", "causationid": "restore", "causationsource": "viperline",
                        "data": {"by": sys.argv[1]}}), flush=True)
            """
        try session.folder.write(
            Self.counter.replacing(restored, with: shown).replacing("% 50 == 0", with: "== 1"), to: "role.py")
        let script = session.folder.path + "/role.py"
        var wanted: [String] = []
        func expectAnswers(_ numbers: ClosedRange<Int>, by name: String) throws {
            try Self.tell(session, numbers)
            wanted += numbers.map { "\"n\": \($0), \"seen\": \($0), \"by\": \"\(name)\"" }
            #expect(eventually { session.lines(of: "out").count >= wanted.count })
        }
        try Self.whileRunning(session) {
            try expectAnswers(1...3, by: "first")
            // The third is replaced before it has answered an event.
            let swaps = [("second", 4), ("third", nil), ("fourth", 5)] as [(String, Int?)]
            for (name, answer) in swaps {
                try expect(session.operate("swap", "role", "--", "python3", script, name).status, equals: 0)
                wanted.append(#""data":{"by": "\#(name)"}"#)
                #expect(eventually { session.lines(of: "out").count >= wanted.count }, "\(name)")
                if let answer { try expectAnswers(answer...answer, by: name) }
            }
            try expect(session.operate("restart", "counting", "role").status, equals: 0)
            wanted.append(#""data":{"by": "fourth"}"#)
            try expectAnswers(6...7, by: "fourth")
        }
        for (line, part) in zip(session.lines(of: "out"), wanted) { expect(line, contains: part) }
        expect(session.lines(of: "out").count, equals: wanted.count)
    }

    @Test(arguments: ["false", "no-such-program-anywhere", "./not-there"])
    func aSwapThatFailsBringsTheOldProgramBack(program: String) throws {
        let session = try Self.session(role: Self.python)
        try Self.whileRunning(session) {
            try Self.tell(session, 1...10)
            #expect(eventually { session.lines(of: "out").count == 10 })
            let swapped = try session.operate("swap", "role", "--", program)
            expect(swapped.status, equals: (program == "false" ? 69 : 64))
            if program == "false" { expect(swapped.diagnostics, contains: "the old command is started again") }
            try Self.tell(session, 11...20)
            #expect(eventually { session.lines(of: "out").count == 20 })
            expect(session.lines(of: "out").last?.contains(#""seen": 20, "by": "first""#), equals: true)
        }
    }

    @Test func aServiceIsStoppedAndStartedAgain() throws {
        let session = try Self.session(role: Self.python)
        try Self.whileRunning(session) {
            try Self.tell(session, 1...1)
            #expect(eventually { session.lines(of: "out").count == 1 })
            try expect(session.operate("stop", "--service", "role").status, equals: 0)
            #expect(
                try eventually {
                    let services = try JSONValue(try session.operate("ps", "--json").output)["services"]
                    return services[0]["state"] == .string("running") && services[1]["state"] == .string("ended")
                })
            try expect(session.operate("restart", "role").status, equals: 0)
            try Self.tell(session, 2...2)
            // Its receivers have seen the end of its output, and it still continues where it was.
            #expect(
                try eventually {
                    let role = try JSONValue(try session.operate("ps", "--json").output)["services"][1]
                    return role["output"]["lines"] == .number(2) && role["restarts"] == .number(1)
                })
        }
    }

    @Test func logsShowWhatTheServicesSay() throws {
        let session = try Self.session(role: #"sh, -c, "echo out of order >&2; cat""#, keys: "")
        try Self.whileRunning(session) {
            #expect(try eventually { try session.operate("logs").output == "role | out of order\n" })
            #expect(try session.operate("logs", "--service", "sink").output.isEmpty)
            try expect(session.operate("logs", "--service", "sink", "--service", "role").lines.count, equals: 1)
            #expect(try session.operate("logs", "--tail", "0").output.isEmpty)
            try expect(session.operate("logs", "-n", "1", "--since", "1h").lines.count, equals: 1)
            #expect(try session.operate("logs", "--since", "9999-01-01").output.isEmpty)
            let stamped = try session.operate("logs", "-t").output
            #expect(stamped.wholeMatch(of: /20..-..-..T..:..:..\....Z role \| out of order\n/) != nil, "\(stamped)")
            for words in [["--since", "noon"], ["--tail", "-1"], ["--tail", "x"]] {
                try expect(Command.run([Products.executable("viperline"), "logs"] + words).status, equals: 64)
            }
            let unknown = try session.operate("logs", "--service", "who")
            expect(unknown.status, equals: 69)
            expect(unknown.diagnostics, contains: "there are: source, role, sink")
        }
    }

    @Test func aSessionIsChosenByName() throws {
        let sessions = try [Self.session(role: Self.python), Self.session(role: Self.python)]
        try Self.whileRunning(sessions[0]) {
            let other = try ChildProcess(sessions[1].arguments, environment: sessions[0].environment)
            #expect(try eventually { try sessions[0].operate("ps", "--json").lines.count == 2 })
            let unclear = try sessions[0].operate("logs")
            expect(unclear.status, equals: 69)
            expect(unclear.diagnostics, contains: "several sessions are running")
            expect(unclear.diagnostics, contains: "(\(other.pid))")
            try expect(sessions[0].operate("stop", "\(other.pid)").status, equals: 0)
            expect(other.wait(), equals: 0)
            try expect(sessions[0].operate("logs", "nosuch").diagnostics, contains: #"no session "nosuch" is running"#)
        }
    }

    /// The candidate receives the live role's state; its answers are discarded.
    @Test(arguments: [("first", 0, "4 answers the same, 0 different"), ("other", 1, "0 answers the same, 4 different")])
    func aShadowIsCompared(name: String, status: Int32, summary: String) throws {
        let session = try Self.session(role: Self.python)
        try Self.whileRunning(session) {
            try Self.tell(session, 1...60)
            #expect(eventually { session.lines(of: "out").count == 60 })
            let streams = try ["report", "words"].map { try session.folder.write("", to: $0).path }
            let shadow = try ChildProcess(
                [
                    Products.executable("viperline"), "shadow", "role", "--", "python3",
                    session.folder.path + "/role.py", name,
                ],
                environment: session.environment, streams: ["/dev/null"] + streams)
            #expect(eventually { !Self.children(of: shadow.pid).isEmpty })
            try Self.tell(session, 61...64)
            #expect(eventually { session.lines(of: "out").count == 64 })
            if status == 1 { #expect(eventually { session.lines(of: "report").count == 8 }) }
            kill(shadow.pid, SIGINT)
            expect(shadow.wait(), equals: status)
            expect(session.text(of: "words"), contains: summary, "\(session.text(of: "words"))")
            expect(
                session.text(of: "report").contains(#"data.by: expected "first", got "other""#), equals: (status == 1))
        }
        expect(session.lines(of: "out").count, equals: 64)
    }

    /// Regression: a shadowed router opened each page a second time.
    @Test(arguments: [(nil, "1"), ("0", "0")]) func aShadowStartsNoBrowser(chosen: String?, expected: String) throws {
        let session = try Self.session(role: Self.python)
        try Self.whileRunning(session) {
            let result = try Command.run(
                [
                    Products.executable("viperline"), "shadow", "role", "--", "sh", "-c",
                    #"echo "$VIPERLINE_PRINT_URLS" >&2"#,
                ], environment: session.environment.merging(chosen.map { ["VIPERLINE_PRINT_URLS": $0] } ?? [:]) { $1 })
            #expect(result.diagnostics.hasPrefix("\(expected)\n"), "\(result.diagnostics)")
        }
    }

    private static func children(of pid: Int32) -> String {
        (try? Command.run(["pgrep", "-P", "\(pid)"]).output) ?? ""
    }
}
