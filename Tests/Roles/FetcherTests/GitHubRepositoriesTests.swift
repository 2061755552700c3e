import HTTPTransfer
import InteractorMessages
import TestSupport
import Testing

/// Requests to GitHub's search and its answers, in the format of the real API.
@Suite struct GitHubRepositoriesTests {
    private static let item =
        #"{"id":7,"name":"b","full_name":"a/b","owner":{"login":"a"},"html_url":"https://gh.example/a/b","#
        + #""description":"Ün","stargazers_count":12,"forks_count":3,"language":"Swift","license":null,"#
        + #""updated_at":"2026-03-03T08:00:00Z"}"#
    private static let repository =
        #"{"id":"7","fullName":"a/b","description":"Ün","stars":12,"forks":3,"language":"Swift","#
        + #""updated":"2026-03-03T08:00:00Z","url":"https://gh.example/a/b"}"#
    private static let bare = #"{"id":"1","fullName":"c/d","stars":0,"url":"u"}"#
    private static let now = 1_000_000_000

    private func headers(_ pairs: [(String, String)]) -> [HTTPHeader] {
        pairs.map { HTTPHeader(received: $0.0, $0.1) }
    }

    @Test(
        arguments: [
            (nil, ["Accept: application/vnd.github+json", "X-GitHub-Api-Version: 2022-11-28"]),
            (
                "ghp_nobody",
                [
                    "Accept: application/vnd.github+json", "X-GitHub-Api-Version: 2022-11-28",
                    "Authorization: Bearer ghp_nobody",
                ]
            ),
        ] as [(String?, [String])])
    func sendsItsHeaders(_ row: (token: String?, headers: [String])) throws {
        var fetcher = try makeFetcher(environment: row.token.map { ["GITHUB_TOKEN": $0] } ?? [:])
        let transfer = fetcher.transfer(search(in: "github.repositories"))
        try expect(#require(transfer).request.headers.map { "\($0.name): \($0.value)" }, equals: row.headers)
    }

    @Test(
        arguments: [
            (#"{"total_count":2723,"items":[\#(item)]}"#, [repository], 2723),
            (#"{"total_count":0,"incomplete_results":false,"items":[]}"#, [], 0),
            (#"{"total_count":1e300,"incomplete_results":"no","items":[]}"#, [], nil),
            (#"{"total_count":-1,"items":[]}"#, [], nil),
            (#"{"items":[1,null,{},{"id":1},\#(item)]}"#, [repository], nil),
            (
                #"{"items":[{"id":1,"full_name":"c/d","html_url":"u","forks_count":-1,"updated_at":7}]}"#,
                [bare], nil
            ),
            (
                #"{"items":[{"id":1,"full_name":"c/d","html_url":"u","description":null,"language":null}]}"#,
                [bare], nil
            ),
        ] as [(String, [String], Int?)])
    func readsAnAnswer(_ row: (body: String, items: [String], total: Int?)) throws {
        let found = try found(
            search(in: "github.repositories"), try response(200, row.body), of: JSONItem.self)
        try expect(values(found.items), equals: row.items.map(JSONValue.init))
        expect(found.total, equals: row.total)
        expect(found.cursor, equals: nil)
    }

    @Test func anIncompleteSearchWithoutResultsIsAFailure() throws {
        let some = #"{"total_count":9,"incomplete_results":true,"items":[\#(Self.item),{}]}"#
        let found = try found(search(in: "github.repositories"), try response(200, some), of: JSONItem.self)
        try expect(values(found.items), equals: [JSONValue(Self.repository)])
        expect(found.incomplete, equals: true)
        expect(found.unreadable, equals: 1)
        let none = #"{"total_count":0,"incomplete_results":true,"items":[]}"#
        let failed = try failed(search(in: "github.repositories"), try response(200, none))
        expect(failed.kind, equals: .timeout)
        #expect(failed.retryable)
        expect(failed.message, contains: "gave the search up")
    }

    @Test(arguments: ["{}", "null", #"{"id":1,"full_name":7,"html_url":"u"}"#])
    func anUnreadableResponseIsNotAnEmptyOne(_ item: String) throws {
        let response = try response(200, #"{"total_count":2,"items":[\#(item),\#(item)]}"#)
        try expect(failed(search(in: "github.repositories"), response).kind, equals: .decode)
    }

    /// The Link header (RFC 8288), and the limit of 1,000 results, after which there is no cursor.
    @Test(
        arguments: [
            ([#"<https://x/s?q=a&page=2>; rel="next", <https://x/s?q=a&page=34>; rel="last""#], 30, "2"),
            ([#"<https://x/s?page=1>; rel="prev", <https://x/s?page=3>; rel="next""#], 30, "3"),
            ([#"<https://x/s?page=1>; rel="prev""#, #"<https://x/s?page=3&per_page=9>; rel="next""#], 30, "3"),
            ([#"<https://x/s?a=1,2;3&page=4>;title="a, \"b; rel=prev";REL = NEXT"#], 30, "4"),
            ([#"<https://x/s?page=5>; rel="last next""#], 30, "5"),
            ([#"<https://x/s?page=5>; rel="nextish""#], 30, nil),
            ([#"<https://x/s?page=5>; rel=prev; rel=next"#], 30, nil),
            ([#"<https://x/s?xpage=5#page=6>; rel=next"#, "nonsense", "<", "", "<>;;;=,"], 30, nil),
            (["<https://x/s?page=-1>; rel=next"], 30, nil),
            (["<https://x/s?page=34>; rel=next"], 30, "34"),
            (["<https://x/s?page=35>; rel=next"], 30, nil),
            (["<https://x/s?page=10>; rel=next"], 100, "10"),
            (["<https://x/s?page=11>; rel=next"], 100, nil),
            ([], 30, nil),
        ] as [([String], Int, String?)])
    func followsTheLinkHeader(_ row: (links: [String], limit: Int, cursor: String?)) throws {
        let response = try response(200, #"{"items":[]}"#, headers: headers(row.links.map { ("link", $0) }))
        let found = try found(
            search(in: "github.repositories", limit: row.limit), response, of: JSONItem.self)
        expect(found.cursor, equals: row.cursor)
    }

    struct Refusal: Sendable {
        let status: Int
        let body: String
        var headers: [(String, String)] = []
        var retryAfter: Int?
        let kind: FailureKind
        /// Expected in the message.
        let words: String
        var wait: Int?
        var moment: String?
    }

    @Test(arguments: [
        Refusal(status: 401, body: #"{"message":"Bad credentials"}"#, kind: .unauthorized, words: "GITHUB_TOKEN"),
        Refusal(
            status: 403, body: #"{"message":"API rate limit exceeded for 192.0.2.1."}"#,
            headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1000000042")],
            kind: .rateLimited, words: "try again in 42 s", wait: 42, moment: "2001-09-09T01:47:22Z"),
        Refusal(
            status: 429, body: "", headers: [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "999999999")],
            kind: .rateLimited, words: "in 0 s", wait: 0, moment: "2001-09-09T01:46:40Z"),
        Refusal(
            status: 403, body: "{}",
            headers: [("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "-9223372036854775808")],
            kind: .rateLimited, words: "in 0 s", wait: 0, moment: "2001-09-09T01:46:40Z"),
        // A secondary limit although requests remain.
        Refusal(
            status: 403, body: #"{"message":"You have exceeded a secondary rate limit. Please wait a few minutes."}"#,
            headers: [("X-RateLimit-Remaining", "14"), ("X-RateLimit-Reset", "1000000042")],
            kind: .rateLimited, words: "secondary rate limit"),
        Refusal(
            status: 403, body: "", headers: [("X-RateLimit-Remaining", "14")], retryAfter: 30,
            kind: .rateLimited, words: "in 30 s", wait: 30, moment: "2001-09-09T01:47:10Z"),
        // Retry-After takes precedence over the reset time.
        Refusal(
            status: 403, body: "", headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1000000042")],
            retryAfter: 5, kind: .rateLimited, words: "in 5 s", wait: 5, moment: "2001-09-09T01:46:45Z"),
        Refusal(
            status: 403, body: #"{"message":"Request forbidden by administrative rules."}"#, kind: .http,
            words: "HTTP 403 from a.example: Request forbidden by administrative rules."),
        Refusal(
            status: 422,
            body: #"{"message":"Validation Failed","errors":[{"resource":"Search","field":"q","code":"invalid"}]}"#,
            kind: .invalidRequest, words: "Validation Failed (q: invalid)"),
        Refusal(
            status: 422,
            body: #"{"message":"Validation Failed","errors":[{"message":"None of them exist.","code":"x"}]}"#,
            kind: .invalidRequest, words: "None of them exist."),
        Refusal(
            status: 422, body: #"{"message":"Validation Failed","errors":["The listed users cannot be searched."]}"#,
            kind: .invalidRequest, words: "Validation Failed (The listed users cannot be searched.)"),
        Refusal(
            status: 422, body: #"{"errors":"No such field."}"#, kind: .invalidRequest, words: "HTTP 422: No such field."
        ),
        Refusal(
            status: 403, body: #"{"message":"API rate limit exceeded","errors":{"code":7}}"#, kind: .rateLimited,
            words: "API rate limit exceeded"),
        Refusal(
            status: 422, body: #"{"message":"Only the first 1000 search results are available"}"#, kind: .http,
            words: "HTTP 422 from a.example: Only the first 1000 search results are available"),
        Refusal(status: 503, body: "<html>", kind: .http, words: "HTTP 503 from a.example"),
        Refusal(status: 200, body: "<html>", kind: .decode, words: "not JSON"),
    ])
    func readsErrors(_ row: Refusal) throws {
        let response = try response(
            row.status, row.body, headers: headers(row.headers), retryAfter: row.retryAfter, receivedAt: Self.now)
        let failed = try failed(search(in: "github.repositories"), response)
        expect(failed.kind, equals: row.kind)
        #expect(failed.message.hasPrefix(#"search github.repositories for "music": "#))
        expect(failed.message, contains: row.words)
        expect(failed.retryAfter, equals: row.wait)
        expect(failed.retryAt, equals: row.moment)
        expect(failed.status, equals: (row.status == 200 ? nil : row.status))
        expect(failed.retryable, equals: (row.kind == .rateLimited || row.status == 503))
    }
}
