@testable import HTTPTransfer
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
        ("/packed/br", .undecodable("the request did not ask for the Content-Encoding \"br\"")),
        (
            "/packed/deep",
            .undecodable("the request did not ask for the Content-Encoding \"gzip, gzip, gzip, gzip, gzip\"")
        ),
        ("/packed-on-the-way", .undecodable("the request did not ask for the Transfer-Encoding \"gzip, chunked\"")),
    ])
    func stops(_ row: (path: String, error: TransferError)) throws {
        try expect(error(row.path), equals: row.error)
    }

    /// Two lengths that differ are two bodies; the same one twice is one (RFC 9112 §6.3).
    @Test(arguments: ["/framed/twice", "/framed/list"]) func lengthsThatDifferAreAnError(_ path: String) throws {
        try expect(error(path), equals: .network("the response has more than one Content-Length: 2, 5"))
        try expect(error("/framed/same"), equals: nil)
    }

    @Test(arguments: ["plus", "text", "none", "half", "huge", "negative"])
    func whatIsNoLengthIsAnError(_ kind: String) throws {
        guard case .network(let words)? = try error("/framed/\(kind)") else {
            Issue.record("no network error")
            return
        }
        expect(words, contains: "Content-Length")
    }

    /// A response that ends in its header is not a whole one without a body (RFC 9112 §8): it leaves no file, and is tried again.
    @Test(arguments: ["status", "name", "length", "coding", "blank", "redirect", "interim", "second"])
    func aHeaderThatIsCutIsAnError(_ kind: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/kept"
        _ = try folder.write("good", to: "kept")
        var client = try client { $0.retry.limit = 1 }
        var request = HTTPRequest(try HTTPURL(try Upstream.shared.get().url("/cut/\(kind)")))
        request.sink = .file(file)
        client.start(request, as: 1)
        var attempts = 0
        while client.pending > 0 {
            for end in client.turn().completions {
                let (result, effort) = (end.result, end.effort)
                guard case .failure(.network(let words)) = result else {
                    Issue.record("\(result)")
                    continue
                }
                expect(kind == "interim" || words == "the connection ended within the header of the response")
                attempts = effort.attempts
            }
        }
        expect(attempts, equals: 2)
        try expect(folder.text(of: "kept"), equals: "good")
    }

    /// The server has answered; only its body cannot be taken.
    @Test(arguments: ["/packed/br", "/packed/wrong", "/endless", "/gzip-bomb"])
    func theStatusOfARefusedBodyIsKnown(_ path: String) throws {
        var client = try client()
        client.start(HTTPRequest(try HTTPURL(try Upstream.shared.get().url(path))), as: 1)
        while client.pending > 0 {
            for completion in client.turn().completions { expect(completion.effort.refused?.status, equals: 200) }
        }
    }

    /// Comparing each length with all before it stalled every transfer for minutes.
    @Test(.timeLimit(.minutes(1))) func thousandsOfEqualLengthsAreReadOnce() throws {
        try expect(error("/framed/many"), equals: nil)
    }

    /// Never sooner than the server asks.
    @Test(arguments: [
        ("1.5", 2), ("1.0", 1), ("0.001", 1), ("7", 7), ("1.5.5", nil), (".5", nil), ("1.", nil), ("-1", nil),
        ("1e3", nil),
        ("99999999999999999999.5", Int.max), ("9223372036854775807.5", Int.max),
    ])
    func aPartOfASecondIsAWholeOne(_ row: (value: String, seconds: Int?)) {
        expect(RetryAfter.seconds(row.value, now: 0), equals: row.seconds)
    }

    /// libcurl's own message names a host and a port that were not requested.
    @Test func aUnixSocketIsNamedWhereItFails() throws {
        let folder = try TemporaryFolder()
        var request = HTTPRequest(try HTTPURL("http://x.invalid/"))
        request.unixSocket = folder.path + "/none"
        let missing = try fetch(request)
        expect(
            missing,
            equals: .failure(.network("connect to the Unix socket \(folder.path)/none: No such file or directory")))
        request.unixSocket = folder.path + "/" + String(repeating: "s", count: 108)
        guard case .failure(.file(let words)) = try fetch(request) else {
            Issue.record("it is not reported")
            return
        }
        #expect(words.hasSuffix("its path has more than 107 bytes"))
    }

    /// The server is at fault, not the request.
    @Test(arguments: ["http://", "http://%25E2%2584%2580.example/", "http://%25FF.example/"])
    func aRedirectToNoURLIsRefused(_ target: String) throws {
        guard case .refusedRedirect(let words)? = try error("/redirect-to?url=\(target)") else {
            Issue.record("no refusal")
            return
        }
        #expect(words.hasPrefix("its Location is not a URL ("))
    }

    @Test(arguments: ["/packed/early", "/packed/nested-early", "/packed/odd", "/packed/wrong", "/bad-gzip"])
    func aBrokenGzipFailsWithoutARetry(_ path: String) throws {
        var client = try client { $0.retry.limit = 2 }
        client.start(HTTPRequest(try HTTPURL(try Upstream.shared.get().url(path))), as: 1)
        var attempts = 0
        while client.pending > 0 {
            for end in client.turn().completions {
                let (result, effort) = (end.result, end.effort)
                attempts = effort.attempts
                guard case .failure(.undecodable) = result else {
                    Issue.record("\(path) was \(result)")
                    continue
                }
            }
        }
        expect(attempts, equals: 1)
    }

    @Test(arguments: ["/truncate", "/close", "/garbage"])
    func reportsNetworkErrors(_ path: String) throws {
        guard case .network(let words)? = try error(path) else {
            Issue.record("no network error")
            return
        }
        #expect(!words.isEmpty)
    }

    @Test func reportsABodyThatCannotBeDecompressed() throws {
        guard case .undecodable? = try error("/bad-gzip") else {
            Issue.record("no decoding error")
            return
        }
    }

    @Test func reportsAHostThatDoesNotListen() throws {
        let unused = HTTPRequest(try HTTPURL("http://127.0.0.1:1/"))
        guard case .failure(.network(let words)) = try fetch(unused) else {
            Issue.record("no network error")
            return
        }
        #expect(words.hasPrefix("Failed to connect to 127.0.0.1 port 1 after "))
        #expect(words.hasSuffix(": Connection refused"))
    }

    @Test func givesUpAfterTheTimeout() throws {
        try expect(
            error("/stall", timeout: .milliseconds(200)),
            equals: .timeout(.milliseconds(200), from: try HTTPURL(Upstream.shared.get().url("/")).place))
    }

    @Test func aBodyOfExactlyTheLimitIsWhole() throws {
        let upstream = try Upstream.shared.get()
        let url = try HTTPURL(upstream.url("/bytes/1000"))
        let whole = try fetch(HTTPRequest(url, bodyLimit: 1000)).get()
        expect(whole.body.count, equals: 1000)
        try expect(fetch(HTTPRequest(url, bodyLimit: 999)), equals: .failure(.bodyTooLarge(limit: 999)))
    }
}
