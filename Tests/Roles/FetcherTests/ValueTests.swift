import TestSupport
import Testing

/// Bodies of JSON values one after another, each of which has an answer of its own (`--bodies lines`).
@Suite struct ValueTests {
    private let program: FetcherProgram

    init() throws { program = try FetcherProgram() }

    private func run(_ kind: String, _ arguments: [String] = []) throws -> Command.Result {
        try program.run(
            [
                "get", program.upstream.url("/values/\(kind)"), "--bodies", "lines", "--fields", "status", "--retries",
                "1",
            ]
                + arguments)
    }

    struct Row: Sendable {
        let kind: String
        var arguments: [String] = []
        /// Numbers and values; null and the kind of the error where there is one.
        let answers: [String]
        var status: Int32 = 0
    }

    @Test(arguments: [
        Row(kind: "two", answers: [#"200 1 {"a":1}"#, "200 2 [\"\u{FFFD}\"]"]),
        Row(kind: "sequence", answers: [#"200 1 {"a":1}"#, "200 2 true", "200 3 null decode"], status: 69),
        Row(kind: "none", answers: ["200 null null"]),
        Row(
            kind: "bad", answers: [#"200 1 {"a":1}"#, "200 2 null decode", "200 3 null decode", #"200 4 "end""#],
            status: 69),
        Row(kind: "cut", answers: ["200 1 1", "200 null null network"], status: 75),
        Row(kind: "refused", answers: [#"404 null {"message":"no"}"#], status: 69),
        Row(
            kind: "long", arguments: ["--max-body", "1000"], answers: ["200 1 1", "200 null null tooLarge"], status: 69),
    ])
    func eachValueHasAnAnswer(_ row: Row) throws {
        let result = try run(row.kind, row.arguments)
        let answers = result.lines.map { line in
            let members = line.dropFirst().dropLast().split(separator: ",\"", omittingEmptySubsequences: false)
            return members.enumerated().filter { $0.offset < 3 || $0.element.hasPrefix("error") }.map { _, member in
                member.hasPrefix("error")
                    ? String(member.split(separator: "\"")[4]) : String(member.drop { $0 != ":" }.dropFirst())
            }.joined(separator: " ")
        }
        expect(answers, equals: row.answers, "\(result.output)")
        expect(result.status, equals: row.status)
    }

    /// A body is not limited, only each value, and takes no more memory than one.
    @Test func aBodyMayBeLongerThanItsValues() throws {
        let lines = try run("packed", ["--max-body", "1k"]).lines
        expect(lines.count, equals: 100_000)
        expect(lines.last, equals: #"{"status":200,"number":100000,"body":7}"#)
    }

    @Test func anAnswerComesBeforeTheResponseIsWhole() throws {
        let url = program.upstream.url("/values/live/early")
        let fetcher = try LiveProgram(["--requests", "--bodies", "lines", "--fields", "status"])
        fetcher.send(#"{"url":"\#(url)","id":7,"status":1}"#)
        expect(fetcher.receive(), equals: #"{"id":7,"status":200,"number":1,"body":1}"#)
        let other = try program.run(["get", url, "--bodies", "lines", "--fields", "status"])
        expect(other.lines.count, equals: 2)
        expect(fetcher.receive(), equals: #"{"id":7,"status":200,"number":2,"body":2}"#)
        try expect(fetcher.end(), equals: 0)
    }

    @Test func theOrderOfTheInputIsKept() throws {
        let paths = ["live/ordered", "two", "bad", "live/ordered", "two"]
        let input = paths.map { program.upstream.url("/values/\($0)") }.joined(separator: "\n")
        let result = try program.run(["--urls", "--bodies", "lines", "--fields", "url", "--ordered"], input: input)
        let urls = result.lines.map { line in line.prefix { $0 != "," } }
        expect(urls.count, equals: 2 + 2 + 4 + 2 + 2)
        let order = urls.indices.filter { $0 == 0 || urls[$0] != urls[$0 - 1] }.map { urls[$0] }
        expect(order, equals: input.split(separator: "\n").map { "{\"url\":\"\($0)\"" })
    }

    /// An endless body waits for the reader, and ends with it.
    @Test func aSlowReaderHoldsTheServerBack() throws {
        let command = """
            { \(FetcherProgram.path) get \(program.upstream.url("/values/endless")) --bodies lines --timeout 600 & echo $! >&3
              wait; } 3>pid | {
              while test ! -s pid; do :; done; pid=$(cat pid); head -n 1 >first
              # Until it has nothing more to do.
              used() { cut -d ' ' -f 14,15 /proc/$pid/stat; }
              same=0; while test $same -lt 20; do before=$(used); read -t 0.05 <>wait; test "$(used)" = "$before" && same=$((same + 1)) || same=0; done
              grep VmHWM /proc/$pid/status | tr -dc 0-9 >memory
              kill $pid; }
            """
        _ = try Command.run(["mkfifo", "wait"], folder: program.folder.path)
        _ = try Command.run(["bash", "-c", command], folder: program.folder.path)
        try expect(program.folder.text(of: "first"), contains: #""number":1,"body":{"n":1}"#)
        let kilobytes = try require(Int(try program.folder.text(of: "memory")))
        #expect(kilobytes < 100_000)
    }

    @Test func theCacheKeepsNoValues() throws {
        let result = try run("two", ["--cache", "on"])
        expect(result.status, equals: 64)
        expect(result.diagnostics, contains: "--cache")
    }

    @Test func whoAsksForOneBodyIsToldOfTheOtherForm() throws {
        let result = try program.run(["get", program.upstream.url("/values/two"), "--bodies", "json"])
        expect(result.output, contains: "is not JSON; --bodies lines reads its values one by one")
    }
}
