import HTTPTransfer
import InteractorMessages
import Testing
import Wire

/// How playlists and videos are read; their shapes are those of the real API.
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
        #expect(
            found
                == InteractorOutput.Found(
                    source: "youtube.playlist", items: [Self.video("One"), Self.video("Two")], cursor: "CAoQAA",
                    total: 120, unavailable: 4))
    }

    @Test func theLastPageHasNoCursor() throws {
        let body = #"{"prevPageToken":"CAoQAQ","items":[\#(Self.entry("One"))]}"#
        let found = try found(list("i", "PL1"), try response(200, body), of: Video.self)
        #expect(found == InteractorOutput.Found(source: "youtube.playlist", items: [Self.video("One")]))
    }

    @Test func detailsGoBeforeTheEntry() throws {
        let body = """
            {"items":[{"snippet":{"title":"One","publishedAt":"2020-01-01T00:00:00Z","thumbnails":
            {"default":{"url":"d"},"high":{"url":"h"},"medium":{"url":"m"}},"resourceId":{"videoId":"old"}},
            "contentDetails":{"videoId":"new","videoPublishedAt":"2019-01-01T00:00:00Z"}}]}
            """
        let video = try found(list("i", "PL1"), try response(200, body), of: Video.self).items.first
        #expect(video?.id == "new")
        #expect(video?.date == "2019-01-01T00:00:00Z")
        #expect(video?.thumbnail == "m")
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
        #expect(found.items.map(\.id) == ["v1"])
        #expect(found.items.first?.duration == row.seconds)
    }

    @Test func anUnknownVideoIsFoundWithNoItems() throws {
        let body = #"{"items":[],"pageInfo":{"totalResults":0}}"#
        let found = try found(lookup(in: "youtube.playlist", "v1"), try response(200, body), of: Video.self)
        #expect(found == InteractorOutput.Found(source: "youtube.playlist", items: []))
    }

    @Test func aMissingKeyIsToldBeforeAnythingIsAsked() throws {
        var fetcher = try makeFetcher(environment: ["YOUTUBE_API_KEY": ""])
        for request in [list("i", "PL1"), lookup(in: "youtube.playlist", "v1")] {
            let answer = fetcher.answerAtOnce(request)
            let failed = try #require(answer).decode(InteractorOutput.Failed.self)
            #expect(failed.kind == .unauthorized)
            #expect(failed.message.contains("set YOUTUBE_API_KEY"))
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
            (429, error("rateLimitExceeded", "Slower"), .rateLimited, "asks for patience (HTTP 429: Slower)"),
            (500, "<html>", .http, "HTTP 500 from a.example"),
            (200, "<html>", .decode, "YouTube Data API"),
        ] as [(Int, String, FailureKind, String)])
    func readsErrors(_ row: (status: Int, body: String, kind: FailureKind, words: String)) throws {
        let failed = try failed(list("i", "PL1"), try response(row.status, row.body))
        #expect(failed.kind == row.kind)
        #expect(failed.message.hasPrefix("list PL1 of youtube.playlist: "))
        #expect(failed.message.contains(row.words))
        #expect(failed.retryable == [429, 500].contains(row.status))
    }
}
