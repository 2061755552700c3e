import Fetcher
import HTTPTransfer
import InteractorMessages
import TestSupport
import Testing
import Wire

/// How each source classifies refusals: whether the client retries, and when.
@Suite struct SourceAdviceTests {
    struct Row: Sendable {
        let event: Event
        let status: Int
        var body = ""
        var headers: [(String, String)] = []
        var retryAfter: Int?
        let advice: RetryAdvice
    }

    private static let gitHub = search(in: "github.repositories")
    private static let youTube = list("i", "PL")

    private static func youTubeBody(_ reason: String) -> String {
        #"{"error":{"message":"m","errors":[{"domain":"d","reason":"\#(reason)","message":"m"}]}}"#
    }

    @Test(arguments: [
        // The store's "too many requests", which has neither a body nor a time.
        Row(event: search(), status: 403, advice: .retry(after: 60)),
        Row(event: lookup(in: "itunes.songs"), status: 403, advice: .retry(after: 60)),
        Row(event: search(), status: 403, body: "no", advice: .accept),
        Row(event: search(), status: 503, retryAfter: 7, advice: .retry(after: 7)),
        Row(event: search(), status: 500, advice: .retry(after: nil)),
        Row(event: search(), status: 404, advice: .accept),
        Row(
            event: gitHub, status: 403, headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1000000042")],
            advice: .retry(after: 42)),
        Row(
            event: gitHub, status: 403, body: #"{"message":"You have exceeded a secondary rate limit."}"#,
            headers: [("X-RateLimit-Remaining", "14"), ("X-RateLimit-Reset", "1000000042")], advice: .retry(after: 60)),
        Row(event: gitHub, status: 403, retryAfter: 30, advice: .retry(after: 30)),
        Row(event: gitHub, status: 403, body: #"{"message":"Forbidden"}"#, advice: .accept),
        Row(event: gitHub, status: 401, advice: .accept), Row(event: gitHub, status: 422, advice: .accept),
        Row(event: gitHub, status: 502, advice: .retry(after: nil)),
        Row(event: youTube, status: 403, body: youTubeBody("quotaExceeded"), advice: .accept),
        Row(event: youTube, status: 403, body: youTubeBody("accessNotConfigured"), advice: .accept),
        Row(event: youTube, status: 403, body: youTubeBody("rateLimitExceeded"), advice: .retry(after: nil)),
        Row(
            event: youTube, status: 429,
            body: youTubeBody("rateLimitExceeded").replacing("\"m\"", with: "\"limit 'Queries per day'\""),
            advice: .accept),
        Row(event: youTube, status: 404, body: youTubeBody("playlistNotFound"), advice: .accept),
        Row(event: youTube, status: 500, advice: .retry(after: nil)),
    ])
    func advises(_ row: Row) throws {
        var fetcher = try makeFetcher()
        let transfer = fetcher.transfer(row.event)
        let adviser = try require(transfer?.request.adviser)
        let response = try response(
            row.status, row.body, headers: row.headers.map { HTTPHeader(received: $0, $1) },
            retryAfter: row.retryAfter, receivedAt: 1_000_000_000)
        expect(adviser.advice(response), equals: row.advice)
    }

    /// Rate limits apply to the real servers, not to their replacements.
    @Test(arguments: [
        ("", ["api.github.com": Rate(10, per: .seconds(60), burst: 5)]),
        ("ghp_token", ["api.github.com": Rate(30, per: .seconds(60), burst: 5)]),
    ])
    func knowsTheRatesOfRealServers(_ row: (token: String, gitHub: [String: Rate])) throws {
        let rates = try FetcherEnvironment { $0 == "GITHUB_TOKEN" && !row.token.isEmpty ? row.token : nil }.rates
        let iTunes = ["itunes.apple.com": Rate(20, per: .seconds(60), burst: 10)]
        expect(rates, equals: iTunes.merging(row.gitHub) { one, _ in one })
    }

    /// The answer carries the pause, whichever header the server uses.
    @Test func aRateLimitIsReportedWithItsTime() throws {
        let headers = [("RateLimit-Remaining", "0"), ("RateLimit-Reset", "12")]
        let response = try response(
            429, headers: headers.map { HTTPHeader(received: $0, $1) }, receivedAt: 1_000_000_000)
        try expect(failed(get(), response).retryAfter, equals: 12)
    }
}
