import Foundation
import HTTPTransfer
import TestSupport
import Testing

/// Methods and bodies as a server sees them.
@Suite struct MethodTests {
    private let upstream: Upstream

    struct Echo: Decodable {
        let method: String
        let body: String
        let headers: [String: String]
    }

    init() throws { upstream = try Upstream.shared.get() }

    private func request(
        _ method: String, _ path: String = "/echo", body: String? = nil, headers: [HTTPHeader] = []
    ) throws -> HTTPRequest {
        var request = HTTPRequest(try HTTPURL(upstream.url(path)), headers: headers)
        request.method = method
        request.body = body.map { .bytes(Array($0.utf8)) }
        return request
    }

    private func echo(_ request: HTTPRequest) throws -> Echo {
        try JSONDecoder().decode(Echo.self, from: Data(try fetch(request).get().body))
    }

    @Test(
        arguments: [
            ("GET", nil, nil), ("POST", "a=1", "3"), ("POST", nil, "0"), ("PUT", "", "0"), ("PATCH", "{}", "2"),
            ("DELETE", nil, nil), ("DELETE", "x", "1"), ("OPTIONS", nil, nil), ("GET", "query", "5"),
        ] as [(String, String?, String?)])
    func sends(_ row: (method: String, body: String?, length: String?)) throws {
        let echo = try echo(try request(row.method, body: row.body))
        expect(echo.method, equals: row.method)
        expect(echo.body, equals: row.body ?? "")
        expect(echo.headers["content-length"], equals: row.length)
        expect(echo.headers["content-type"], equals: nil)
        expect(echo.headers["expect"], equals: nil)
    }

    @Test func aLargeBodyIsSentWithoutAsking() throws {
        let kind = try HTTPHeader("Content-Type", "text/plain")
        let echo = try echo(try request("POST", body: String(repeating: "x", count: 3 << 20), headers: [kind]))
        expect(echo.body.count, equals: 3 << 20)
        expect(echo.headers["content-type"], equals: "text/plain")
        expect(echo.headers["expect"], equals: nil)
    }

    @Test(arguments: [("get", "GET"), ("Post", "POST"), ("patch", "PATCH"), ("Purge", "Purge")])
    func standardMethodsAreWrittenInCapitals(_ row: (given: String, sent: String)) throws {
        try expect(request(row.given).method, equals: row.sent)
    }

    /// libcurl would wait for the answer's body, which never comes, and take the next answer for it.
    @Test(arguments: ["HEAD", "head", "TRACE"])
    func aMethodWithoutABodyIsRefusedWithOne(_ method: String) throws {
        try expect(fetch(try request(method, body: "x")), equals: .failure(.refusedBody(method: method.uppercased())))
    }

    @Test func twoHostsAreOneTooMany() throws {
        let hosts = [try HTTPHeader("Host", "a.example"), try HTTPHeader("host", "b.example")]
        guard case .failure(.refusedHeader("Host", _)) = try fetch(try request("GET", headers: hosts)) else {
            Issue.record("two hosts were sent")
            return
        }
    }

    @Test func aBodyMayComeFromAFile() throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "0123456789", count: 30_000)
        let file = try folder.write(text, to: "body")
        // With a redirect, so that the file is read twice from its beginning.
        var request = try request("POST", "/redirect-to?status=307&url=/echo")
        request.body = .file(file.path)
        let response = try fetch(request).get()
        try expect(JSONDecoder().decode(Echo.self, from: Data(response.body)).body, equals: text)
        for path in [folder.path + "/absent", folder.path] {
            request.body = .file(path)
            guard case .failure(.file(let words)) = try fetch(request) else {
                Issue.record("\(path) was sent")
                return
            }
            expect(words, contains: path)
        }
    }

    @Test func headHasNoBody() throws {
        let response = try fetch(try request("HEAD", "/bytes/100")).get()
        #expect(response.body.isEmpty)
        expect(response.header("Content-Length"), equals: "100")
    }

    @Test(arguments: ["", "GET /", "GET\r\nX: y", "CONNECT", "GÉT"])
    func refusesInvalidMethods(_ method: String) throws {
        try expect(fetch(try request(method)), equals: .failure(.invalidMethod(method)))
    }

    @Test(arguments: [
        ("POST", 301, "GET"), ("POST", 302, "GET"), ("POST", 303, "GET"), ("POST", 307, "POST"), ("POST", 308, "POST"),
        ("PUT", 301, "PUT"), ("PUT", 303, "GET"), ("HEAD", 303, "HEAD"), ("GET", 302, "GET"),
    ])
    func redirectsChangeTheMethod(_ row: (method: String, status: Int, then: String)) throws {
        let kind = try HTTPHeader("Content-Type", "text/x-test")
        let body = ["POST", "PUT"].contains(row.method) ? "body" : nil
        let path = "/redirect-to?status=\(row.status)&url=/echo"
        let response = try fetch(try request(row.method, path, body: body, headers: body == nil ? [] : [kind])).get()
        expect(response.redirects, equals: 1)
        guard row.method != "HEAD" else { return }
        let echo = try JSONDecoder().decode(Echo.self, from: Data(response.body))
        expect(echo.method, equals: row.then)
        expect(echo.body, equals: (row.then == row.method ? body ?? "" : ""))
        expect(echo.headers["content-type"], equals: (row.then == row.method && body != nil ? "text/x-test" : nil))
    }

    @Test func aBodyStaysWithItsOrigin() throws {
        let elsewhere = try Upstream()
        for status in [307, 308] {
            let path = "/redirect-to?status=\(status)&url=\(elsewhere.url("/echo"))"
            guard case .failure(.refusedRedirect) = try fetch(try request("POST", path, body: "secret")) else {
                Issue.record("the body went to another origin")
                return
            }
        }
    }

    @Test func responsesHaveSizesAndTimings() throws {
        let response = try fetch(try request("GET", "/gzip")).get()
        expect(response.hop.receivedBytes, equals: Int(response.header("Content-Length") ?? ""))
        #expect(response.hop.receivedBytes != response.body.count)
        expect(response.hop.httpVersion, equals: "1.1")
        expect(response.hop.remoteAddress, equals: "127.0.0.1")
        let first = try require(response.hop.timeToFirstByte)
        expect(first > .zero && first <= response.duration)
        expect(response.attempts, equals: 1)
        expect(response.cache, equals: nil)
    }

    @Test func limitsPerHostHold() throws {
        var client = try client { $0.parallelPerHost = 2 }
        // The server answers in groups of three; a third parallel request would be answered with the second.
        for id in 1...2 { client.start(try request("GET", "/together/3/per-host"), as: TransferID(id)) }
        client.start(try request("GET", "/bytes/1"), as: 3)
        for _ in 0..<5 { #expect(client.turn(within: .milliseconds(20)).completions.isEmpty) }
        client.cancel(1)
        while client.turn().completions.first?.id != 3 {}
    }

    @Test func environmentProxiesAreUsedOnRequest() throws {
        let proxy = try fetch(try request("GET")).get()
        expect(proxy.status, equals: 200)
        var direct = try client { $0.connection.proxy = .url("http://127.0.0.1:1") }
        direct.start(try request("GET"), as: 1)
        guard case .failure(.network)? = drain(&direct)[1] else {
            Issue.record("the proxy was passed by")
            return
        }
        // A proxy sees the whole URL.
        var through = try client { $0.connection.proxy = .url(upstream.base) }
        through.start(HTTPRequest(try HTTPURL("http://nobody.invalid/bytes/1")), as: 1)
        try expect(drain(&through)[1]?.get().text, equals: "x")
    }

    @Test func readsNetrcIfConfigured() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("machine 127.0.0.1 login ann password secret\n", to: "netrc")
        try expect(echo(try request("GET")).headers["authorization"], equals: nil)
        var client = try client { $0.connection.netrc = file.path }
        client.start(try request("GET"), as: 1)
        let body = try require(drain(&client)[1]).get().body
        let echo = try JSONDecoder().decode(Echo.self, from: Data(body))
        expect(echo.headers["authorization"], equals: "Basic YW5uOnNlY3JldA==")
    }
}
