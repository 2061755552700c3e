@testable import HTTPTransfer
import TestSupport
import Testing

@Suite struct RetryTests {
    struct CauseRow: Sendable {
        var method = "GET"
        var headers: [String: String] = [:]
        let status: Int
        var answer: [String: String] = [:]
        var retryAfter: Int?
        /// Nil if the result is final; the server's pause in seconds, or -1 without one.
        let told: Int?
    }

    @Test(arguments: [
        CauseRow(status: 200, told: nil), CauseRow(status: 304, told: nil), CauseRow(status: 400, told: nil),
        CauseRow(status: 401, told: nil), CauseRow(status: 404, told: nil), CauseRow(status: 501, told: nil),
        CauseRow(status: 408, told: -1), CauseRow(status: 429, told: -1), CauseRow(status: 500, told: -1),
        CauseRow(status: 502, told: -1), CauseRow(status: 503, told: -1), CauseRow(status: 504, told: -1),
        CauseRow(status: 503, retryAfter: 9, told: 9), CauseRow(status: 429, retryAfter: 0, told: 0),
        CauseRow(status: 403, told: nil), CauseRow(status: 403, retryAfter: 30, told: 30),
        CauseRow(status: 403, answer: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2000000007"], told: 7),
        CauseRow(status: 403, answer: ["x-ratelimit-remaining": "14", "x-ratelimit-reset": "2000000007"], told: nil),
        CauseRow(status: 429, answer: ["RateLimit-Remaining": "0", "RateLimit-Reset": "12"], told: 12),
        CauseRow(status: 429, answer: ["RateLimit": "\"default\";r=0;t=13"], told: 13),
        CauseRow(status: 429, answer: ["RateLimit": "limit=10, remaining=0, reset=14"], told: 14),
        CauseRow(status: 429, answer: ["RateLimit": "nonsense"], told: -1),
        CauseRow(
            status: 429, answer: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1999999999"], retryAfter: nil,
            told: 0),
        CauseRow(
            status: 429, answer: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2000000099"], retryAfter: 5,
            told: 5),
        CauseRow(method: "POST", status: 503, told: nil), CauseRow(method: "PATCH", status: 429, told: nil),
        CauseRow(method: "PUT", status: 503, told: -1), CauseRow(method: "DELETE", status: 503, told: -1),
        CauseRow(method: "HEAD", status: 503, told: -1),
        CauseRow(method: "POST", headers: ["idempotency-key": "1"], status: 503, told: -1),
    ])
    func readsStatuses(_ row: CauseRow) throws {
        var request = HTTPRequest(try HTTPURL("http://a.example/"))
        request.method = row.method
        request.headers = try row.headers.map { try HTTPHeader($0.key, $0.value) }
        let response = HTTPResponse(
            url: request.url, status: row.status, headers: row.answer.map { HTTPHeader(received: $0.key, $0.value) },
            retryAfter: row.retryAfter, receivedAt: 2_000_000_000)
        let cause = RetryCause(.success(response), to: request)
        #expect(cause.map { $0.told ?? -1 } == row.told)
    }

    @Test(arguments: [
        (TransferError.network("gone"), true), (.timeout(.seconds(1)), true), (.untrusted("no"), false),
        (.undecodable("odd"), false), (.bodyTooLarge(limit: 1), false), (.tooManyRedirects(limit: 1), false),
        (.refusedRedirect("no"), false), (.refusedAddress(host: "a"), false), (.invalidMethod("a b"), false),
    ])
    func readsErrors(_ row: (error: TransferError, isRetried: Bool)) throws {
        var request = HTTPRequest(try HTTPURL("http://a.example/"))
        #expect((RetryCause(.failure(row.error), to: request) != nil) == row.isRetried)
        request.method = "POST"
        #expect(RetryCause(.failure(row.error), to: request) == nil)
    }

    @Test func anAdviserGoesBeforeTheStatus() throws {
        var request = HTTPRequest(try HTTPURL("http://a.example/"))
        request.adviser = RetryAdviser("odd") { $0.status == 403 ? .retry(after: 60) : .accept }
        func told(_ status: Int) -> Int? {
            RetryCause(.success(HTTPResponse(url: request.url, status: status)), to: request)?.told
        }
        #expect(told(403) == 60)
        #expect(told(503) == nil)
    }

    struct DelayRow: Sendable {
        var limit = 5
        var attempts = 1
        var told: Int?
        var left = Duration.seconds(30)
        var chance = 0.0
        let delay: Duration?
    }

    @Test(arguments: [
        DelayRow(delay: .milliseconds(250)), DelayRow(chance: 1, delay: .milliseconds(500)),
        DelayRow(attempts: 2, chance: 1, delay: .seconds(1)), DelayRow(attempts: 5, chance: 1, delay: .seconds(8)),
        DelayRow(limit: 99, attempts: 99, left: .seconds(100), chance: 1, delay: .seconds(60)),
        DelayRow(limit: 0, delay: nil), DelayRow(attempts: 6, delay: nil),
        DelayRow(told: 7, delay: .seconds(7)), DelayRow(told: 7, chance: 1, delay: .milliseconds(7500)),
        DelayRow(told: 0, delay: .milliseconds(250)), DelayRow(told: 30, delay: nil), DelayRow(told: .max, delay: nil),
        DelayRow(told: .max, left: .seconds(100_000), delay: .seconds(86_400)),
        DelayRow(left: .milliseconds(200), delay: nil), DelayRow(left: .seconds(-5), delay: nil),
    ])
    func waits(_ row: DelayRow) {
        let policy = RetryPolicy(limit: row.limit)
        let delay = policy.delay(attempts: row.attempts, told: row.told, left: row.left, chance: row.chance)
        #expect(delay == row.delay)
    }
}
