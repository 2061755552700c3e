import Foundation
import TestSupport
import Testing

/// Absurd numbers in options, variables and headers: each is refused with a message or bounded, and nothing traps.
@Suite struct HostileNumbersTests {
    private static let numbers = [
        "1e300", "9223372036854775807", "18446744073709551616", "-9223372036854775808", "-1", "0", "1e-300", "nan",
        "inf",
        "-inf", "0x10", "", "٣",
    ]

    /// Programs exit with one of their own codes; a trap is a signal, and 124 is a hang.
    private func check(_ command: [String], input: String = "", environment: [String: String] = [:]) throws {
        let result = try Command.run(["timeout", "20"] + command, input: input, environment: environment)
        expect([0, 64, 65, 69, 75], contains: result.status, "\(command) \(environment): \(result.status)")
        expect(result.diagnostics, lacks: "Fatal error", "\(command) \(environment)")
    }

    @Test(arguments: [
        "--limit", "--pages", "--timeout", "--parallel", "--parallel-per-host", "--retries", "--retry-budget",
        "--cache-size",
    ])
    func anOptionOfTheFetcher(_ option: String) throws {
        let base = try Upstream.shared.get().base
        let folder = try TemporaryFolder()
        let environment = [
            "YOUTUBE_BASE_URL": base + "/youtube", "YOUTUBE_API_KEY": "a-key-of-nobody", "XDG_CACHE_HOME": folder.path,
        ]
        for number in Self.numbers {
            try check(
                [Products.executable("viperline-fetcher"), "list", "youtube.playlist", "PL", "\(option)=\(number)"],
                environment: environment)
        }
    }

    @Test func theFetchersRate() throws {
        let base = try Upstream.shared.get().base
        for number in Self.numbers {
            for unit in ["s", "h"] where number != "1" {
                try check([
                    Products.executable("viperline-fetcher"), "get", base + "/bytes/1", "--rate=\(number)/\(unit)",
                    "--fields", "status",
                ])
            }
        }
    }

    @Test(arguments: ["viperline-fetcher", "viperline-presenter", "viperline-router"])
    func theLineLimitOfARole(_ program: String) throws {
        let line = #"{"type":"interactor.input.lookup","data":{"source":"trafficlight","id":"Red"}}"#
        for number in Self.numbers {
            try check(
                [Products.executable(program)], input: line + "\nnonsense\n",
                environment: ["VIPERLINE_LINE_LIMIT": number, "VIPERLINE_SERVICE": "x"])
        }
    }

    @Test(arguments: ["--seed=@", "--fault=slow=@s", "--fault=slow=@ms", "--fault=500:probability=@"])
    func anOptionOfTheCatalog(_ option: String) throws {
        for number in Self.numbers {
            try check([
                Products.executable("viperline-catalog"), option.replacing("@", with: number), "--", "true",
            ])
        }
    }

    @Test func whatTheCatalogIsAskedFor() throws {
        let paths = Self.numbers.filter { $0.utf8.allSatisfy { $0 < 0x80 } }.flatMap { number in
            [
                "itunes/search?term=a&limit=\(number)&offset=\(number)", "itunes/lookup?id=\(number)",
                "github/search/repositories?q=popular&per_page=\(number)&page=\(number)",
                "youtube/playlistItems?part=snippet&playlistId=PL&key=k&maxResults=\(number)&pageToken=\(number)",
            ].map { "http://catalog.invalid/\($0)" }
        }
        let folder = try TemporaryFolder()
        let urls = try folder.write(paths.joined(separator: "\n"), to: "urls").path
        let fetcher = Products.executable("viperline-fetcher")
        let result = try Command.run([
            Products.executable("viperline-catalog"), "--", "sh", "-c",
            "exec \(fetcher) --urls --fields status --retries 0 < \(urls)",
        ])
        expect(result.status, equals: 0)
        expect(result.lines.count, equals: paths.count)
        #expect(result.lines.allSatisfy { $0.hasPrefix(#"{"status":"#) && !$0.contains("null") })
    }

    /// Times in server headers.
    @Test(arguments: [
        ("200", "Cache-Control=max-age%3D@&Age=@"), ("200", "Expires=@&Date=@"),
        ("200", "Cache-Control=stale-if-error%3D@"),
        ("429", "Retry-After=@"), ("403", "X-RateLimit-Remaining=@&X-RateLimit-Reset=@"),
        ("429", "RateLimit-Remaining=0&RateLimit-Reset=@"),
    ])
    func aHeader(_ row: (status: String, headers: String)) throws {
        let base = try Upstream.shared.get().base
        let folder = try TemporaryFolder()
        let route = row.status == "200" ? "/kept/odd?" : "/flaky/odd/\(row.status)/1000?"
        let urls = Self.numbers.filter { $0.utf8.allSatisfy { $0 < 0x80 } }.map { number in
            base + route + row.headers.replacing("@", with: number)
        }
        for _ in 1...2 {
            try check(
                [Products.executable("viperline-fetcher"), "get"] + urls
                    + ["--fields", "status,attempts", "--cache", "on", "--retries", "1", "--timeout", "1"],
                environment: ["XDG_CACHE_HOME": folder.path])
        }
    }

    @Test func aTimeoutInARequest() throws {
        let base = try Upstream.shared.get().base
        for number in ["1e300", "9223372036854775807", "-1", "0", "1e-300", "\"nan\"", "null", "1e999"] {
            let event = #"{"type":"interactor.input.get","data":{"url":"\#(base)/bytes/1","timeout":\#(number)}}"#
            try check([Products.executable("viperline-fetcher")], input: event)
            let search =
                #"{"type":"interactor.input.search","data":{"source":"itunes.apps","term":"x","limit":\#(number)}}"#
            try check(
                [Products.executable("viperline-fetcher")], input: search,
                environment: ["ITUNES_BASE_URL": base + "/itunes"])
            try check(
                [Products.executable("viperline-fetcher"), "--requests", "--fields", "status"],
                input: #"{"url":"\#(base)/bytes/1","timeout":\#(number)}"#)
        }
    }
}
