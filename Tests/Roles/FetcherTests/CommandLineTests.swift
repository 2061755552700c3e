import Foundation
import TestSupport
import Testing

/// Options with curl's names.
@Suite struct CommandLineTests {
    private let program: FetcherProgram

    init() throws { program = try FetcherProgram() }

    private var upstream: Upstream { program.upstream }
    private var folder: TemporaryFolder { program.folder }

    private func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Command.Result {
        try program.run(arguments, input: input, environment: environment)
    }

    /// The server's view of the request that the arguments describe.
    private func echo(_ arguments: [String], environment: [String: String] = [:]) throws -> JSONValue {
        let result = try run(
            ["get", upstream.url("/echo"), "--bodies", "json", "--fields", "status"] + arguments,
            environment: environment)
        expect(result.status, equals: 0)
        return try JSONValue(result.output)["body"]
    }

    @Test func headersMethodsAndBodiesAreSent() throws {
        try folder.write("X-A: from a file\r\nX-C;\n", to: "headers")
        try folder.write("a=1\r\n&b=2\n", to: "form")
        let headers = try echo(["-H", "X-B: c", "-H", "@headers"])["headers"]
        expect(headers["x-a"], equals: .string("from a file"))
        expect(headers["x-b"], equals: .string("c"))
        expect(headers["x-c"], equals: .string(""))
        let form = try echo(["-d", "a=1", "-d", "b=2"])
        expect(form["method"], equals: .string("POST"))
        expect(form["body"], equals: .string("a=1&b=2"))
        expect(form["headers"]["content-type"], equals: .string("application/x-www-form-urlencoded"))
        try expect(echo(["-d", "@form"])["body"], equals: .string("a=1&b=2"))
        try expect(echo(["--data-binary", "@form"])["body"], equals: .string("a=1\r\n&b=2\n"))
        let put = try echo(["-d", "{}", "-X", "put", "-H", "content-type: application/json"])
        expect(put["method"], equals: .string("PUT"))
        expect(put["headers"]["content-type"], equals: .string("application/json"))
    }

    /// As curl does; and what it reads from stdin.
    @Test func anEmptyHeaderIsLeftOut() throws {
        let none = try echo(["-H", "Accept:", "-H", "User-Agent: ", "-H", "X-A:", "-H", "X-B;", "-H", "Expect:"])[
            "headers"]
        expect(none["accept"] == .null && none["user-agent"] == .null && none["x-a"] == .null)
        expect(none["x-b"], equals: .string(""))
        try expect(echo(["-H", "Accept-Encoding:"])["headers"]["accept-encoding"], equals: .null)
        try expect(echo(["-d", "a", "-H", "Content-Type:"])["headers"]["content-type"], equals: .null)
    }

    @Test(arguments: [
        (["-d", "@-"], "a=1&b=2"), (["--data-binary", "@-"], "a=1\n&b=2\n"),
        (["--data-binary", "@/dev/stdin"], "a=1\n&b=2\n"),
    ])
    func aDashIsStdin(_ row: (arguments: [String], body: String)) throws {
        let url = upstream.url("/echo")
        let script = "cat stdin | \(FetcherProgram.path) get \(url) --bodies json " + Command.line(row.arguments)
        try folder.write("a=1\n&b=2\n", to: "stdin")
        let result = try Command.run(["sh", "-c", script], folder: folder.path)
        try expect(JSONValue(result.output)["body"]["body"], equals: .string(row.body), "\(result)")
    }

    @Test func headersComeFromStdinToo() throws {
        let arguments = ["get", upstream.url("/echo"), "--bodies", "json", "-H", "@-"]
        try expect(
            JSONValue(run(arguments, input: "X-A: b\n\n").output)["body"]["headers"]["x-a"], equals: .string("b"))
        try expect(run(arguments, input: "X-A: b\n\nodd\n").diagnostics, contains: "read line 3 of stdin: it is not")
    }

    @Test(arguments: [(["-u", "ann:pass:word"], [:]), ([], ["VIPERLINE_USER": "ann:pass:word"])])
    func namesAndPasswordsAreSentAndNotPrinted(_ row: (arguments: [String], environment: [String: String])) throws {
        let seen = try echo(row.arguments, environment: row.environment)["headers"]["authorization"]
        expect(seen, equals: .string("Basic YW5uOnBhc3M6d29yZA=="))
        let failed = try run(
            ["get", "http://127.0.0.1:1/", upstream.url("/redirect-to?url=http://pass:word@"), "--verbose"]
                + row.arguments, environment: row.environment)
        expect((failed.output + failed.diagnostics).replacing("pass:word@", with: ""), lacks: "pass:word")
    }

    @Test func aSecretThatIsMalformedIsNotQuoted() throws {
        for arguments in [["-u", "Pa55word"], ["-H", "Pa55word"], ["-H", "Bearer Pa55word"]] {
            let result = try run(["get", upstream.url("/echo")] + arguments)
            expect(result.status, equals: 64)
            expect(result.diagnostics, lacks: "Pa55word")
        }
    }

    @Test func aLineOverridesTheCommandLine() throws {
        let line = #"{"url":"\#(upstream.url("/echo"))","headers":{"x-a":"line"},"method":"PATCH","body":"own"}"#
        let result = try run(
            ["--requests", "--bodies", "json", "-H", "X-A: all", "-H", "X-B: all", "-d", "all"], input: line)
        let seen = try JSONValue(result.output)["body"]
        expect(seen["method"], equals: .string("PATCH"))
        expect(seen["body"], equals: .string("own"))
        expect(seen["headers"]["x-a"], equals: .string("line"))
        expect(seen["headers"]["x-b"], equals: .string("all"))
    }

    @Test func headReturnsTheHeaders() throws {
        let result = try run(["get", upstream.url("/bytes/100"), "-I"])
        try expect(JSONValue(result.output)["headers"]["content-length"].description, contains: "100")
        expect(result.output, lacks: #""body""#)
    }

    @Test func redirectsMayBeAnswers() throws {
        let answer = try run(["get", upstream.url("/redirect/1"), "--no-location", "--fields", "status"])
        expect(answer.lines, equals: [#"{"status":302}"#])
        let limited = try run(["get", upstream.url("/redirect/2"), "-L", "--max-redirs", "1", "--fields", "status"])
        expect(limited.output, contains: "more than 1 redirects")
    }

    @Test func everyServerMayBeASocketOrAnAddress() throws {
        let socket = folder.path + "/s"
        let local = try Upstream(socket: socket)
        let path = ["get", "any.invalid/bytes/2", "--unix-socket", socket, "--bodies", "text", "--fields", "status"]
        try expect(run(path).lines, equals: [#"{"status":200,"body":"xx"}"#])
        withExtendedLifetime(local) {}
        let port = upstream.base.split(separator: ":").last.map(String.init) ?? ""
        let resolved = ["get", "any.invalid:\(port)/bytes/2", "--resolve", "any.invalid:\(port):127.0.0.1"]
        try expect(run(resolved + ["--fields", "status"]).lines, equals: [#"{"status":200}"#])
        try expect(run(resolved + ["--fields", "status", "-4"]).lines, equals: [#"{"status":200}"#])
        let six = ["get", "localhost:\(port)/bytes/2", "-6", "--fields", "status", "--retries", "0"]
        try expect(run(six).output, contains: #""kind":"network""#, "no server listens at ::1")
    }

    @Test func cookiesAreKeptWithinARun() throws {
        let urls = (1...3).map { upstream.url("/cookie?\($0)") }
        let arguments = ["--parallel", "1", "--bodies", "text", "--fields", "status"]
        let seen = { (cookie: [String]) in try run(["get"] + urls + arguments + cookie).lines.map { $0.suffix(9) } }
        try expect(seen([]), equals: Array(repeating: #"y":"none"}"#.suffix(9), count: 3))
        #expect(try seen(["-b", ""]).dropFirst().allSatisfy { $0 == #""seen=1"}"#.suffix(9) })
    }

    @Test func bodiesGoIntoFiles() throws {
        let one = try run(["get", upstream.url("/bytes/3"), "-o", "one"])
        try expect(JSONValue(one.output)["file"], equals: .string("one"))
        try expect(folder.text(of: "one"), equals: "xxx")
        let input = [
            "/bytes/1", "/bytes/2?x=../y", "/status/404", "/truncate", "/..", "/bytes/1/%C3%A9.png",
            "/bytes/1/日本.txt", "/bytes/1/a%2F%20b.pdf", "/bytes/1/%ff%00x",
            "/bytes/1/" + String(repeating: "%C3%A9", count: 99),
        ].map { upstream.url($0) }
        let many = try run(
            ["--urls", "--output-dir", "new/many", "--ordered", "--fields", "file", "--retries", "0"],
            input: input.joined(separator: "\n"))
        expect(many.status, equals: 0)
        let files = try many.lines.map { try JSONValue($0)["file"] }
        expect(
            files,
            equals: [
                .string("new/many/1-1"), .string("new/many/2-2"), .string("new/many/3-404"), .null,
                .string("new/many/5"), .string("new/many/6-é.png"), .string("new/many/7-日本.txt"),
                .string("new/many/8-a_b.pdf"), .string("new/many/9-_x"),
                .string("new/many/10-" + String(repeating: "é", count: 40)),
            ])
        try expect(folder.text(of: "new/many/2-2"), equals: "xx")
    }

    @Test func theLargestBodyIsTheCallersToChoose() throws {
        let get = ["get", upstream.url("/bytes/9000000"), "--bodies", "text", "--fields", "bytes"]
        try expect(run(get).output, contains: "the body is over 8388608 bytes; --max-body takes larger ones")
        #expect(try run(get + ["--max-body", "9M"]).output.hasPrefix(#"{"bytes":9000000,"body":"x"#))
        let fields = ["get", upstream.url("/bytes/9000000"), "--fields", "bytes"]
        try expect(run(fields).lines, equals: [#"{"bytes":9000000}"#])
        try expect(run(fields + ["--max-body", "1k"]).output, contains: "over 1024 bytes")
    }

    @Test func textsOfOtherCharsetsAreUTF8() throws {
        for charset in ["windows-1252", "ISO-8859-1"] {
            let result = try run(["get", upstream.url("/latin/\(charset)"), "--bodies", "text", "--fields", "status"])
            expect(result.lines, equals: [#"{"status":200,"body":"Käse – 5 €"}"#])
        }
        // A body in an unknown charset becomes base64.
        let odd = try run(["get", upstream.url("/latin/no-such-charset"), "--bodies", "text", "--fields", "status"])
        expect(odd.output, contains: #""base64":"#)
    }

    @Test func aMarkBeforeTheFirstLineIsPassedOver() throws {
        let urls = try run(["--urls", "--fields", "status"], input: "\u{FEFF}" + upstream.url("/bytes/1"))
        expect(urls.lines, equals: [#"{"status":200}"#])
        let requests = try run(
            ["--requests", "--fields", "status"], input: "\u{FEFF}" + #"{"url":"\#(upstream.url("/bytes/1"))"}"#)
        expect(requests.lines, equals: [#"{"status":200}"#])
    }

    @Test func aFailureHasItsEffort() throws {
        let result = try run(
            ["get", upstream.url("/close"), "--fields", "status,attempts,time", "--retries", "1"])
        let answer = try JSONValue(result.output)
        expect(answer["attempts"], equals: .number(2))
        guard case .number(let time) = answer["time"] else {
            Issue.record("no time in \(result.output)")
            return
        }
        #expect(time > 0)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
    func aFullDiskIsCalledThat() throws {
        let result = try Command.run([
            "sh", "-c", "exec \(FetcherProgram.path) get \(upstream.url("/bytes/1")) --fields status > /dev/full",
        ])
        expect(result.status, equals: 69)
        expect(result.diagnostics, contains: "the disk is full")
    }

    /// Transfers, or files for their bodies, wait until others have given descriptors back.
    @Test(arguments: [[], ["--output-dir", "many"]])
    func fewDescriptorsAreEnough(_ output: [String]) throws {
        let urls = (1...300).map { upstream.url("/bytes/\($0)") }
        let input = try folder.write(urls.joined(separator: "\n"), to: "urls")
        let result = try Command.run([
            "sh", "-c",
            "cd \(folder.path); ulimit -n 24; exec \(FetcherProgram.path) --urls --parallel 100 --retries 0 "
                + "--fields status,attempts \(output.joined(separator: " ")) < \(input.path)",
        ])
        expect(result.lines.count, equals: 300)
        expect(Set(result.lines), equals: [#"{"status":200,"attempts":1}"#])
    }

    /// Requests that may not be sent twice do not wait.
    @Test func tooFewDescriptorsAreCalledThat() throws {
        let name = UUID().uuidString
        let urls = (1...200).map { upstream.url("/together/2/alone-\($0)-\(name)") }
        let input = try folder.write(urls.joined(separator: "\n"), to: "urls")
        let result = try Command.run([
            "sh", "-c",
            "ulimit -n 64; exec \(FetcherProgram.path) --urls --parallel 200 --timeout 3 --retries 0 --fields status "
                + "-d x < \(input.path)",
        ])
        expect(result.output, contains: #""kind":"local""#)
        expect(result.output, contains: "too many open files on this machine: raise the limit (ulimit -n)")
    }

    /// As a browser copies a request, or a user knows it from curl.
    @Test(arguments: [
        (["-X", "PUT", "--data-raw", "@x&y", "--compressed", "-sS"], "PUT", "@x&y"),
        (["--data-raw", "--form", "-d", "z", "-f", "-m", "9", "--retry", "1"], "POST", "--form&z"),
        (["-H", "Connection: keep-alive", "-H", "te: trailers", "--max-filesize", "1M", "--silent"], "GET", ""),
        (["-H", "accept-encoding: gzip, deflate, br, zstd", "--data-ascii", "a", "--max-time", "9"], "POST", "a"),
    ])
    func aLineOfCurlIsUnderstood(_ row: (arguments: [String], method: String, body: String)) throws {
        let result = try run(["get", upstream.url("/echo"), "--bodies", "json"] + row.arguments)
        expect(result.status, equals: 0, "\(result)")
        let seen = try JSONValue(result.output)["body"]
        expect(seen["method"], equals: .string(row.method))
        expect(seen["body"], equals: .string(row.body))
    }

    @Test(arguments: [
        (["get", "http://a.example/", "-o", "x", "--bodies", "text"], "--bodies"),
        (["get", "http://a.example/", "http://b.example/", "-o", "x"], "--output-dir"),
        (["--urls", "-o", "x"], "--output-dir"), (["--urls", "-d", "a", "--data-binary", "b"], "exclude"),
        (["--urls", "-I", "-d", "a"], "--head"), (["--urls", "-4", "-6"], "exclude"),
        (["--urls", "--key", "k"], "--cert"), (["--urls", "-A", "x"], #"'-H "User-Agent: NAME"'"#),
        (["--urls", "--remote-name"], "--output-dir"), (["--urls", "-n"], "--netrc ~/.netrc"),
        (["get", "a.example", "--trace", "x"], "Unknown option '--trace'\n"),
        (["--urls", "-H", "Connection: close"], "not sent"),
        (["--urls", "--resolve", "a.example"], "HOST:PORT:ADDRESS"), (["-d", "a"], "--requests"),
        (["--urls", "--output-dir", "x", "--cache", "on"], "--cache"),
        (["--urls", "-H", "Content-Length: 3"], "not sent"),
        (["--urls", "--max-redirs", "-1"], "--max-redirs"), (["--urls", "--max-body", "much"], "--max-body"),
        (["--urls", "-H", "Connection:"], "not sent"), (["--urls", "-d", "@-"], "@- reads stdin"),
        (["--urls", "-b", "cookies.txt"], "files of cookies are not read"),
        (["--urls", "-H", "@absent"], "absent"), (["--urls", "-b", "a\nb"], "--cookie"),
    ])
    func aWrongCommandLineNamesTheCorrection(_ row: (arguments: [String], words: String)) throws {
        let result = try run(row.arguments)
        expect(result.status, equals: 64)
        #expect(result.output.isEmpty)
        expect(result.diagnostics, contains: row.words)
    }
}
