import Foundation
import TestSupport
import Testing

/// A fake session may be broken, malicious, or another user's.
@Suite struct HostileSessionTests {
    private static func withSession<Result>(
        described: String = FakeSession.described, stream: String = "", user: uid_t = 0,
        _ body: (FakeSession) throws -> Result
    ) throws -> Result {
        let session = try FakeSession(described: described, stream: stream, user: user)
        defer { session.end() }
        return try body(session)
    }

    private static func record(_ event: String) -> String {
        #"{"t":1.000000,"from":"a","to":["role"],"event":\#(event)}"# + "\n"
    }

    private static let ended = #"{"type":"supervisor.output.ended"}"# + "\n"
    private static let caughtUp =
        #"{"type":"supervisor.output.caughtUp","data":{"saidAlready":-5,"isRestored":false}}"# + "\n"
    private static let good = record(#"{"type":"good","id":"1","data":{}}"#)
    /// Malformed, and with a control sequence in it.
    private static let bad = record("{\"type\":\"bad\",,\u{1B}]0;owned\u{7}}")

    /// Regression: an uptime crashed `ps`.
    @Test(arguments: ["ps", "ps --json"]) func psSurvivesEveryNumber(command: String) throws {
        let service =
            #"{"name":"a\u001b[31m","command":["x"],"state":"running","pid":-1,"uptime":-1e300,"restarts":-9223372036854775808,"input":{"lines":9223372036854775807,"bytes":9223372036854775807},"output":{"lines":-1,"bytes":-9223372036854775808},"queued":-1,"terminal":false,"status":{"text":"\u001b]0;no\u0007\u202e\u009b\n","trouble":true}}"#
        let described =
            #"{"type":"supervisor.output.described","data":{"name":"hostile\u009b31m","pid":2147483647,"uptime":1e300,"folder":"","services":[\#(service)]}}"#
        try Self.withSession(described: described) { session in
            let result = try session.operate(command.split(separator: " ").map(String.init))
            expect(result.status, equals: 0, "\(result.diagnostics)")
            expect(result.output, contains: "hostile")
            #expect(!result.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
        }
    }

    @Test(arguments: [
        #"{"type":"supervisor.output.described","data":{"name":"n","pid":1e300,"uptime":1,"folder":"","services":[]}}"#,
        #"{"type":"supervisor.output.described","data":{"name":"n","pid":99999999999,"uptime":1,"folder":"","services":[]}}"#,
        #"{"type":"supervisor.output.described","data":{}}"#, #"{"type":"other"}"#, "nonsense \u{1B}[31m", "", "[]",
        #"{"type":"supervisor.output.failed","data":{"message":"\u001b]0;no\u0007"}}"#,
    ])
    func whatIsNoAnswerIsNoSession(described: String) throws {
        try Self.withSession(described: described) { session in
            let result = try session.operate(["ps"])
            expect(result.status, equals: 69)
            expect(result.diagnostics, lacks: "\u{1B}")
            expect(result.diagnostics, contains: "no session is running")
        }
    }

    /// A session that does not answer is listed, and no tool waits for it for ever.
    @Test func aSessionThatNeverAnswersIsListed() throws {
        let session = try FakeSession(isMute: true)
        defer { session.end() }
        let listed = try session.operate(["ps"])
        expect(listed.status, equals: 0)
        #expect(listed.output.hasPrefix("the session \(session.process.pid) ("))
        let stopped = try session.operate(["stop"])
        expect(stopped.status, equals: 69)
        expect(stopped.diagnostics, contains: "the session \(session.process.pid) does not answer")
    }

    /// Regression: one malformed line ended every tap, and was printed raw.
    @Test func aTapSurvivesAnyLine() throws {
        try Self.withSession(stream: Self.good + Self.bad + "nonsense\n[]\n\n" + Self.good + Self.ended) { session in
            let result = try session.operate(["tap"])
            expect(result.status, equals: 75)
            expect(result.lines.map { $0.prefix(14) }, equals: ["{\"type\":\"good\"", "{\"type\":\"good\""])
            expect(result.diagnostics, equals: "viperline: 4 lines could not be read and are left out\n")
        }
    }

    @Test func aRecordingTapSurvivesAnyLine() throws {
        try Self.withSession(stream: Self.good + Self.bad + Self.good + Self.ended) { session in
            let path = session.folder.path + "/tape.ndjson"
            let result = try session.operate(["tap", "--record", path])
            expect(result.status, equals: 75)
            expect(result.diagnostics, lacks: "\u{1B}")
            expect(result.diagnostics, contains: "1 lines could not be read")
            try expect(session.folder.text(of: "tape.ndjson"), equals: Self.good + "{\"missed\":1}\n" + Self.good)
        }
    }

    @Test func aShadowSurvivesAnyLine() throws {
        try Self.withSession(stream: Self.bad + Self.caughtUp + Self.bad + Self.good + Self.ended) { session in
            let seen = session.folder.path + "/seen"
            let result = try session.operate(["shadow", "role", "--", "sh", "-c", "cat > \(seen)"])
            expect(result.status, equals: 75)
            expect(result.diagnostics, lacks: "\u{1B}")
            expect(result.diagnostics, contains: "2 lines could not be read")
            try expect(session.folder.text(of: "seen"), equals: #"{"type":"good","id":"1","data":{}}"# + "\n")
        }
    }

    @Test(
        arguments: [
            (good + ended, 0, ""), (good, 75, "viperline: the session was cut off; the last events may be missing\n"),
            ("", 75, "viperline: the session was cut off; the last events may be missing\n"),
            (
                "{\"missed\":12}\n" + ended, 75,
                """
                viperline: missed 12 events: the reader of this output is slower than the session
                viperline: 12 events are missing, because the reader is slower than the session

                """
            ),
            (
                #"{"type":"supervisor.output.failed","data":{"message":"no \u001b[31m"}}"# + "\n", 69,
                "viperline: no \\u{1B}[31m\n"
            ),
        ] as [(String, Int32, String)])
    func aTapSaysHowItEnded(stream: String, status: Int32, diagnostics: String) throws {
        try Self.withSession(stream: stream) { session in
            let result = try session.operate(["tap"])
            expect(result.status, equals: status)
            expect(result.diagnostics, equals: diagnostics)
        }
    }

    /// Regression: a stranger's C1 controls went raw to the terminal. A pipe gets events unchanged.
    @Test(arguments: [[], ["--records"]]) func aTapOnATerminalShowsControls(options: [String]) throws {
        let event = "{\"type\":\"x\",\"data\":{\"t\":\"a\u{9B}31m\u{202E}b\u{7F}é\"}}"
        try Self.withSession(stream: Self.record(event) + Self.ended) { session in
            let piped = try session.operate(["tap"] + options).output
            expect(piped, equals: (options.isEmpty ? event + "\n" : Self.record(event)))
            let shown = try session.operateOnTerminal(["tap"] + options)
            expect(shown, contains: #"a\u009b31m\u202eb\u007fé"#)
            #expect(!shown.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" || $0 == "\u{7F}" })
        }
    }

    @Test func logsShowControls() throws {
        let line =
            #"{"type":"supervisor.output.logged","data":{"service":"a\u009b","text":"\u001b[31m\tb\u202e"}}"# + "\n"
        try Self.withSession(stream: line + "nonsense\n{\"missed\":3}\n" + line) { session in
            let result = try session.operate(["logs"])
            expect(result.status, equals: 0)
            expect(result.lines, equals: Array(repeating: "a\\u{9B} | \\u{1B}[31m\tb\\u{202E}", count: 2))
            expect(result.diagnostics, contains: "missed 3 lines")
        }
    }

    @Test func aSwapSurvivesWhatItIsTold() throws {
        let swapped =
            #"{"type":"supervisor.output.swapped","data":{"service":"a\u001b[2J","pid":1,"gap":1e308}}"# + "\n"
        try Self.withSession(stream: swapped) { session in
            let result = try session.operate(["restart", "a"])
            expect(result.status, equals: 0)
            #expect(result.output.hasPrefix("a\\u{1B}[2J is process 1 now"))
        }
    }

    /// The tools send no request to another user's process.
    @Test(.enabled(if: geteuid() == 0), arguments: ["ps", "tap", "stop", "send", "logs"])
    func aSessionOfAnotherUserIsNotSpokenTo(command: String) throws {
        try Self.withSession(stream: Self.ended, user: 12345) { session in
            let result = try session.operate([command])
            expect(result.status, equals: 69)
            expect(result.diagnostics, contains: "belongs to another user (12345)", "\(result.diagnostics)")
            #expect(((try? session.folder.text(of: "asked")) ?? "").allSatisfy(\.isNewline))
        }
    }

    /// Regression: lost output was not an error.
    @Test(arguments: [
        ["ps"], ["ps", "--json"], ["tap"], ["tap", "--records"], ["logs"], ["restart", "a"],
        ["--help"], ["ps", "--help"], ["check", "itunes", "--replace", "view=cat"],
    ])
    func anOutputThatIsLostIsAnError(words: [String]) throws {
        let logged = #"{"type":"supervisor.output.logged","data":{"service":"a","text":"b"}}"# + "\n"
        let swapped = #"{"type":"supervisor.output.swapped","data":{"service":"a","pid":1,"gap":1}}"# + "\n"
        let stream = words == ["logs"] ? logged : words[0] == "restart" ? swapped : Self.good + Self.ended
        try Self.withSession(stream: stream) { session in
            let errors = try session.folder.write("", to: "errors").path
            let doubles = ["presenter", "fetcher", "router"].flatMap { ["--replace", "\($0)=cat"] }
            let child = try ChildProcess(
                [Products.executable("viperline")] + words + (words[0] == "check" ? doubles : []),
                environment: session.environment, streams: ["/dev/null", "/dev/full", errors])
            expect(child.wait(), equals: 69)
            let message = "viperline: write to stdout: the disk is full; make room, and run it again\n"
            try expect(session.folder.text(of: "errors"), equals: message)
        }
    }

    /// Regression: nor in the commands that read cassettes.
    @Test(arguments: ["show", "show --records", "stat", "stat --json", "diagram", "diff"])
    func anOutputOfACassetteThatIsLostIsAnError(command: String) throws {
        let folder = try TemporaryFolder()
        let errors = try folder.write("", to: "errors").path
        let cassette = Checkout.path("Tests/Cassettes/greeting.ndjson")
        let other = Checkout.path("Tests/Cassettes/trafficlight.ndjson")
        let words = command.split(separator: " ").map(String.init) + [cassette] + (command == "diff" ? [other] : [])
        let child = try ChildProcess(
            [Products.executable("viperline"), "cassette"] + words, streams: ["/dev/null", "/dev/full", errors])
        expect(child.wait(), equals: 69)
        #expect(
            try folder.text(of: "errors").hasSuffix(
                "viperline: write to stdout: the disk is full; make room, and run it again\n"))
    }

    /// A closed pipe is not an error.
    @Test(arguments: ["ps", "tap", "logs", "--help"]) func aReaderThatLeavesIsNoError(command: String) throws {
        try Self.withSession(stream: String(repeating: Self.good, count: 20_000) + Self.ended) { session in
            let script = "\(Products.executable("viperline")) \(command) | true; echo ${PIPESTATUS[0]}"
            let result = try Command.run(["bash", "-c", script], environment: session.environment)
            expect(["0", "141"], contains: result.lines.last ?? "")
            #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
        }
    }
}
