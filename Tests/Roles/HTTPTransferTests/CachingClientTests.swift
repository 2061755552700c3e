import Foundation
import HTTPTransfer
import TestSupport
import Testing

/// The cache over real sockets: which requests reach the server.
@Suite struct CachingClientTests {
    private let upstream: Upstream
    private let folder: TemporaryFolder
    private static let hour = "Cache-Control=max-age%3D3600"
    private static let etag = "ETag=%22v1%22"

    init() throws {
        upstream = try Upstream.shared.get()
        folder = try TemporaryFolder()
    }

    private func request(_ path: String, method: String = "GET", _ headers: [HTTPHeader] = []) throws -> HTTPRequest {
        var request = HTTPRequest(try HTTPURL(upstream.url(path)), headers: headers)
        request.method = method
        return request
    }

    /// The answers to consecutive requests, each with a new client.
    private func answer(
        _ request: HTTPRequest, mode: CacheMode = .on, later: Int = 0,
        _ change: (inout ClientSettings) -> Void = { _ in }
    ) throws -> Result<HTTPResponse, TransferError> {
        let clock = Clock(wall: { Clock().wall() + later })
        var client = try client(clock: clock) {
            $0.cache = CacheSettings(mode, folder: folder.path)
            change(&$0)
        }
        client.start(request, as: 1)
        return try require(drain(&client)[1])
    }

    private func get(_ path: String, mode: CacheMode = .on, later: Int = 0) throws -> HTTPResponse {
        try answer(try request(path), mode: mode, later: later).get()
    }

    private func count(_ name: String) throws -> Int? {
        Int(try fetch(HTTPRequest(try HTTPURL(upstream.url("/counted/\(name)")))).get().text)
    }

    struct Row: Sendable {
        let name: String
        let query: String
        /// Seconds between the two requests.
        var later = 1
        let first: CacheStatus
        let second: CacheStatus
        let body: String
        let requests: Int
    }

    @Test(arguments: [
        Row(name: "fresh", query: hour, first: .miss, second: .hit, body: "fresh 1", requests: 1),
        Row(name: "old", query: hour, later: 3601, first: .miss, second: .miss, body: "old 2", requests: 2),
        Row(name: "tagged", query: etag, first: .miss, second: .validated, body: "tagged 1", requests: 2),
        Row(
            name: "dated", query: "Last-Modified=Sun,%2009%20Sep%202001%2001:46:40%20GMT&Cache-Control=no-cache",
            first: .miss, second: .validated, body: "dated 1", requests: 2),
        Row(
            name: "moved", query: etag + "&Location=/bytes/3", first: .miss, second: .validated, body: "moved 1",
            requests: 2),
        Row(name: "plain", query: "X=1", first: .miss, second: .miss, body: "plain 2", requests: 2),
        Row(
            name: "secret", query: "Cache-Control=no-store,max-age%3D60", first: .miss, second: .miss, body: "secret 2",
            requests: 2),
        Row(name: "any", query: hour + "&Vary=*", first: .miss, second: .miss, body: "any 2", requests: 2),
        Row(name: "own", query: hour + ",private&Vary=Accept", first: .miss, second: .hit, body: "own 1", requests: 1),
        Row(
            name: "broken", query: "Cache-Control=max-age%3D1,stale-if-error%3D600&status=503", later: 60,
            first: .miss, second: .stale, body: "broken 1", requests: 2),
    ])
    func answersTwice(_ row: Row) throws {
        let path = "/kept/\(row.name)?\(row.query)"
        let first = try get(path)
        expect(first.cache, equals: row.first)
        expect(first.text, equals: "\(row.name) 1")
        let second = try get(path, later: row.later)
        expect(second.cache, equals: row.second)
        expect(second.status, equals: 200)
        expect(second.text, equals: row.body)
        expect(second.attempts, equals: (row.second == .hit || row.second == .stale ? 0 : 1))
        try expect(count(row.name), equals: row.requests)
    }

    @Test func aValidatedAnswerIsFreshAgain() throws {
        let path = "/kept/again?Cache-Control=max-age%3D100&\(Self.etag)"
        // At first, our clock is behind the server's; its Date must not count as age.
        try expect(get(path, later: -200).cache, equals: .miss)
        let validated = try get(path)
        expect(validated.cache, equals: .validated)
        expect(validated.header("X-Number"), equals: "2")
        expect(validated.text, equals: "again 1")
        try expect(get(path, later: 90).cache, equals: .hit)
        try expect(get(path, later: 90).header("Age").flatMap { Int($0) }.map { 85...95 ~= $0 }, equals: true)
    }

    @Test func anErrorIsNeverKept() throws {
        for status in [403, 404, 429, 500] {
            let path = "/kept/error-\(status)?status=\(status)&\(Self.hour)"
            try expect(get(path, mode: .refresh).status, equals: 200)
            try expect(get(path, mode: .refresh).status, equals: status)
            // Entries stored before a server failed stay valid; deleted resources do not.
            let now = try answer(try request(path), mode: .only)
            expect((try? now.get().text), equals: (status == 404 ? nil : "error-\(status) 1"))
        }
    }

    @Test func modes() throws {
        let path = "/kept/modes?\(Self.hour)"
        try expect(answer(try request(path), mode: .only), equals: .failure(.notCached))
        try expect(get(path, mode: .off).cache, equals: nil)
        try expect(get(path, mode: .refresh).text, equals: "modes 2")
        try expect(get(path, mode: .refresh).text, equals: "modes 3")
        try expect(get(path).text, equals: "modes 3")
        try expect(get(path, mode: .only).cache, equals: .hit)
        try expect(get(path, mode: .only, later: 9999).cache, equals: .stale)
        try expect(answer(try request(path, method: "POST"), mode: .only), equals: .failure(.notCached))
        try expect(count("modes"), equals: 3)
    }

    @Test func requestsThatAreTheirOwn() throws {
        let path = "/kept/own-business?\(Self.hour)&\(Self.etag)"
        try expect(get(path).cache, equals: .miss)
        let conditional = try request(path, [try HTTPHeader("If-None-Match", "\"v1\"")])
        try expect(answer(conditional).get().status, equals: 304)
        try expect(answer(try request(path, [try HTTPHeader("Range", "bytes=0-1")])).get().cache, equals: nil)
        try expect(answer(try request(path, [try HTTPHeader("Cache-Control", "no-store")])).get().cache, equals: nil)
        let news = try answer(try request(path, [try HTTPHeader("Cache-Control", "no-cache")])).get()
        expect(news.cache, equals: .validated)
        try expect(get(path).cache, equals: .hit)
        // Other credentials get another answer.
        let ann = try request(path, [try HTTPHeader("Authorization", "Bearer ann")])
        try expect(answer(ann).get().cache, equals: .miss)
        try expect(answer(ann).get().cache, equals: .hit)
        try expect(
            answer(try request(path, [try HTTPHeader("Authorization", "Bearer bob")])).get().cache, equals: .miss)
    }

    @Test func whatIsChangedIsForgotten() throws {
        let path = "/kept/changed?\(Self.hour)"
        try expect(get(path).cache, equals: .miss)
        try expect(get(path).cache, equals: .hit)
        try expect(answer(try request(path, method: "PUT")).get().status, equals: 200)
        try expect(get(path).text, equals: "changed 3")
        // A failed change does not invalidate the entry.
        let failing = "/kept/failing?\(Self.hour)&status=500"
        try expect(get(failing).cache, equals: .miss)
        try expect(answer(try request(failing, method: "DELETE")).get().status, equals: 500)
        try expect(get(failing).cache, equals: .hit)
    }

    @Test func anAnswerByARedirectIsNotKept() throws {
        let path = "/redirect-to?url=/kept/redirected?\(Self.hour)"
        try expect(get(path).text, equals: "redirected 1")
        try expect(get(path).text, equals: "redirected 2")
    }

    @Test func aServerThatIsGoneIsReplacedWhereItAllowedThat() throws {
        var gone: Upstream? = try Upstream()
        let url = try require(gone?.url("/kept/gone?Cache-Control=max-age%3D1,stale-if-error%3D600"))
        let request = HTTPRequest(try HTTPURL(url))
        try expect(answer(request).get().cache, equals: .miss)
        gone = nil
        try expect(answer(request, later: 60).get().cache, equals: .stale)
        guard case .failure(.network) = try answer(request, later: 999) else {
            Issue.record("served too late")
            return
        }
    }

    @Test func aHitDoesNotWait() throws {
        let path = "/kept/quick?\(Self.hour)"
        try expect(get(path).cache, equals: .miss)
        var client = try client {
            $0.cache = CacheSettings(.on, folder: folder.path)
            $0.rate = Rate(1, per: .seconds(3600))
        }
        client.start(try request("/bytes/1"), as: 0)
        for id in 1...1000 { client.start(try request(path), as: TransferID(id)) }
        expect(drain(&client).count, equals: 1001)
    }

    @Test func withoutAPlaceTheAnswerComesAllTheSame() throws {
        let file = try folder.write("no folder", to: "file")
        let answer = try answer(try request("/kept/no-place?\(Self.hour)")) { $0.cache.folder = file.path + "/http" }
        try expect(answer.get().text, equals: "no-place 1")
    }
}
