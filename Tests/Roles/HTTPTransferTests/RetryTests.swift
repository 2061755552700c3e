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
        let asked: Int?
    }

    @Test(arguments: [
        CauseRow(status: 200, asked: nil), CauseRow(status: 304, asked: nil), CauseRow(status: 400, asked: nil),
        CauseRow(status: 401, asked: nil), CauseRow(status: 404, asked: nil), CauseRow(status: 501, asked: nil),
        CauseRow(status: 408, asked: -1), CauseRow(status: 429, asked: -1), CauseRow(status: 500, asked: -1),
        CauseRow(status: 502, asked: -1), CauseRow(status: 503, asked: -1), CauseRow(status: 504, asked: -1),
        CauseRow(status: 503, retryAfter: 9, asked: 9), CauseRow(status: 429, retryAfter: 0, asked: 0),
        CauseRow(status: 403, asked: nil), CauseRow(status: 403, retryAfter: 30, asked: 30),
        CauseRow(status: 403, answer: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2000000007"], asked: 7),
        CauseRow(status: 403, answer: ["x-ratelimit-remaining": "14", "x-ratelimit-reset": "2000000007"], asked: nil),
        CauseRow(status: 429, answer: ["RateLimit-Remaining": "0", "RateLimit-Reset": "12"], asked: 12),
        CauseRow(status: 429, answer: ["RateLimit": "\"default\";r=0;t=13"], asked: 13),
        CauseRow(status: 429, answer: ["RateLimit": "limit=10, remaining=0, reset=14"], asked: 14),
        CauseRow(status: 429, answer: ["RateLimit": "nonsense"], asked: -1),
        CauseRow(
            status: 429, answer: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1999999999"], retryAfter: nil,
            asked: 0),
        CauseRow(
            status: 429, answer: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2000000099"], retryAfter: 5,
            asked: 5),
        CauseRow(method: "POST", status: 503, asked: nil), CauseRow(method: "PATCH", status: 429, asked: nil),
        CauseRow(method: "PUT", status: 503, asked: -1), CauseRow(method: "DELETE", status: 503, asked: -1),
        CauseRow(method: "HEAD", status: 503, asked: -1),
        CauseRow(method: "POST", headers: ["idempotency-key": "1"], status: 503, asked: -1),
    ])
    func readsStatuses(_ row: CauseRow) throws {
        var request = HTTPRequest(try HTTPURL("http://a.example/"))
        request.method = row.method
        request.headers = try row.headers.map { try HTTPHeader($0.key, $0.value) }
        let response = HTTPResponse(
            url: request.url, status: row.status,
            headers: row.answer.map { HTTPHeader(received: $0.key, $0.value) }
                + (row.retryAfter.map { [HTTPHeader(received: "Retry-After", "\($0)")] } ?? []),
            receivedAt: 2_000_000_000)
        let cause = RetryCause(.success(response), to: request)
        expect(cause.map { $0.asked ?? -1 }, equals: row.asked)
    }

    @Test(arguments: [
        (TransferError.network("gone"), true), (.timeout(.seconds(1), from: "a:1"), true), (.untrusted("no"), false),
        (.undecodable("odd"), false), (.bodyTooLarge(limit: 1), false), (.tooManyRedirects(limit: 1), false),
        (.refusedRedirect("no"), false), (.refusedAddress(host: "a"), false), (.invalidMethod("a b"), false),
    ])
    func readsErrors(_ row: (error: TransferError, isRetried: Bool)) throws {
        var request = HTTPRequest(try HTTPURL("http://a.example/"))
        expect((RetryCause(.failure(row.error), to: request) != nil), equals: row.isRetried)
        request.method = "POST"
        expect(RetryCause(.failure(row.error), to: request), equals: nil)
    }

    @Test func anAdviserGoesBeforeTheStatus() throws {
        var request = HTTPRequest(try HTTPURL("http://a.example/"))
        request.adviser = RetryAdviser("odd") { $0.status == 403 ? .retry(after: 60) : .accept }
        func asked(_ status: Int) -> Int? {
            RetryCause(.success(HTTPResponse(url: request.url, status: status)), to: request)?.asked
        }
        expect(asked(403), equals: 60)
        expect(asked(503), equals: nil)
    }

    struct DelayRow: Sendable {
        var limit = 5
        var attempts = 1
        var asked: Int?
        var left = Duration.seconds(30)
        var chance = 0.0
        let delay: Duration?
    }

    @Test(arguments: [
        DelayRow(delay: .milliseconds(250)), DelayRow(chance: 1, delay: .milliseconds(500)),
        DelayRow(attempts: 2, chance: 1, delay: .seconds(1)), DelayRow(attempts: 5, chance: 1, delay: .seconds(8)),
        DelayRow(limit: 99, attempts: 99, left: .seconds(100), chance: 1, delay: .seconds(60)),
        DelayRow(limit: 0, delay: nil), DelayRow(attempts: 6, delay: nil),
        DelayRow(asked: 7, delay: .seconds(7)), DelayRow(asked: 7, chance: 1, delay: .milliseconds(7500)),
        DelayRow(asked: 0, delay: .milliseconds(250)), DelayRow(asked: 30, delay: nil),
        DelayRow(asked: .max, delay: nil),
        DelayRow(asked: .max, left: .seconds(100_000), delay: .seconds(86_400)),
        DelayRow(left: .milliseconds(200), delay: nil), DelayRow(left: .seconds(-5), delay: nil),
    ])
    func waits(_ row: DelayRow) {
        let policy = RetryPolicy(limit: row.limit)
        let delay = policy.delay(attempts: row.attempts, asked: row.asked, left: row.left, chance: row.chance)
        expect(delay, equals: row.delay)
    }
}
