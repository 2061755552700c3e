import Foundation
import TestSupport
import Testing

/// How much the fetcher fetches ahead while it waits for the next answer in order.
@Suite struct BackpressureTests {
    private let program: FetcherProgram

    init() throws { program = try FetcherProgram() }

    private var upstream: Upstream { program.upstream }
    private var folder: TemporaryFolder { program.folder }

    private func get(_ path: String) throws -> String {
        try Command.run(["curl", "-sS", upstream.url(path)]).output
    }

    /// The number of requests that reached the server, once it stops growing.
    private func asked(_ name: String, atLeast: Int) throws -> Int {
        let count = { Int(try get("/counted/\(name)")) ?? 0 }
        #expect(try eventually { try count() >= atLeast })
        var (seen, same) = (0, 0)
        _ = try eventually {
            let now = try count()
            same = now == seen ? same + 1 : 0
            seen = now
            return same == 10
        }
        return seen
    }

    /// While the first answer is missing: 8 MiB of finished answers, plus those that may be under way or queued.
    @Test func aSlowFirstAnswerHoldsBackTheOthers() throws {
        let name = "held-\(UUID().uuidString)"
        let slow = upstream.url("/together/2/\(name)")
        let urls = [slow] + (1...14).map { upstream.url("/noise/\(name)/1500000?\($0)") }
        let streams = try ["in", "out", "err"].map { stream in
            try folder.write(stream == "in" ? urls.joined(separator: "\n") : "", to: stream).path
        }
        let fetcher = try ChildProcess(
            [FetcherProgram.path, "--urls", "--ordered", "--parallel", "2", "--bodies", "base64", "--timeout", "120"],
            environment: program.environment, streams: streams)
        // A body of 1.5 MB takes 2 MB in base64.
        #expect(try asked(name, atLeast: 6) <= 5 + 2 * 2)
        try expect(get("/together/2/\(name)"), contains: "together")
        expect(fetcher.wait(), equals: 0)
        let answers = try folder.text(of: "out").split(separator: "\n")
        expect(answers.map { $0.prefix { $0 != "," } }, equals: urls.map { #"{"url":"\#($0)""# })
    }
}
