import HTTPTransfer
import InteractorMessages
import TestSupport
import Testing
import Wire

/// Playlists and videos, in the format of the real API.
@Suite struct YouTubePlaylistTests {
    private static func entry(_ title: String, thumbnails: String = #"{"default":{"url":"d"}}"#) -> String {
        #"{"kind":"youtube#playlistItem","id":"UEx","snippet":{"publishedAt":"2019-11-21T22:17:43Z","title":"\#(title)","#
            + #""description":"About","thumbnails":\#(thumbnails),"resourceId":{"kind":"youtube#video","videoId":"v-_1"}}}"#
    }

    private static func video(_ title: String) -> Video {
        Video(
            id: "v-_1", title: title, date: "2019-11-21T22:17:43Z", description: "About", thumbnail: "d",
            url: "https://www.youtube.com/watch?v=v-_1")
    }

    @Test func readsAPage() throws {
        let items = [
            Self.entry("One"), Self.entry("Deleted video", thumbnails: "{}"), Self.entry("Private video"),
            Self.entry("No pictures", thumbnails: "{}"), "{}", Self.entry("Two"),
        ].joined(separator: ",")
        let body =
            #"{"nextPageToken":"CAoQAA","pageInfo":{"totalResults":120,"resultsPerPage":50},"items":[\#(items)]}"#
        let found = try found(list("i", "PL1"), try response(200, body), of: Video.self)
        expect(
            found,
            equals: InteractorOutput.Found(
                source: "youtube.playlist", items: [Self.video("One"), Self.video("Two")], cursor: "CAoQAA",
                total: 120, unavailable: 3, unreadable: 1))
    }

    @Test func theLastPageHasNoCursor() throws {
        let body = #"{"prevPageToken":"CAoQAQ","items":[\#(Self.entry("One"))]}"#
        let found = try found(list("i", "PL1"), try response(200, body), of: Video.self)
        expect(found, equals: InteractorOutput.Found(source: "youtube.playlist", items: [Self.video("One")]))
    }

    @Test func detailsGoBeforeTheEntry() throws {
        let body = """
            {"items":[{"snippet":{"title":"One","publishedAt":"2020-01-01T00:00:00Z","thumbnails":
            {"default":{"url":"d"},"high":{"url":"h"},"medium":{"url":"m"}},"resourceId":{"videoId":"old"}},
            "contentDetails":{"videoId":"new","videoPublishedAt":"2019-01-01T00:00:00Z"}}]}
            """
        let video = try found(list("i", "PL1"), try response(200, body), of: Video.self).items.first
        expect(video?.id, equals: "new")
        expect(video?.date, equals: "2019-01-01T00:00:00Z")
        expect(video?.thumbnail, equals: "m")
    }

    /// ISO 8601-1 §5.5.2.
    @Test(
        arguments: [
            ("PT3M33S", 213), ("PT1H2M3S", 3723), ("PT45S", 45), ("PT2H", 7200), ("P1DT1S", 86_401), ("P0D", 0),
            ("P2W", 1_209_600), ("PT0S", 0), ("", nil), ("P", nil), ("PT", nil), ("P1DT", nil), ("PT5", nil),
            ("PTS", nil),
            ("PT1X", nil), ("P1M", nil), ("1H", nil), ("PT99999999999999999999S", nil), ("PT9223372036854775807H", nil),
            ("PT-1S", nil), ("PT٣S", nil),
        ] as [(String, Int?)])
    func readsTheLengthOfAVideo(_ row: (text: String, seconds: Int?)) throws {
        let body = """
            {"items":[{"kind":"youtube#video","id":"v1","snippet":{"title":"One","thumbnails":{"high":{"url":"h"}}},
            "contentDetails":{"duration":"\(row.text)","dimension":"2d"}}]}
            """
        let found = try found(lookup(in: "youtube.playlist", "v1"), try response(200, body), of: Video.self)
        expect(found.items.map(\.id), equals: ["v1"])
        expect(found.items.first?.duration, equals: row.seconds)
    }

    @Test func anUnknownVideoIsFoundWithNoItems() throws {
        let body = #"{"items":[],"pageInfo":{"totalResults":0}}"#
        let found = try found(lookup(in: "youtube.playlist", "v1"), try response(200, body), of: Video.self)
        expect(found, equals: InteractorOutput.Found(source: "youtube.playlist", items: []))
    }

    @Test func aMissingKeyFailsBeforeAnyRequest() throws {
        var fetcher = try makeFetcher(environment: ["YOUTUBE_API_KEY": ""])
        for request in [list("i", "PL1"), lookup(in: "youtube.playlist", "v1")] {
            let answer = fetcher.answerAtOnce(request)
            let failed = try require(answer).decode(InteractorOutput.Failed.self)
            expect(failed.kind, equals: .unauthorized)
            expect(failed.message, contains: "set YOUTUBE_API_KEY")
        }
    }

    private static func error(_ reason: String, _ message: String) -> String {
        #"{"error":{"code":0,"message":"\#(message)","errors":[{"domain":"d","reason":"\#(reason)","message":"m"}]}}"#
    }

    @Test(
        arguments: [
            (400, error("keyInvalid", "Bad Request"), .unauthorized, "YOUTUBE_API_KEY is not accepted"),
            (
                400, error("badRequest", "API key not valid. Please pass a valid API key."), .unauthorized,
                "API key not valid"
            ),
            (403, error("accessNotConfigured", "Not enabled"), .unauthorized, "Not enabled"),
            (401, "", .unauthorized, "YOUTUBE_API_KEY"),
            (400, error("badRequest", "No filter"), .http, "HTTP 400 from a.example: No filter"),
            (400, error("invalidPageToken", "Odd token"), .http, "HTTP 400 from a.example: Odd token"),
            (404, error("playlistNotFound", "No such list"), .notFound, "HTTP 404 from a.example: No such list"),
            (404, "", .http, "HTTP 404 from a.example"),
            (
                403,
                error("quotaExceeded", #"You exceeded <a href=\"/q?a>b\">your &quot;quota&quot;</a>, 1 < 2 &amp;lt;."#),
                .rateLimited, #"(HTTP 403: You exceeded b">your "quota", 1 < 2 &lt;.)"#
            ),
            (503, error("rateLimitExceeded", "Slower"), .http, "HTTP 503 from a.example: Slower"),
            (403, error("playlistItemsNotAccessible", "Private"), .notFound, "Private"),
            (400, #"{"error":"invalid_grant","error_description":"Odd"}"#, .http, "HTTP 400 from a.example: Odd"),
            (400, #"{"error":{"message":7,"errors":{},"details":"x"}}"#, .http, "HTTP 400 from a.example"),
            (500, "<html>", .http, "HTTP 500 from a.example"),
            (200, "<html>", .decode, "YouTube Data API"),
        ] as [(Int, String, FailureKind, String)])
    func readsErrors(_ row: (status: Int, body: String, kind: FailureKind, words: String)) throws {
        let failed = try failed(list("i", "PL1"), try response(row.status, row.body))
        expect(failed.kind, equals: row.kind)
        #expect(failed.message.hasPrefix("list PL1 of youtube.playlist: "))
        expect(failed.message, contains: row.words)
        expect(failed.retryable, equals: [429, 500, 503].contains(row.status))
    }

    private static func newError(_ reason: String, _ message: String) -> String {
        #"{"error":{"code":403,"message":"\#(message)","details":[{"@type":"x/google.rpc.ErrorInfo","reason":"\#(reason)"}]}}"#
    }

    /// Problems with a key have their own message; status and reason vary.
    @Test(arguments: [
        (400, #"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}"#),
        (400, newError("API_KEY_INVALID", "No good")), (403, newError("API_KEY_HTTP_REFERRER_BLOCKED", "No good")),
        (403, newError("API_KEY_SERVICE_BLOCKED", "No good")), (403, newError("SERVICE_DISABLED", "No good")),
        (403, error("forbidden", "Requests from referer <empty> are blocked.")),
        (403, error("forbidden", "Requests to this API youtube method List are blocked.")),
        (403, error("forbidden", "The request is missing a valid API key.")),
        (403, error("dailyLimitExceededUnreg", "Daily Limit for Unauthenticated Use Exceeded.")),
        (403, error("ipRefererBlocked", "No good")), (400, error("keyExpired", "No good")),
    ])
    func aRefusedKeyIsReportedAsSuch(_ row: (status: Int, body: String)) throws {
        let failed = try failed(list("i", "PL1"), try response(row.status, row.body))
        expect(failed.kind, equals: .unauthorized)
        #expect(!failed.retryable)
        expect(failed.message, contains: "YOUTUBE_API_KEY")
    }

    @Test func aPlaylistThatIsForbiddenIsNotAboutTheKey() throws {
        let body = Self.error("forbidden", "The caller may not see this.")
        try expect(failed(list("i", "PL1"), try response(403, body)).kind, equals: .http)
    }

    @Test func aWordInAngleBracketsIsNotATag() throws {
        let body = Self.error("x", "referer <empty> and <b class='y'>bold</b>, <br/>1 <a 2> <!-- </A>")
        let message = try failed(list("i", "PL1"), try response(400, body)).message
        #expect(message.hasSuffix("referer <empty> and bold, 1  <!-- "))
    }

    /// A used-up quota is not worth a pause: it returns at midnight, Pacific time.
    @Test(
        arguments: [
            // Winter, summer, the days of the clock changes, a leap year.
            (1_767_225_600, "2026-01-01T08:00:00Z"), (1_783_000_000, "2026-07-03T07:00:00Z"),
            (1_772_949_600, "2026-03-08T08:00:00Z"), (1_772_960_400, "2026-03-09T07:00:00Z"),
            (1_793_512_800, "2026-11-01T07:00:00Z"), (1_793_520_000, "2026-11-02T08:00:00Z"),
            (1_709_200_000, "2024-03-01T08:00:00Z"),
        ])
    func aQuotaIsRenewedAtMidnight(_ row: (now: Int, moment: String)) throws {
        for body in [
            Self.error("quotaExceeded", "Spent"), Self.error("dailyLimitExceeded", "Spent"),
            Self.error("rateLimitExceeded", "Quota exceeded for 'Queries' and limit 'Queries per day' of service"),
            #"{"error":{"details":[{"metadata":{"quota_limit":"defaultPerDayPerProject"}}]}}"#,
        ] {
            for status in [403, 429] {
                let failed = try failed(list("i", "PL1"), try response(status, body, receivedAt: row.now))
                expect(failed.kind, equals: .rateLimited)
                #expect(!failed.retryable)
                expect(failed.retryAt, equals: row.moment)
                expect(failed.message, contains: "used up")
            }
        }
    }
}
