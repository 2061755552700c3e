import Fetcher
import HTTPTransfer
import InteractorMessages
import TestSupport
import Testing
import Wire

/// The fetcher's logic on arrays, without network or processes.
@Suite struct FetcherTests {
    private static let missing = ServerRefusal(status: 404, host: "")

    @Test(
        arguments: [
            (search(), "http://catalog.invalid/itunes/search?term=music&entity=software&limit=50"),
            (
                search(term: "a&limit=9 é", limit: 3, country: "de"),
                "http://catalog.invalid/itunes/search?term=a%26limit%3D9%20%C3%A9&entity=software&limit=3&country=de"
            ),
            (lookup(), "http://catalog.invalid/itunes/lookup?id=42&entity=software"),
            (get("g", "http://a.example/x?y"), "http://a.example/x?y"),
            (
                search(in: "itunes.songs", country: "se"),
                "http://catalog.invalid/itunes/search?term=music&entity=song&limit=50&country=se"
            ),
            (lookup(in: "itunes.songs"), "http://catalog.invalid/itunes/lookup?id=42&entity=song"),
            (
                search(in: "github.repositories", term: "a b&c"),
                "http://catalog.invalid/github/search/repositories?q=a%20b%26c&per_page=30"
            ),
            (
                search(in: "github.repositories", limit: 100, cursor: "3"),
                "http://catalog.invalid/github/search/repositories?q=music&per_page=100&page=3"
            ),
            (
                search(in: "github.repositories", order: SearchOrder(by: "stars", isDescending: true)),
                "http://catalog.invalid/github/search/repositories?q=music&sort=stars&order=desc&per_page=30"
            ),
            (
                search(in: "github.repositories", order: SearchOrder(by: "updated"), cursor: "2"),
                "http://catalog.invalid/github/search/repositories?q=music&sort=updated&order=asc&per_page=30&page=2"
            ),
            (
                lookup(in: "github.readme", "a-b/c.d_e"), "http://catalog.invalid/github/repos/a-b/c.d_e/readme"
            ),
            (
                list("i", "PL&1"),
                "http://catalog.invalid/youtube/playlistItems?part=snippet%2CcontentDetails&playlistId=PL%261&maxResults=50"
                    + "&key=a-key-of-nobody"
            ),
            (
                list("i", "PL1", limit: 3, cursor: "CAoQAA"),
                "http://catalog.invalid/youtube/playlistItems?part=snippet%2CcontentDetails&playlistId=PL1&maxResults=3"
                    + "&pageToken=CAoQAA&key=a-key-of-nobody"
            ),
            (
                lookup(in: "youtube.playlist", "v1"),
                "http://catalog.invalid/youtube/videos?part=snippet%2CcontentDetails&id=v1&key=a-key-of-nobody"
            ),
        ] as [(Event, String)])
    func asksFor(_ row: (event: Event, url: String)) throws {
        var fetcher = try makeFetcher()
        let transfer = fetcher.transfer(row.event)
        let request = try require(transfer).request
        expect(request.url.text, equals: row.url)
        expect(request.unixSocket, equals: (request.url.host == "catalog.invalid" ? "/run/catalog" : nil))
        expect(request.timeout, equals: .seconds(7))
    }

    @Test func aGetHasItsOwnTimeoutAndHeaders() throws {
        var fetcher = try makeFetcher()
        let payload = InteractorInput.Get(url: "http://a.example/", headers: ["X-B": "2", "X-A": "1"], timeout: 1.5)
        let transfer = fetcher.transfer(event("g1", InteractorInput.Get.type, payload))
        let request = try require(transfer).request
        expect(request.timeout, equals: .seconds(1.5))
        expect(request.headers, equals: [try HTTPHeader("X-A", "1"), try HTTPHeader("X-B", "2")])
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("0", 0, "2001-09-09T01:46:40Z"), ("30", 30, "2001-09-09T01:47:10Z"),
            ("3600", 3600, "2001-09-09T02:46:40Z"), ("\(Int.max)", 3600, "2001-09-09T02:46:40Z"),
            ("Sun, 09 Sep 2001 01:46:35 GMT", 0, "2001-09-09T01:46:40Z"),
        ] as [(String?, Int?, String?)])
    func clampsRetryAfter(_ row: (given: String?, seconds: Int?, moment: String?)) throws {
        for status in [429, 503] {
            let response = try response(
                status, headers: row.given.map { [HTTPHeader(received: "Retry-After", $0)] } ?? [],
                receivedAt: 1_000_000_000)
            let failed = try failed(get(), response)
            expect(failed.retryAfter, equals: row.seconds)
            expect(failed.retryAt, equals: row.moment)
        }
    }

    @Test func everyAnswerStaysInItsChain() throws {
        var fetcher = try makeFetcher()
        let answers = [
            fetcher.answer(search("x"), .success(try response(200, #"{"results":[]}"#))),
            fetcher.answer(get("x"), .success(try response(200, "body"))),
            fetcher.answer(get("x"), .failure(.network("gone"))),
            fetcher.answerAtOnce(search("x", term: "")),
            fetcher.answerAtOnce(list("x", in: "greeting")),
        ]
        for answer in answers {
            expect(answer?.correlationID, equals: "user-1")
            expect(answer?.causationID, equals: "x")
            expect(answer?.subject, equals: "apps-1")
        }
    }

    @Test func answersInOrderOfCompletionAndOnce() throws {
        var fetcher = try makeFetcher()
        let first = try fetcher.begin(get("first"))
        let second = try fetcher.begin(get("second"))
        expect(fetcher.completed(second, .success(try response()))?.causationID, equals: "second")
        expect(fetcher.completed(first, .success(try response()))?.causationID, equals: "first")
        expect(fetcher.completed(first, .success(try response())), equals: nil)
    }

    @Test(arguments: [("a", ["a"]), ("user-1", ["a", "b"]), ("nobody", [])])
    func cancels(_ row: (id: String, cancelled: [String])) throws {
        var fetcher = try makeFetcher()
        let ids = [try fetcher.begin(get("a")), try fetcher.begin(get("b"))]
        let steps = fetcher.receive(
            event("c", InteractorInput.Cancel.type, InteractorInput.Cancel(id: row.id)))
        let answered: [String] = steps.compactMap {
            if case .answer(let event) = $0.step { event.causationID } else { nil }
        }
        expect(answered, equals: row.cancelled)
        expect(steps.count, equals: 2 * row.cancelled.count)
        let late = try ids.compactMap { fetcher.completed($0, .success(try response())) }
        expect(Set(late.compactMap(\.causationID)), equals: Set(["a", "b"]).subtracting(row.cancelled))
    }

    @Test func gotIsTextOrBase64() throws {
        var fetcher = try makeFetcher()
        let kind = HTTPHeader(received: "content-type", "text/plain")
        let text = fetcher.answer(get(), .success(try response(201, "né", headers: [kind])))
        try expect(
            text?.decode(InteractorOutput.Got.self),
            equals: InteractorOutput.Got(url: "http://a.example/", status: 201, contentType: "text/plain", body: "né"))
        var binary = try response()
        binary.body = [0xFF, 0x00]
        let got = try fetcher.answer(get(), .success(binary))?.decode(InteractorOutput.Got.self)
        expect(got?.base64, equals: "/wA=")
        expect(got?.body, equals: nil)
    }

    @Test func anAnswerFitsIntoALine() throws {
        var fetcher = try makeFetcher(lineLimit: 2000)
        let fits = fetcher.answer(get(), .success(try response(200, String(repeating: "x", count: 1300))))
        expect(fits?.type, equals: InteractorOutput.Got.type)
        expect(fits.map { $0.line.count <= 2000 }, equals: true)
        let result = #"{"trackId":1,"trackName":"\#(String(repeating: "x", count: 2000))"}"#
        let over = fetcher.answer(search(), .success(try response(200, #"{"results":[\#(result)]}"#)))
        let failed = try over?.decode(InteractorOutput.Failed.self)
        expect(failed?.kind, equals: .tooLarge)
        expect(failed?.message.hasSuffix("ask for fewer, with limit"), equals: true)
    }

    @Test(
        arguments: [
            ([], Wire.ExitStatus.done), ([.network("")], .temporary),
            ([.network(""), .http(missing)], .unavailable),
            ([.network(""), .http(missing), .invalidRequest("")], .usage),
            ([.rejected(missing)], .usage), ([.rateLimited(missing)], .temporary), ([.notFound(missing)], .unavailable),
            ([.quotaExceeded(missing)], .unavailable), ([.unauthorized("", missing)], .unavailable),
        ] as [([FetchError], Wire.ExitStatus)])
    func theWorstFailureDecidesTheExit(_ row: (errors: [FetchError], status: Wire.ExitStatus)) {
        var tally = FailureTally()
        for error in row.errors { tally.note(error) }
        expect(tally.status, equals: row.status)
    }

    @Test(arguments: ["a", "a=", "a=relative", "a=/x,b"])
    func refusesHostsThatAreNotPairs(_ variable: String) {
        #expect(throws: StandIns.Malformed.self) { try StandIns { $0 == "VIPERLINE_UNIX_HOSTS" ? variable : nil } }
    }

    @Test(arguments: [
        "ITUNES_BASE_URL": "ftp://x/", "GITHUB_BASE_URL": "x", "YOUTUBE_BASE_URL": "file:///",
        "GITHUB_TOKEN": "a\r\nX-B: b", "VIPERLINE_UNIX_HOSTS": "x",
    ])
    func refusesAnEnvironmentThatCannotBe(_ variable: (key: String, value: String)) {
        #expect { try FetcherEnvironment { $0 == variable.key ? variable.value : nil } } throws: { error in
            "\(error)".contains(variable.key)
        }
    }
}
