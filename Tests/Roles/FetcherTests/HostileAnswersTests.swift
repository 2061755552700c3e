import Fetcher
import HTTPTransfer
import InteractorMessages
import JSON
import TestSupport
import Testing
import Wire

/// Upstream answers with each member missing or replaced: each request gets one answer, and nothing is dropped
/// silently.
@Suite struct HostileAnswersTests {
    struct Row: Sendable {
        let request: Event
        let body: String
        let list: String
        /// Members that mark a result as another kind of entity.
        let kinds: [String]
    }

    private static let rows = [
        Row(
            request: search(),
            body: #"""
                {"resultCount":2,"results":[{"kind":"software","trackId":7,"trackName":"T","sellerName":"A",
                "averageUserRating":4.5,"userRatingCount":12,"version":"1","releaseNotes":"n","description":"d",
                "currentVersionReleaseDate":"2020-08-07T16:58:01Z","screenshotUrls":["s"],"ipadScreenshotUrls":[],
                "artworkUrl100":"a","formattedPrice":"Free","primaryGenreName":"M","trackViewUrl":"u"},
                {"trackId":8,"trackName":"U"}]}
                """#, list: "results", kinds: ["kind"]),
        Row(
            request: search(in: "itunes.songs"),
            body: #"""
                {"results":[{"wrapperType":"track","kind":"song","trackId":7,"trackName":"T","artistName":"A",
                "collectionName":"C","artworkUrl100":"a","previewUrl":"p","trackTimeMillis":2000,
                "releaseDate":"2003-11-17T12:00:00Z","primaryGenreName":"P","trackPrice":1.29,"currency":"USD",
                "trackViewUrl":"u"},{"trackId":8,"trackName":"U"}]}
                """#, list: "results", kinds: ["kind", "wrapperType"]),
        Row(
            request: search(in: "github.repositories"),
            body: #"""
                {"total_count":2,"incomplete_results":false,"items":[{"id":7,"full_name":"a/b","html_url":"u",
                "description":"d","stargazers_count":12,"forks_count":3,"updated_at":"2020-08-07T16:58:01Z",
                "language":"S"},{"id":8,"full_name":"c/d","html_url":"v"}]}
                """#, list: "items", kinds: []),
        Row(
            request: list("i", "PL"),
            body: #"""
                {"nextPageToken":"C","pageInfo":{"totalResults":2,"resultsPerPage":50},"items":[{"id":"x","snippet":
                {"publishedAt":"2019-11-21T22:17:43Z","title":"T","description":"d","thumbnails":{"default":{"url":"d"}},
                "resourceId":{"kind":"k","videoId":"v"}},"contentDetails":{"videoId":"v","duration":"PT1S"}},
                {"id":"y","snippet":{"title":"U","thumbnails":{"high":{"url":"h"}}}}]}
                """#, list: "items", kinds: []),
    ]

    private static let replacements: [JSONValue?] = [
        nil, .null, .bool(true), .number(-1), .number(1e300), .number(9_223_372_036_854_775_808), .number(1e-300),
        .string(""), .string("x"), .string("NaN"), .string(String(repeating: "x", count: 2000)), .list([]),
        .list([.null]), .object([:]), .object(["a": .list([.object(["b": .null])])]), nest(40),
    ]

    private static func nest(_ depth: Int) -> JSONValue { (0..<depth).reduce(.null) { value, _ in .list([value]) } }

    @Test(arguments: rows)
    func nothingIsLostWithoutAWord(_ row: Row) throws {
        let whole = try JSONValue(row.body)
        for path in Self.paths(of: whole) {
            for replacement in Self.replacements {
                let body = Self.replacing(whole, path[...], replacement)
                var fetcher = try makeFetcher()
                let given = fetcher.answer(row.request, .success(try response(200, body.description)))
                let answer = try require(given)
                guard answer.type == InteractorOutput.found else {
                    try expect(answer.decode(InteractorOutput.Failed.self).kind, equals: .decode)
                    continue
                }
                guard case .list(let results) = body[row.list], !row.kinds.contains(path.last ?? "") else { continue }
                let data = try JSONValue(String(decoding: answer.data, as: UTF8.self))
                guard case .list(let items) = data["items"] else { continue }
                let left = [data["unavailable"], data["unreadable"]].reduce(0.0) { sum, value in
                    if case .number(let count) = value { sum + count } else { sum }
                }
                expect(items.count + Int(left), equals: results.count, "\(path)")
            }
        }
    }

    @Test(arguments: rows)
    func tenThousandResultsAreOneAnswer(_ row: Row) throws {
        guard case .object(var members) = try JSONValue(row.body), case .list(let results)? = members[row.list] else {
            Issue.record("no results in the row")
            return
        }
        members[row.list] = .list(Array(repeating: results[1], count: 10_000))
        let body = JSONValue.object(members).description
        var roomy = try makeFetcher(lineLimit: .max)
        let answer = try require(roomy.answer(row.request, .success(try response(200, body))))
        expect(JSONSlices.elements(of: "items", in: answer.data.span)?.count, equals: 10_000)
        var strict = try makeFetcher(lineLimit: 10_000)
        let refused = try require(strict.answer(row.request, .success(try response(200, body))))
        try expect(refused.decode(InteractorOutput.Failed.self).kind, equals: .tooLarge)
    }

    /// Replaces some bytes by random ones.
    @Test(arguments: rows)
    func damagedBytesAreOneAnswer(_ row: Row) throws {
        var random = Seeded(seed: 11)
        for _ in 0..<300 {
            var bytes = Array(row.body.utf8)
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...0xFF, using: &random)
            }
            var damaged = try response(200)
            damaged.body = bytes
            var fetcher = try makeFetcher()
            let answer = fetcher.answer(row.request, .success(damaged))
            expect(answer?.causationID, equals: row.request.id)
        }
    }

    /// The path of every nested value.
    private static func paths(of value: JSONValue) -> [[String]] {
        switch value {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { key, value in [[key]] + paths(of: value).map { [key] + $0 } }
        case .list(let elements):
            elements.enumerated().flatMap { index, value in
                [["\(index)"]] + paths(of: value).map { ["\(index)"] + $0 }
            }
        default: []
        }
    }

    private static func replacing(_ value: JSONValue, _ path: ArraySlice<String>, _ new: JSONValue?) -> JSONValue {
        guard let step = path.first else { return new ?? .null }
        switch value {
        case .object(var members):
            if path.count == 1, new == nil {
                members[step] = nil
            } else {
                members[step] = replacing(members[step] ?? .null, path.dropFirst(), new)
            }
            return .object(members)
        case .list(var elements):
            guard let index = Int(step), elements.indices.contains(index) else { return value }
            elements[index] = replacing(elements[index], path.dropFirst(), new)
            return .list(elements)
        default: return value
        }
    }
}
