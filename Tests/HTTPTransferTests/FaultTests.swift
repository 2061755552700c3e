import HTTPTransfer
import TestSupport
import Testing

/// Each server fault leads to one typed answer.
@Suite struct FaultTests {
    private func error(_ path: String, timeout: Duration = .seconds(30)) throws -> TransferError? {
        let upstream = try Upstream.shared.get()
        var request = HTTPRequest(try HTTPURL(upstream.url(path)))
        request.timeout = timeout
        guard case .failure(let error) = try fetch(request) else { return nil }
        return error
    }

    @Test(arguments: [
        ("/gzip-bomb", TransferError.bodyTooLarge(limit: HTTPRequest.standardBodyLimit)),
        ("/endless", .bodyTooLarge(limit: HTTPRequest.standardBodyLimit)),
        ("/headers-flood", .headersTooLarge(limit: 256 << 10)),
        ("/long-header", .headersTooLarge(limit: 100 << 10)),
        ("/redirect-loop", .tooManyRedirects(limit: 10)),
        ("/redirect/11", .tooManyRedirects(limit: 10)),
        ("/redirect-to?url=file:///etc/passwd", .refusedRedirect("file: is not http or https")),
        ("/redirect-to?url=ftp://127.0.0.1/", .refusedRedirect("ftp: is not http or https")),
        ("/packed/br", .undecodable("nobody had asked for the Content-Encoding \"br\"")),
        ("/packed-on-the-way", .undecodable("nobody had asked for the Transfer-Encoding \"gzip, chunked\"")),
    ])
    func stops(_ row: (path: String, error: TransferError)) throws {
        #expect(try error(row.path) == row.error)
    }

    /// The server is at fault, not the request.
    @Test(arguments: ["http://", "http://%25E2%2584%2580.example/", "http://%25FF.example/"])
    func aRedirectToNoURLIsRefused(_ target: String) throws {
        guard case .refusedRedirect(let words)? = try error("/redirect-to?url=\(target)") else {
            Issue.record("no refusal")
            return
        }
        #expect(words.hasPrefix("its Location is no URL ("))
    }

    @Test(arguments: ["/packed/early", "/packed/odd", "/packed/wrong", "/bad-gzip"])
    func aBrokenGzipIsNoSuccessAndIsNotTriedAgain(_ path: String) throws {
        var client = try client { $0.retry.limit = 2 }
        client.start(HTTPRequest(try HTTPURL(try Upstream.shared.get().url(path))), as: 1)
        var attempts = 0
        while client.pending > 0 {
            for (_, result, effort) in client.turn().completions {
                attempts = effort.attempts
                guard case .failure(.undecodable) = result else {
                    Issue.record("\(path) was \(result)")
                    continue
                }
            }
        }
        #expect(attempts == 1)
    }

    @Test(arguments: ["/truncate", "/close", "/garbage"])
    func tellsOfTheNetwork(_ path: String) throws {
        guard case .network(let words)? = try error(path) else {
            Issue.record("no network error")
            return
        }
        #expect(!words.isEmpty)
    }

    @Test func tellsOfABodyThatCannotBeUnpacked() throws {
        guard case .undecodable? = try error("/bad-gzip") else {
            Issue.record("no decoding error")
            return
        }
    }

    @Test func tellsOfAHostThatIsNotThere() throws {
        let unused = HTTPRequest(try HTTPURL("http://127.0.0.1:1/"))
        guard case .failure(.network(let words)) = try fetch(unused) else {
            Issue.record("no network error")
            return
        }
        #expect(words.contains("127.0.0.1"))
    }

    @Test func givesUpAfterTheTimeout() throws {
        #expect(try error("/stall", timeout: .milliseconds(200)) == .timeout(.milliseconds(200)))
    }

    @Test func aBodyOfExactlyTheLimitIsWhole() throws {
        let upstream = try Upstream.shared.get()
        let url = try HTTPURL(upstream.url("/bytes/1000"))
        let whole = try fetch(HTTPRequest(url, bodyLimit: 1000)).get()
        #expect(whole.body.count == 1000)
        #expect(try fetch(HTTPRequest(url, bodyLimit: 999)) == .failure(.bodyTooLarge(limit: 999)))
    }
}
