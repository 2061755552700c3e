import HTTPTransfer
import TestSupport
import Testing

/// Retries over real sockets, with the smallest jitter, so that pauses are short.
@Suite struct RetryingClientTests {
    private let upstream: Upstream

    init() throws { upstream = try Upstream.shared.get() }

    private func outcome(
        _ path: String, limit: Int = 3, method: String = "GET", timeout: Duration = .seconds(30)
    ) throws -> (result: Result<HTTPResponse, TransferError>, attempts: [Attempt]) {
        var client = try client(clock: Clock(chance: { 0 })) { $0.retry.limit = limit }
        var request = HTTPRequest(try HTTPURL(upstream.url(path)))
        request.method = method
        request.timeout = timeout
        client.start(request, as: 7)
        var attempts: [Attempt] = []
        while client.pending > 0 {
            let turn = client.turn()
            attempts += turn.attempts
            if let completion = turn.completions.first { return (completion.result, attempts) }
        }
        throw TransferError.network("no answer")
    }

    @Test(arguments: [
        ("/flaky/a/503/1", ["HTTP 503"]), ("/flaky/b/429/2", ["HTTP 429", "HTTP 429"]),
        ("/flaky/c/429/1?Retry-After=1", ["HTTP 429"]), ("/flaky/d/503/1?Retry-After=now%2B0", ["HTTP 503"]),
        ("/flaky/e/403/1?RateLimit-Remaining=0&RateLimit-Reset=1", ["HTTP 403"]),
        ("/flaky/f/close/1", ["Empty reply from server"]),
    ])
    func recovers(_ row: (path: String, causes: [String])) throws {
        let (result, attempts) = try outcome(row.path)
        let response = try result.get()
        expect(response.text, equals: "recovered")
        expect(response.attempts, equals: row.causes.count + 1)
        expect(attempts.map(\.cause), equals: row.causes)
        expect(attempts.map(\.number), equals: Array(1...row.causes.count))
        #expect(attempts.allSatisfy { $0.id == 7 && $0.delay > .zero })
    }

    @Test(arguments: [
        ("/flaky/g/503/9", 2, "GET", 503, 3), ("/flaky/h/503/9", 0, "GET", 503, 1),
        ("/flaky/i/503/9", 2, "POST", 503, 1), ("/flaky/j/404/9", 2, "GET", 404, 1),
        // Longer than the timeout: reported at once.
        ("/flaky/k/429/9?Retry-After=3000", 2, "GET", 429, 1),
    ])
    func givesUp(_ row: (path: String, limit: Int, method: String, status: Int, attempts: Int)) throws {
        let response = try outcome(row.path, limit: row.limit, method: row.method).result.get()
        expect(response.status, equals: row.status)
        expect(response.attempts, equals: row.attempts)
    }

    @Test func allAttemptsShareTheTimeout() throws {
        let (result, attempts) = try outcome("/stall", timeout: .milliseconds(300))
        expect(result, equals: .failure(.timeout(.milliseconds(300), from: try HTTPURL(upstream.url("/")).place)))
        #expect(attempts.isEmpty)
    }

    @Test func aBudgetOfItsOwnLeavesEachAttemptItsTimeout() throws {
        var client = try client(clock: Clock(chance: { 0 })) { $0.retry = RetryPolicy(limit: 2, budget: .seconds(60)) }
        var request = HTTPRequest(try HTTPURL(upstream.url("/stall")))
        request.timeout = .milliseconds(200)
        client.start(request, as: 1)
        var attempts = 0
        while client.pending > 0 { attempts += client.turn().attempts.count }
        expect(attempts, equals: 2)
    }

    @Test func whatWaitsToBeTriedAgainCanBeCancelled() throws {
        var client = try client { $0.retry.limit = 3 }
        client.start(HTTPRequest(try HTTPURL(upstream.url("/flaky/l/503/9?Retry-After=20"))), as: 1)
        while client.turn().attempts.isEmpty {}
        client.cancel(1)
        expect(client.pending, equals: 0)
        #expect(client.turn(within: .zero).completions.isEmpty)
    }

    @Test func aWaitDoesNotBlockOthers() throws {
        var client = try client { $0.retry.limit = 3 }
        client.start(HTTPRequest(try HTTPURL(upstream.url("/flaky/m/503/1"))), as: 1)
        client.start(HTTPRequest(try HTTPURL(upstream.url("/bytes/1"))), as: 2)
        var order: [TransferID] = []
        while client.pending > 0 { order += client.turn().completions.map(\.id) }
        expect(order, equals: [2, 1])
    }

    @Test func aHalfThatFailsHasAnswersToo() throws {
        let paths = (0..<100).map { $0.isMultiple(of: 2) ? "/flaky/n\($0)/500/1" : "/status/400" }
        var client = try client(clock: Clock(chance: { 0 })) { $0.retry.limit = 1 }
        for (id, path) in paths.enumerated() {
            client.start(HTTPRequest(try HTTPURL(upstream.url(path))), as: TransferID(id))
        }
        let statuses = try drain(&client).mapValues { try $0.get().status }
        expect(statuses.count, equals: 100)
        #expect(statuses.allSatisfy { $1 == ($0.isMultiple(of: 2) ? 200 : 400) })
    }
}
