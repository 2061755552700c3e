import Foundation
import HTTPTransfer
import TestSupport
import Testing

@Suite struct ResponseTests {
    private func request(_ path: String) throws -> HTTPRequest {
        HTTPRequest(try HTTPURL(try Upstream.shared.get().url(path)))
    }

    private func response(_ path: String) throws -> HTTPResponse { try fetch(try request(path)).get() }

    /// The headers that the echo server received.
    private func echoed(_ request: HTTPRequest) throws -> [String: String] {
        struct Echo: Decodable { let headers: [String: String] }
        return try JSONDecoder().decode(Echo.self, from: Data(try fetch(request).get().body)).headers
    }

    @Test(arguments: [
        ("/bytes/3", 200, "xxx"), ("/gzip", 200, "unpacked"), ("/empty", 200, ""), ("/interim", 200, "final"),
        ("/trailers", 200, "body"), ("/together/1/alone", 200, "together"), ("/status/404", 404, "refused"),
        ("/status/503", 503, "refused"), ("/forbidden-empty", 403, ""),
        ("/packed/once", 200, "one "), ("/packed/twice", 200, "one two"), ("/packed/padded", 200, "one "),
        ("/packed/nested", 200, "one "), ("/packed/mixed", 200, "one "), ("/packed/none", 200, "one "),
        ("/packed/utf-8", 200, "one "), ("/redirect-to?url=/bytes/1&status=304", 304, ""),
        ("/redirect-to?url=/bytes/1&status=305", 305, "elsewhere"),
        ("/packed/deflate", 200, "one "), ("/packed/bare", 200, "one "),
    ])
    func brings(_ row: (path: String, status: Int, body: String)) throws {
        let response = try response(row.path)
        expect(response.status, equals: row.status)
        expect(response.text, equals: row.body)
        #expect(response.url.text.hasSuffix(row.path))
    }

    @Test func headersAreTheLastResponsesOnly() throws {
        try expect(response("/interim").header("x-interim"), equals: nil)
        try expect(response("/trailers").header("x-late"), equals: nil)
        try expect(response("/redirect/1").header("location"), equals: nil)
        try expect(response("/redirect/1").header("cOnTeNt-TyPe"), equals: "application/json")
    }

    @Test func aRequestedEncodingIsKept() throws {
        var request = try request("/packed/br")
        request.headers = [try HTTPHeader("Accept-Encoding", "br")]
        try expect(fetch(request).get().text, equals: "?")
    }

    /// Headers are often copied from a browser, with its Accept-Encoding. Who leaves it out wants the body as it is sent.
    @Test(
        arguments: [
            ("/gzip", ["gzip, deflate, br, zstd"], [], "unpacked"), ("/packed/deflate", ["identity"], [], "one "),
            ("/packed/nested", ["br"], [], "one "), ("/packed/none", [], ["Accept-Encoding"], "one "),
            ("/gzip", [], ["accept-encoding"], nil),
        ] as [(String, [String], [String], String?)])
    func anEncodingOfOnesOwnIsDecodedAsWell(
        _ row: (path: String, accepted: [String], without: [String], body: String?)
    ) throws {
        var request = try request(row.path)
        request.headers = try row.accepted.map { try HTTPHeader("Accept-Encoding", $0) }
        request.withoutHeaders = row.without
        let body = try fetch(request).get().body
        if let text = row.body { expect(body, equals: Array(text.utf8)) } else { expect(body.first, equals: 0x1F) }
    }

    /// A body that is dropped need not be decoded.
    @Test func aForeignEncodingIsCountedAsItComes() throws {
        var request = try request("/packed/br")
        request.sink = .nowhere
        let response = try fetch(request).get()
        expect(response.status, equals: 200)
        expect(response.size, equals: 1)
    }

    @Test(arguments: [(nil, 302, 0), (3, 200, 3)] as [(Int?, Int, Int)])
    func redirectsAreFollowedAsFarAsIsWanted(_ row: (limit: Int?, status: Int, redirects: Int)) throws {
        var client = try client { $0.connection.redirectLimit = row.limit }
        client.start(try request("/redirect/3"), as: 1)
        client.start(try request("/redirect/4"), as: 2)
        let results = drain(&client)
        let response = try require(results[1]).get()
        expect(response.status, equals: row.status)
        expect(response.redirects, equals: row.redirects)
        if let limit = row.limit { expect(results[2], equals: .failure(.tooManyRedirects(limit: limit))) }
    }

    @Test func cookiesAreForTheRunThatWantsThem() throws {
        func seen(_ change: (inout ClientSettings) -> Void) throws -> [String] {
            var client = try client(change)
            return try (1...2).map { id in
                client.start(try request("/cookie"), as: TransferID(id))
                return try require(drain(&client)[TransferID(id)]).get().text
            }
        }
        try expect(seen { _ in }, equals: ["none", "none"])
        try expect(seen { $0.connection.cookie = "" }, equals: ["none", "seen=1"])
        let own = try seen { $0.connection.cookie = "a=b" }
        expect(own.first, equals: "a=b")
        expect(own.last?.split(separator: "; ").sorted(), equals: ["a=b", "seen=1"])
    }

    @Test func hostsOfAnyScriptAreAskedInAnyLocale() throws {
        let base = try Upstream.shared.get().base
        let port = base.split(separator: ":").last.map(String.init) ?? ""
        let target = "http://bücher.localhost:\(port)/echo"
        try expect(echoed(HTTPRequest(try HTTPURL(target)))["host"], equals: "xn--bcher-kva.localhost:\(port)")
        let redirect = try request("/redirect-to?url=http://b%25C3%25BCcher.localhost:\(port)/echo")
        try expect(echoed(redirect)["host"], equals: "xn--bcher-kva.localhost:\(port)")
    }

    @Test func anAddressMayBeGivenInPlaceOfALookup() throws {
        let port = try Upstream.shared.get().base.split(separator: ":").last.map(String.init) ?? ""
        var client = try client { $0.connection.resolved = ["nowhere.invalid:\(port):127.0.0.1"] }
        client.start(HTTPRequest(try HTTPURL("http://nowhere.invalid:\(port)/bytes/1")), as: 1)
        try expect(#require(drain(&client)[1]).get().text, equals: "x")
    }

    @Test func hasTheTimesOfAConnection() throws {
        var client = try client()
        var responses: [HTTPResponse] = []
        for id in 1...2 {
            client.start(try request("/bytes/1"), as: TransferID(id))
            responses.append(try require(drain(&client)[TransferID(id)]).get())
        }
        let (lookup, connect) = (try require(responses[0].hop.lookup), try require(responses[0].hop.connect))
        expect(lookup <= connect && connect <= responses[0].duration)
        expect(responses[0].hop.handshake, equals: nil)
        expect(responses[1].hop.connect, equals: nil, "the connection was there already")
    }

    @Test func followsTenRedirects() throws {
        let response = try response("/redirect/10")
        expect(response.status, equals: 200)
        #expect(response.url.text.hasSuffix("/echo"))
    }

    @Test func sendsItsUserAgent() throws {
        let seen = try echoed(try request("/echo"))
        expect(seen["user-agent"], equals: "tests/1")
        expect(seen["accept-encoding"]?.contains("gzip"), equals: true)
    }

    @Test func headersGoToTheSameOriginOnly() throws {
        var request = try request("/redirect/2")
        request.headers = [try HTTPHeader("X-Key", "secret"), try HTTPHeader("X-Empty", "")]
        let near = try echoed(request)
        expect(near["x-key"], equals: "secret")
        expect(near["x-empty"], equals: "")
        let elsewhere = try Upstream()
        request.url = try HTTPURL(
            request.url.text.replacing("/redirect/2", with: "/redirect-to?url=\(elsewhere.url("/echo"))"))
        let far = try echoed(request)
        expect(far["user-agent"], equals: "tests/1")
        expect(far["x-key"], equals: nil)
    }

    @Test func credentialsGoToTheSameOriginOnly() throws {
        let base = try request("/redirect/2").url.text
        let near = try HTTPURL(base.replacing("http://", with: "http://ann:secret@"))
        try expect(echoed(HTTPRequest(near))["authorization"], equals: "Basic YW5uOnNlY3JldA==")
        let elsewhere = try Upstream()
        let far = near.text.replacing("http://", with: "http://ann:secret@")
            .replacing("/redirect/2", with: "/redirect-to?url=\(elsewhere.url("/echo"))")
        try expect(echoed(HTTPRequest(try HTTPURL(far)))["authorization"], equals: nil)
    }

    @Test func speaksOverAUnixSocket() throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/s"
        let local = try Upstream(socket: socket)
        var request = HTTPRequest(try HTTPURL(local.url("/redirect/1")), unixSocket: socket)
        try expect(echoed(request)["host"], equals: "upstream.invalid")
        // Other origins do not use the socket.
        request.url = try HTTPURL(local.url("/redirect-to?url=http://elsewhere.invalid/echo"))
        guard case .failure(.network) = try fetch(request) else {
            Issue.record("another origin was asked for on the socket")
            return
        }
    }

    @Test(arguments: [("0", 0), ("120", 120), ("99999999999999999999", Int.max), ("soon", nil), ("-1", nil)])
    func readsRetryAfter(_ row: (value: String, seconds: Int?)) throws {
        try expect(response("/retry-after/\(row.value)").retryAfter, equals: row.seconds)
    }

    @Test func readsRetryAfterAsADate() throws {
        let seconds = try require(response("/retry-after/date").retryAfter)
        expect((1...101), contains: seconds)
    }

    @Test func datesAreReadByTheClientsClock() throws {
        var client = try client(clock: Clock(wall: { 1_000_000_000 }))
        client.start(HTTPRequest(try HTTPURL(try Upstream.shared.get().url("/retry-after/date"))), as: 1)
        let response = try require(drain(&client)[1]).get()
        expect(response.receivedAt, equals: 1_000_000_000)
        // The server's date is in 2020 or later.
        #expect(try #require(response.retryAfter) > 500_000_000)
    }
}
