import TestSupport
import Testing

@Suite("Faults over HTTP") struct FaultHTTPTests {
    /// curl's report of a request: its exit code, the HTTP status, the number of body bytes.
    private static let report = "-o /dev/null -w '%{http_code} %{size_download} '; echo $?"

    @Test(
        arguments: [
            // curl's exit code 18: "transferred a partial file".
            ("403-empty", "403 0 0"), ("truncate", "200 [1-9][0-9]+ 18"), ("500", "500 [1-9][0-9]+ 0"),
            ("garbage", "200 [1-9][0-9]+ 0"), ("slow=1ms", "200 [1-9][0-9]+ 0"),
        ])
    func fault(_ fault: String, report: String) throws {
        let script = "get 'search?term=chess' \(Self.report); get 'search?term=chess' --compressed \(Self.report)"
        let result = try CatalogRun.shell(script, options: ["--fault", fault])
        let expected = try Regex(report)
        expect(result.lines.count, equals: 2)
        for line in result.lines { #expect(line.wholeMatch(of: expected) != nil, "\(line)") }
    }

    @Test func theRateLimitIsThatOfITunes() throws {
        let result = try CatalogRun.shell("get 'search?term=x' -D -", options: ["--fault", "403-empty"])
        let headers = result.output.lowercased()
        expect(headers, contains: "cache-control: no-cache, no-store")
        expect(headers, lacks: "retry-after")
    }

    /// What a client sees of a fault: the status, the rate limit headers, and a word of the body.
    @Test(
        arguments: [
            (
                "403-rate-limit", gitHub, ["HTTP/1.1 403", "remaining: 0", "used: 1000", "reset: 1", "limit exceeded"],
                "retry-after"
            ),
            ("403-secondary", gitHub, ["HTTP/1.1 403", "remaining: 14", "secondary rate limit"], "retry-after"),
            ("429", gitHub, ["HTTP/1.1 429", "retry-after: 30"], "items"),
            ("429", youTube, ["HTTP/1.1 429", "retry-after: 30"], "items"),
            ("500", gitHub, ["HTTP/1.1 500"], "items"), ("403-empty", gitHub, ["HTTP/1.1 403"], "message"),
            ("garbage:term=swift", gitHub, ["HTTP/1.1 200", "DOCTYPE"], "items"),
            ("500:term=other", gitHub, ["HTTP/1.1 200", "items"], "DOCTYPE"),
            ("quota", youTube, ["HTTP/1.1 403", "quotaExceeded", "<a href="], "playlistItem\""),
            ("quota", gitHub, ["HTTP/1.1 200", "items"], "quota"),
            ("403-secondary", youTube, ["HTTP/1.1 200", "items"], "secondary"),
            ("500:term=PLother", youTube, ["HTTP/1.1 200", "items"], "DOCTYPE"),
            ("500:term=PLsome", youTube, ["HTTP/1.1 500"], "items"),
        ])
    func answer(fault: String, url: String, has wanted: [String], not unwanted: String) throws {
        let output = try CatalogRun.shell("ask \(url) -D -", options: ["--fault", fault]).output
        for text in wanted { expect(output, contains: text, "\(text)") }
        expect(output, lacks: unwanted)
    }

    private static let gitHub = "\"$GITHUB_BASE_URL/search/repositories?q=swift&per_page=1\""
    private static let youTube = "\"$YOUTUBE_BASE_URL/playlistItems?part=snippet&playlistId=PLsome&key=k\""

    @Test func garbageIsNotJSON() throws {
        let script = "get 'search?term=chess' | jq . >/dev/null 2>&1 || echo garbage"
        try expect(CatalogRun.shell(script, options: ["--fault", "garbage"]).lines, equals: ["garbage"])
        #expect(try CatalogRun.shell(script).lines.isEmpty)
    }

    @Test func slowIsAtLeastSoSlow() throws {
        let script = "get 'search?term=chess' -o /dev/null -w '%{time_starttransfer}'"
        let result = try CatalogRun.shell(script, options: ["--fault", "slow=400ms"])
        #expect(try #require(Double(result.output)) >= 0.4)
    }

    @Test func aTermStrikesSearchesAndLookupsOfThatName() throws {
        let script = """
            id=$(get 'search?term=rook&limit=1' | jq '.results[0].trackId')
            for path in 'search?term=Rook+%26+Raven+CHESS' 'search?term=weather' "lookup?id=$id" 'lookup?id=1'; do
                get "$path" -o /dev/null -w '%{http_code}\\n'
            done
            """
        let result = try CatalogRun.shell(script, options: ["--fault", "500:term=chess"])
        expect(result.lines, equals: ["500", "200", "500", "200"])
    }

    @Test func aSeedRepeatsItself() throws {
        let script = "for n in $(seq 24); do get 'search?term=torch' -o /dev/null -w '%{http_code}\\n'; done"
        let options = ["--fault", "500:probability=0.5", "--seed"]
        let first = try CatalogRun.shell(script, options: options + ["1"]).lines
        expect(Set(first), equals: ["200", "500"])
        try expect(CatalogRun.shell(script, options: options + ["1"]).lines, equals: first)
        #expect(try CatalogRun.shell(script, options: options + ["2"]).lines != first)
    }

    @Test(arguments: ["404", "slow", "500:often"]) func aWrongFaultIsAUsageError(fault: String) throws {
        let result = try CatalogRun.shell("echo not run", options: ["--fault", fault])
        expect(result.status, equals: 64)
        #expect(result.output.isEmpty)
        expect(result.diagnostics.contains("known are") || result.diagnostics.contains("not a duration"))
    }
}
