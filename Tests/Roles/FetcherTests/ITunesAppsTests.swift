import Fetcher
import HTTPTransfer
import InteractorMessages
import TestSupport
import Testing

/// Answers of the iTunes Search API, in the format of the real one.
@Suite struct ITunesAppsTests {
    private func apps(_ results: String) throws -> [App] {
        let body = "\n\n\n{\n \"resultCount\":1,\n \"results\": [\(results)]\n}\n\n"
        let kind = HTTPHeader(received: "Content-Type", "text/javascript; charset=utf-8")
        return try found(search(), try response(200, body, headers: [kind]), of: App.self).items
    }

    @Test func readsAWholeApp() throws {
        let app = try apps(
            """
            {"kind":"software","trackId":7,"trackName":"Tüne","sellerName":"Ann","averageUserRating":4.5,
             "userRatingCount":12,"version":"1.2","releaseNotes":"Now\\nlouder.","releaseDate":"2001-01-01T00:00:00Z",
             "currentVersionReleaseDate":"2020-08-07T16:58:01Z","description":"Plays.","screenshotUrls":["s1","s2"],
             "ipadScreenshotUrls":["p1"],"artworkUrl60":"a60","artworkUrl100":"a100","artworkUrl512":"a512",
             "formattedPrice":"Free","price":0.00,"primaryGenreName":"Music","trackViewUrl":"https://apps.example/7",
             "fileSizeBytes":"80596748","minimumOsVersion":"10.10","unknown":{"a":[1]}}
            """)
        expect(
            app,
            equals: [
                App(
                    id: "7", name: "Tüne", company: "Ann", rating: 4.5, ratingCount: 12, version: "1.2",
                    releaseNotes: "Now\nlouder.", releaseDate: "2020-08-07T16:58:01Z", description: "Plays.",
                    screenshots: ["s1", "s2"], artwork: "a100", price: "Free", genre: "Music",
                    url: "https://apps.example/7")
            ])
    }

    @Test(arguments: [
        ("", []), (#"{"trackId":"1","trackName":"x"}"#, [App(id: "1", name: "x")]),
        (#"{"trackId":1,"trackName":"x"}"#, [App(id: "1", name: "x")]),
        (#"{},{"trackId":1,"trackName":"x"},{"collectionId":2}"#, [App(id: "1", name: "x")]),
        (#"{"trackId":1,"trackName":"x","kind":"mac-software"}"#, [App(id: "1", name: "x")]),
        (#"{"trackId":1,"trackName":"x","kind":"song"}"#, []),
        (
            #"{"trackId":1,"trackName":"x","sellerName":null,"version":2,"screenshotUrls":"s"}"#,
            [App(id: "1", name: "x")]
        ),
        (
            #"{"trackId":1,"trackName":"x","averageUserRating":4.12345678901234567890123456789012345678901234567890}"#,
            [App(id: "1", name: "x", rating: 4.123456789012345678)]
        ),
        (
            #"{"trackId":1,"trackName":"x","screenshotUrls":[],"ipadScreenshotUrls":["p"],"artworkUrl60":"a60"}"#,
            [App(id: "1", name: "x", screenshots: ["p"], artwork: "a60")]
        ),
        (
            #"{"trackId":1,"trackName":"x","screenshotUrls":["a",null,7,"b"]}"#,
            [App(id: "1", name: "x", screenshots: ["a", "b"])]
        ),
        (
            #"{"trackId":1,"trackName":"x","artworkUrl60":"a60","artworkUrl512":"a512"}"#,
            [App(id: "1", name: "x", artwork: "a512")]
        ),
    ])
    func toleratesWhatIsMissingOrOdd(_ row: (results: String, apps: [App])) throws {
        try expect(apps(row.results), equals: row.apps)
    }

    /// Otherwise it would look like "nothing found".
    @Test(arguments: [
        #"{"trackId":1}"#, #"{"trackName":"x"}"#, "1,null,[],{}", #"{"trackId":"x1","trackName":"x"}"#,
        #"{"trackId":1e300,"trackName":"x"}"#,
    ])
    func anUnreadableResponseIsNotAnEmptyOne(_ results: String) throws {
        let failed = try failed(search(), try response(200, #"{"results":[\#(results)]}"#))
        expect(failed.kind, equals: .decode)
        expect(failed.message, contains: "iTunes Search API")
    }

    @Test func whatCannotBeReadIsCounted() throws {
        let body = #"{"results":[{},{"trackId":1,"trackName":"x"},null,{"kind":"song","trackId":2,"trackName":"y"}]}"#
        let found = try found(search(), try response(200, body), of: App.self)
        expect(
            found,
            equals: InteractorOutput.Found(source: "itunes.apps", items: [App(id: "1", name: "x")], unreadable: 2))
    }

    /// A lone surrogate: jq 1.6 stops at it, and Foundation's decoder drops the whole entity.
    @Test(arguments: [#"\ud800"#, #"\uDC00"#, #"\ud800\ud800"#, #"\ud83d x"#, "\u{FFFD}"])
    func halfASurrogatePairCostsNoEntity(_ half: String) throws {
        let app = try apps(#"{"trackId":1,"trackName":"a\\ud800 \#(half)b \ud83d\ude00"}"#).first
        expect(app?.name.hasPrefix("a\\ud800 \u{FFFD}"), equals: true)
        expect(app?.name.hasSuffix("b 😀"), equals: true)
    }

    @Test func whatIsNoUTF8CostsNoEntityEither() throws {
        var response = try response(200)
        response.body = Array(#"{"results":[{"trackId":1,"trackName":"a"#.utf8) + [0xFF] + Array(#""}]}"#.utf8)
        try expect(found(search(), response, of: App.self).items, equals: [App(id: "1", name: "a\u{FFFD}")])
    }

    @Test(
        arguments: [
            (400, .invalidRequest, "rejects it (HTTP 400: Invalid value(s) for key(s): [country])"),
            (403, .http, "HTTP 403 from a.example: Invalid value(s)"),
            (200, .decode, "a.example answered with an error: Invalid value(s)"),
        ] as [(Int, FailureKind, String)])
    func theStoresMessageIsRepeated(_ row: (status: Int, kind: FailureKind, words: String)) throws {
        let body = #"{"errorMessage":"Invalid value(s) for key(s): [country]","queryParameters":{}}"#
        let failed = try failed(search(), try response(row.status, body))
        expect(failed.kind, equals: row.kind)
        expect(failed.message, contains: row.words)
    }

    @Test(arguments: ["http://c.invalid/i", "http://c.invalid/i/"])
    func theBaseMayEndInASlash(_ base: String) throws {
        var fetcher = try makeFetcher(environment: ["ITUNES_BASE_URL": base])
        let transfer = fetcher.transfer(lookup())
        expect(transfer?.request.url.text, equals: "http://c.invalid/i/lookup?id=42&entity=software")
    }
}
