import Fetcher
import Foundation
import HTTPTransfer
import InteractorMessages
import TestSupport
import Testing
import Wire

/// viperline-fetcher in pipelines, without envelopes: URLs and JSON requests in, lines of JSON out.
@Suite struct PipelineTests {
    private let program: FetcherProgram

    init() throws { program = try FetcherProgram() }

    private var upstream: Upstream { program.upstream }
    private var folder: TemporaryFolder { program.folder }

    private func run(_ arguments: [String], input: String = "") throws -> Command.Result {
        try program.run(arguments, input: input.replacing("@", with: upstream.base))
    }

    private func answers(_ result: Command.Result) throws -> [JSONValue] { try result.lines.map { try JSONValue($0) } }

    @Test func aThousandURLsAreAnsweredOnceEach() throws {
        let urls = (1...1000).map { "@/bytes/10?\($0)" }
        let result = try run(
            ["--urls", "--parallel", "32", "--fields", "status,url"], input: urls.joined(separator: "\n"))
        expect(result.status, equals: 0)
        let expected = urls.map { #"{"status":200,"url":"\#($0.replacing("@", with: upstream.base))"}"# }
        expect(result.lines.sorted(), equals: expected.sorted())
    }

    /// Each input line gets exactly one answer.
    @Test func everyFaultHasOneHonestAnswer() throws {
        let kinds: KeyValuePairs = [
            "/close": "network", "/truncate": "network", "/garbage": "network", "/bad-gzip": "decode",
            "/redirect-loop": "http", "/redirect-to?url=file:///etc/passwd": "http", "/endless": "tooLarge",
            "/gzip-bomb": "tooLarge", "/stall": "timeout", "/bytes/1": "decode", "/status/500": "http",
        ]
        let lines = kinds.map { #"{"id":"\#($0.key)","url":"@\#($0.key)","timeout":10}"# }
        let result = try run(
            ["--requests", "--bodies", "json", "--fields", "status", "--retries", "0", "--parallel", "16"],
            input: lines.joined(separator: "\n").replacing("/stall\",\"timeout\":10", with: "/stall\",\"timeout\":1"))
        expect(result.status, equals: 0)
        let found = try answers(result).map {
            [$0["id"], $0["error"]["kind"]].map(\.description).joined(separator: " ")
        }
        expect(found.sorted(), equals: kinds.map { #""\#($0.key)" "\#($0.value)""# }.sorted())
    }

    @Test func answersMayKeepTheOrderOfTheInput() throws {
        let lines = #"{"url":"@/stall","timeout":0.5,"id":1}"# + "\nnonsense\n" + #"{"url":"@/bytes/1","id":3}"#
        let base = ["--requests", "--fields", "status", "--retries", "0"]
        let ordered = try answers(try run(base + ["--ordered"], input: lines))
        expect(ordered.map { $0["id"] }, equals: [.number(1), .null, .number(3)])
        let unordered = try answers(try run(base, input: lines))
        expect(unordered.last?["id"], equals: .number(1))
    }

    @Test func eventsMayKeepTheOrderOfTheInputToo() throws {
        let lines = ["/stall", "/bytes/1", "/bytes/2"].enumerated().map { number, path in
            #"{"type":"interactor.input.get","id":"\#(number)","data":{"url":"@\#(path)","timeout":0.5}}"#
        }
        let result = try run(["--ordered", "--retries", "0"], input: lines.joined(separator: "\n"))
        try expect(result.lines.map { try Event(line: $0).causationID }, equals: ["0", "1", "2"])
    }

    @Test func aRequestIsSentWithItsMembers() throws {
        let line = #"{"url":"@/echo","headers":{"X-A":"b"},"id":[1e400]}"#
        let result = try run(["--requests", "--bodies", "json", "--fields", "url"], input: line)
        expect(
            result.lines.first?.hasPrefix(#"{"id":[1e400],"url":"\#(upstream.base)/echo","body":{"path":"/echo""#),
            equals: true)
        expect(result.output, contains: #""x-a":"b""#)
    }

    struct Row: Sendable {
        let arguments: [String]
        let input: String
        let status: Int32
    }

    static let rows = [
        Row(arguments: ["--urls", "--fail"], input: "@/bytes/1", status: 0),
        Row(arguments: ["--urls"], input: "@/status/404\nnonsense", status: 0),
        Row(arguments: ["--urls", "--fail"], input: "@/bytes/1\n@/status/404\n@/status/503", status: 69),
        Row(arguments: ["--urls", "--fail", "--fields", "status"], input: "@/status/503\n@/bytes/1", status: 75),
        Row(arguments: ["--urls", "--fail"], input: "@/status/404\nnonsense", status: 64),
        Row(arguments: ["--requests", "--fail", "--bodies", "json"], input: #"{"url":"@/bytes/1"}"#, status: 69),
        Row(arguments: ["--requests", "--fail"], input: "{}", status: 64),
        Row(arguments: ["--fail"], input: "no event", status: 64),
        Row(arguments: [], input: "no event", status: 0),
        Row(arguments: ["get", "@/status/503", "--fields", "status"], input: "", status: 75),
        Row(arguments: ["get", "@/bytes/1", "--bodies", "base64"], input: "", status: 0),
    ]

    @Test(arguments: rows)
    func theExitCodeShowsWhatFailed(_ row: Row) throws {
        let arguments = row.arguments.map { $0.replacing("@", with: upstream.base) }
        let result = try run(arguments + ["--retries", "0"], input: row.input)
        expect(result.status, equals: row.status)
        #expect(!result.lines.isEmpty)
    }

    /// A reader that goes does not take the verdict with it.
    @Test(arguments: [
        ("/status/404", ["--urls", "--fail"], "69"), ("/bytes/100000", ["--urls", "--fail"], "141"),
        ("/bytes/100000", ["--urls"], "0"), ("/status/404", ["--urls"], "0"),
    ])
    func theVerdictOutlivesTheReader(_ row: (path: String, arguments: [String], status: String)) throws {
        let input = try folder.write(
            upstream.url(row.path) + "\n" + String(repeating: upstream.url("/bytes/100000") + "\n", count: 20), to: "in"
        )
        let command =
            "\(FetcherProgram.path) \(row.arguments.joined(separator: " ")) --ordered < \(input.path) | head -c 1 >&2; "
            + "echo ${PIPESTATUS[0]}"
        try expect(Command.run(["bash", "-c", command]).output, equals: row.status + "\n")
    }

    @Test func aBodyThatIsDroppedOrRefusedHasItsStatus() throws {
        let paths = ["/packed/br", "/packed/none", "/packed/nested", "/packed/wrong"]
        let input = paths.map { upstream.url($0) }.joined(separator: "\n")
        let result = try answers(try run(["--urls", "--ordered", "--fields", "status,contentType"], input: input))
        expect(result.map { $0["status"] }, equals: Array(repeating: .number(200), count: 4))
        expect(result.map { $0["error"]["kind"] }, equals: [.null, .null, .null, .string("decode")])
    }

    @Test func commentsAreNoURLs() throws {
        let input = "# a list\n  #\n\(upstream.url("/bytes/1#x"))\ndata:x\nmailto:ann@a.example\n"
        let result = try run(["--urls", "--fields", "status", "--ordered"], input: input)
        expect(result.lines.count, equals: 3)
        expect(result.lines.first, equals: #"{"status":200}"#)
        expect(result.lines[1], contains: "data: is not fetched, only http and https")
        expect(result.lines[2], contains: "mailto: is not fetched, only http and https")
    }

    @Test(arguments: [
        (["--urls", "--requests"], "exclude each other"), (["--urls", "--items"], "--bodies and --fields"),
        (["--urls", "--application", "app.yaml"], "are for sources"),
        (["search", "itunes.apps", "x", "--filter", "state=open"], "--application"),
        (["list", "issues", "--application", "app.yaml", "--filter", "state"], "--filter"),
        (["--fields", "status"], "--urls"), (["--urls", "--bodies", "xml"], "base64"),
        (["--urls", "--fields", "status,bogus"], "remoteAddress"), (["--urls", "--fields", ""], "remoteAddress"),
        (["get", "http://a.example/", "--items", "--fields", "status"], "--items"),
        (["--rate", "often"], "--rate"), (["--cache", "maybe"], "refresh"), (["--cache-size", "-1"], "--cache-size"),
        (["--retries", "-1"], "--retries"), (["--retry-budget", "0"], "--retry-budget"),
        (["--timeout", "nan"], "--timeout"), (["--parallel-per-host", "0"], "--parallel-per-host"),
        (["--proxy", "http://127.0.0.1:1", "--public-only"], "exclude each other"), (["cache", "burn"], "burn"),
    ])
    func aWrongCommandLineNamesTheCorrection(_ row: (arguments: [String], words: String)) throws {
        let result = try run(row.arguments)
        expect(result.status, equals: 64)
        #expect(result.output.isEmpty)
        expect(result.diagnostics, contains: row.words)
    }

    @Test func theHelpNamesEveryField() throws {
        let help = try run(["--help"]).output
        for field in ResponseField.allCases { expect(help, contains: field.rawValue) }
    }

    @Test func theSummaryCounts() throws {
        let result = try run(["--urls", "--summary", "--retries", "0"], input: "@/bytes/1500\n@/status/500\n@/empty")
        #expect(result.diagnostics.hasPrefix("viperline-fetcher: 3 answers, 1 failed, 1.5 kB in "))
        expect(result.diagnostics.split(separator: "\n").count, equals: 1)
    }

    @Test func attemptsAreReportedOnStderrOrAsEvents() throws {
        let plain = try run(["--urls", "--fields", "attempts", "--retries", "1", "--verbose"], input: "@/status/503")
        expect(plain.lines, equals: [#"{"attempts":2}"#])
        expect(plain.diagnostics, contains: "/status/503: attempt 1: HTTP 503; again in ")
        let quiet = try run(["--urls", "--fields", "attempts", "--retries", "1"], input: "@/status/503")
        #expect(quiet.diagnostics.isEmpty)
        let line = #"{"type":"interactor.input.get","id":"g1","data":{"url":"@/status/503"}}"#
        let events = try run(["--retries", "1", "--verbose"], input: line).lines.map { try Event(line: $0) }
        try require(events.count == 2)
        let progress = try events[0].decode(InteractorOutput.Progress.self)
        expect(progress.attempt, equals: 1)
        expect(progress.cause, equals: "HTTP 503")
        expect(events[0].causationID, equals: "g1")
        expect(events[1].type, equals: InteractorOutput.Failed.type)
    }

    /// An attempt that uses up the timeout leaves no time for a retry, unless there is a retry budget.
    @Test(arguments: [([], 0), (["--retry-budget", "20"], 1)])
    func aBudgetIsForAttemptsBeyondTheTimeout(_ row: (budget: [String], again: Int)) throws {
        let base = ["--urls", "--fields", "status", "--retries", "1", "--timeout", "0.3", "--verbose"]
        let result = try run(base + row.budget, input: "@/stall")
        expect(
            result.diagnostics.split(separator: "\n").count { $0.contains("attempt 1: timed out") }, equals: row.again)
        try expect(answers(result).map { $0["error"]["kind"] }, equals: [.string("timeout")])
    }

    @Test func aWaitThatExceedsTheBudgetIsNotBegun() throws {
        let base = ["--urls", "--fields", "attempts,status", "--retries", "1"]
        let result = try run(base + ["--retry-budget", "5"], input: "@/retry-after/20")
        expect(result.lines, equals: [#"{"attempts":1,"status":429}"#])
    }

    @Test func aPublicClientRefusesThisMachine() throws {
        let flagged = try run(["--urls", "--fields", "status", "--public-only"], input: "@/bytes/1")
        try expect(answers(flagged).first?["error"]["kind"], equals: .string("local"))
        let variable = try program.run(
            ["--urls", "--fields", "status"], input: upstream.url("/bytes/1"),
            environment: ["VIPERLINE_PUBLIC_ONLY": "1"])
        try expect(answers(variable).first?["error"]["kind"], equals: .string("local"))
    }
}

/// Interrupts and progress.
extension PipelineTests {
    @Test func anInterruptFinishesWhatIsUnderWay() throws {
        let program = try LiveProgram(["--urls", "--fields", "status,url"])
        program.send(upstream.url("/redirect-to?url=/together/2/interrupted"))
        program.send(upstream.url("/bytes/1"))
        expect(program.receive(), contains: "/bytes/1")
        program.interrupt()
        // The process ends although its input stays open.
        let other = try run(["get", upstream.url("/together/2/interrupted"), "--fields", "status"])
        expect(other.status, equals: 0)
        #expect(program.receive().hasPrefix(#"{"status":200,"#))
        expect(program.wait(), equals: 130)
    }

    @Test func whatHasNotBegunIsCancelled() throws {
        let program = try LiveProgram(["--urls", "--fields", "status,url", "--parallel", "1"])
        let stalled = upstream.url("/together/2/cancelled")
        program.send(stalled + "\n" + upstream.url("/bytes/2") + "\nnonsense")
        expect(program.receive(), contains: "nonsense")
        program.interrupt()
        let other = try run(["get", stalled, "--fields", "status"])
        expect(other.status, equals: 0)
        let lines = [program.receive(), program.receive()]
        #expect(lines.contains { $0.contains("200") && $0.contains("/together") })
        #expect(lines.contains { $0.contains("cancelled") && $0.contains("/bytes/2") })
        expect(program.wait(), equals: 130)
    }

    @Test func aSecondInterruptIsTheEnd() throws {
        let program = try LiveProgram(["--urls", "--fields", "status"])
        program.send(upstream.url("/stall") + "\n" + upstream.url("/bytes/1"))
        expect(program.receive(), contains: "200")
        #expect(
            eventually {
                program.interrupt()
                return !program.isRunning
            })
    }

    @Test func anInterruptThatIsForAnotherProgramIsNotHeeded() throws {
        let program = try LiveProgram(["--urls", "--fields", "status"], ignoresInterrupts: true)
        program.send(upstream.url("/bytes/1"))
        expect(program.receive(), contains: "200")
        program.interrupt()
        program.send(upstream.url("/bytes/2"))
        expect(program.receive(), contains: "200")
        try expect(program.end(), equals: 0)
    }

    @Test func progressIsShownOnATerminalAndGoes() throws {
        let input = try folder.write("\(upstream.url("/together/2/progress"))\n\(upstream.url("/bytes/1"))\n", to: "in")
        let fetcher = "\(FetcherProgram.path) --urls --fields status < \(input.path) > \(folder.path)/out"
        let terminal = try Tmux("\(fetcher); echo ended $?; cat")
        let shown = try terminal.wait(for: "1 of 2 · 1 in flight")
        expect(!shown.contains("ended"))
        _ = try run(["get", upstream.url("/together/2/progress"), "--fields", "status"])
        let after = try terminal.wait(for: "ended 0")
        expect(!after.contains("in flight"))
    }

    @Test(arguments: [["2>err"], ["--quiet"]])
    func noProgressWhereItIsNotWanted(_ arguments: [String]) throws {
        // The answer takes more than one second.
        let line = #"{"url":"\#(upstream.url("/stall"))","timeout":1.5}"#
        let input = try folder.write(line, to: "in")
        let typescript = folder.path + "/typescript"
        let command =
            "cd \(folder.path); script -qec '\(FetcherProgram.path) --requests --fields status --retries 0 \(arguments.joined()) "
            + "< \(input.path) > out' \(typescript) > /dev/null < /dev/null; cat err"
        let result = try Command.run(["sh", "-c", command])
        try expect(folder.text(of: "out"), contains: "timeout")
        expect((try folder.text(of: "typescript")), lacks: "in flight")
        expect(result.output, lacks: "in flight")
    }
}
