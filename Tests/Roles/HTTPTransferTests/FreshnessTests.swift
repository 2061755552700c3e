@testable import HTTPTransfer
import TestSupport
import Testing

/// RFC 9111 as tables. The time is 2001-09-09T01:46:40Z unless a row has another.
@Suite struct FreshnessTests {
    private static let now = 1_000_000_000
    private static let date = "Sun, 09 Sep 2001 01:46:40 GMT"
    private static let tenDaysAgo = "Thu, 30 Aug 2001 01:46:40 GMT"
    private static let hourLater = "Sun, 09 Sep 2001 02:46:40 GMT"
    private static let yearsAgo = "Fri, 09 Sep 1983 01:46:40 GMT"

    private static func cached(_ headers: [(String, String)], delay: Int = 0) -> CachedResponse {
        CachedResponse(
            status: 200, headers: headers.map { HTTPHeader(received: $0, $1) }, body: [], requestedAt: now - delay,
            receivedAt: now)
    }

    struct LifetimeRow: Sendable {
        let headers: [(String, String)]
        let lifetime: Int
    }

    @Test(arguments: [
        LifetimeRow(headers: [], lifetime: 0),
        LifetimeRow(headers: [("Cache-Control", "max-age=60")], lifetime: 60),
        LifetimeRow(headers: [("cache-control", "MAX-AGE=\"60\", public")], lifetime: 60),
        LifetimeRow(headers: [("Cache-Control", "s-maxage=9, private, max-age=60")], lifetime: 60),
        LifetimeRow(headers: [("Cache-Control", "max-age=60"), ("Cache-Control", "max-age=30")], lifetime: 30),
        LifetimeRow(headers: [("Cache-Control", "max-age=99999999999999999999")], lifetime: 1 << 31),
        LifetimeRow(headers: [("Cache-Control", "max-age=-1")], lifetime: 0),
        LifetimeRow(headers: [("Cache-Control", "max-age=soon")], lifetime: 0),
        LifetimeRow(headers: [("Cache-Control", "max-age")], lifetime: 0),
        LifetimeRow(headers: [("Cache-Control", "no-cache, max-age=60")], lifetime: 0),
        LifetimeRow(headers: [("Cache-Control", "no-cache=\"X-A, max-age=9\", max-age=60")], lifetime: 0),
        LifetimeRow(headers: [("Cache-Control", "ext=\"a, max-age=9\", max-age=60")], lifetime: 60),
        LifetimeRow(headers: [("Expires", hourLater), ("Date", date)], lifetime: 3600),
        LifetimeRow(headers: [("Expires", hourLater)], lifetime: 3600),
        LifetimeRow(headers: [("Expires", "0"), ("Last-Modified", tenDaysAgo)], lifetime: 0),
        LifetimeRow(headers: [("Expires", hourLater), ("Cache-Control", "max-age=5")], lifetime: 5),
        LifetimeRow(headers: [("Last-Modified", tenDaysAgo), ("Date", date)], lifetime: 86_400),
        LifetimeRow(headers: [("Last-Modified", yearsAgo), ("Date", date)], lifetime: 86_400),
        LifetimeRow(headers: [("Last-Modified", date), ("Date", hourLater)], lifetime: 360),
        LifetimeRow(headers: [("Last-Modified", hourLater), ("Date", date)], lifetime: 0),
        LifetimeRow(headers: [("Last-Modified", "never")], lifetime: 0),
    ])
    func lifetimes(_ row: LifetimeRow) { expect(Self.cached(row.headers).lifetime, equals: .seconds(row.lifetime)) }

    @Test(
        arguments: [
            ([], 0, 0, 0), ([], 5, 0, 5), ([], -5, 0, 0), ([("Age", "30")], 5, 0, 35), ([("Age", "30")], 5, 4, 39),
            ([("Age", "-1")], 5, 0, 5), ([("Age", "x")], 5, 0, 5), ([("Date", tenDaysAgo)], 5, 0, 864_005),
            ([("Date", hourLater)], 5, 0, 5), ([("Age", "9"), ("Date", tenDaysAgo)], 0, 0, 864_000),
        ] as [([(String, String)], Int, Int, Int)])
    func ages(_ row: (headers: [(String, String)], later: Int, delay: Int, age: Int)) {
        expect(Self.cached(row.headers, delay: row.delay).age(at: Self.now + row.later), equals: .seconds(row.age))
    }

    @Test(arguments: [
        ("max-age=60", 59, true, false), ("max-age=60", 60, false, false), ("max-age=60", -1, false, false),
        ("max-age=60, stale-if-error=40", 100, false, true), ("max-age=60, stale-if-error=40", 101, false, false),
        ("max-age=60, stale-if-error=40, must-revalidate", 70, false, false),
        ("no-cache, stale-if-error=40", 1, false, false), ("must-revalidate, max-age=60", 10, true, false),
    ])
    func uses(_ row: (control: String, later: Int, isFresh: Bool, mayReplaceError: Bool)) {
        let cached = Self.cached([("Cache-Control", row.control)])
        expect(cached.isFresh(at: Self.now + row.later), equals: row.isFresh)
        if !row.isFresh { expect(cached.mayReplaceError(at: Self.now + row.later), equals: row.mayReplaceError) }
    }

    struct KeepRow: Sendable {
        var status = 200
        var method = "GET"
        var headers: [(String, String)] = [("Content-Length", "0"), ("ETag", "\"1\"")]
        var more: [(String, String)] = []
        var redirects = 0
        var version = "1.1"
        var isUnpacked = false
        let isKept: Bool
    }

    @Test(arguments: [
        KeepRow(isKept: true), KeepRow(status: 203, isKept: true), KeepRow(status: 204, isKept: false),
        KeepRow(status: 206, isKept: false), KeepRow(status: 301, isKept: false), KeepRow(status: 304, isKept: false),
        KeepRow(status: 403, isKept: false), KeepRow(status: 404, isKept: false), KeepRow(status: 500, isKept: false),
        KeepRow(method: "POST", isKept: false), KeepRow(method: "HEAD", isKept: false),
        KeepRow(more: [("Cache-Control", "no-store")], isKept: false),
        KeepRow(more: [("Cache-Control", "no-cache")], isKept: true),
        KeepRow(more: [("Cache-Control", "private")], isKept: true), KeepRow(more: [("Vary", "*")], isKept: false),
        KeepRow(more: [("Vary", "Accept-Encoding")], isKept: true), KeepRow(redirects: 1, isKept: false),
        KeepRow(headers: [("ETag", "\"1\"")], isKept: false),
        KeepRow(headers: [("ETag", "\"1\"")], version: "2", isKept: false), KeepRow(version: "2", isKept: true),
        KeepRow(headers: [("ETag", "\"1\"")], version: "2", isUnpacked: true, isKept: true),
        KeepRow(headers: [("Transfer-Encoding", "chunked"), ("ETag", "\"1\"")], isKept: true),
        KeepRow(headers: [("Content-Length", "0")], isKept: false),
        KeepRow(headers: [("Content-Length", "0"), ("Cache-Control", "max-age=1")], isKept: true),
        KeepRow(headers: [("Content-Length", "0"), ("Cache-Control", "max-age=0")], isKept: false),
    ])
    func keeps(_ row: KeepRow) throws {
        var request = HTTPRequest(try HTTPURL("http://a.example/"))
        request.method = row.method
        let headers = (row.headers + row.more).map { HTTPHeader(received: $0, $1) }
        var response = HTTPResponse(url: request.url, status: row.status, headers: headers, receivedAt: Self.now)
        response.redirects = row.redirects
        response.hop.httpVersion = row.version
        response.hop.isUnpacked = row.isUnpacked
        expect((CachedResponse(response, to: request) != nil), equals: row.isKept)
    }

    @Test func aValidationBringsNewHeadersAndNoCookies() throws {
        var cached = Self.cached([("ETag", "\"1\""), ("X-A", "old"), ("X-A", "older"), ("Content-Length", "7")])
        let news = [("x-a", "new"), ("Content-Length", "0"), ("Set-Cookie", "id=1"), ("X-B", "b")]
        let response = HTTPResponse(
            url: try HTTPURL("http://a.example/"), status: 304, headers: news.map { HTTPHeader(received: $0, $1) },
            receivedAt: Self.now + 50)
        cached.update(from: response)
        expect(cached.headers.map(\.value), equals: ["\"1\"", "7", "new", "b"])
        expect(cached.receivedAt, equals: Self.now + 50)
        expect(cached.age(at: Self.now + 51), equals: .seconds(1))
    }

    /// A validator that contains a line break is ignored.
    @Test func validatorsAreHeadersLikeOthers() {
        let cached = Self.cached([("ETag", "\"1\"\rX: y"), ("Last-Modified", Self.date)])
        expect(cached.validators.map(\.name), equals: ["If-Modified-Since"])
    }
}
