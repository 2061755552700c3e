import HTTPTransfer
import TestSupport
import Testing

/// Every fault of a server has one typed answer.
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
        ("/redirect-to?url=http://", .refusedRedirect("its Location is no URL")),
    ])
    func stops(_ row: (path: String, error: TransferError)) throws {
        #expect(try error(row.path) == row.error)
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
