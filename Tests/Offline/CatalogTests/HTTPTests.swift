import Foundation
import TestSupport
import Testing

@Suite("Over HTTP") struct HTTPTests {
    @Test func answersHaveTheHeadersOfTheRealOnes() throws {
        let result = try CatalogRun.shell("get 'search?term=torch' --dump-header - --output /dev/null")
        let headers = Set(result.output.split(whereSeparator: \.isNewline).map { $0.lowercased() })
        expect(headers, contains: "http/1.1 200 ok")
        expect(headers, contains: "content-type: text/javascript; charset=utf-8")
        expect(headers, contains: "content-disposition: attachment; filename=1.txt")
        expect(headers, contains: "cache-control: max-age=86400")
        expect(headers, contains: "vary: accept-encoding")
        #expect(!headers.contains { $0.hasPrefix("etag:") || $0.hasPrefix("content-encoding:") })
    }

    @Test func bodiesBeginWithThreeNewlines() throws {
        let some = try CatalogRun.shell("get 'search?term=torch'").output
        #expect(some.hasPrefix("\n\n\n{\n \"resultCount\":1,\n \"results\": [\n{"))
        let none = try CatalogRun.shell("get 'search?term=no-such-app'").output
        expect(none, equals: "\n\n\n{\n \"resultCount\":0,\n \"results\": []\n}\n")
    }

    @Test func gzipIsSentOnRequest() throws {
        let script = """
            plain=$(get 'search?term=a&limit=200' | cksum)
            packed=$(get 'search?term=a&limit=200' -H 'Accept-Encoding: gzip' | gunzip | cksum)
            test "$plain" = "$packed" && echo same
            get 'search?term=a&limit=200' -H 'Accept-Encoding: br;q=1, gzip;q=0.5' -D - -o /dev/null | grep -ic 'content-encoding: gzip'
            get 'search?term=a&limit=200' -H 'Accept-Encoding: gzip;q=0' -D - -o /dev/null | grep -ic 'content-encoding'
            """
        try expect(CatalogRun.shell(script).lines, equals: ["same", "1", "0"])
    }

    @Test(
        "How many results a request has",
        arguments: [
            ("search?term=a", 50), ("search?term=a&limit=200", 200), ("search?term=a&limit=9999", 200),
            ("search?term=a&limit=3", 3), ("search?term=a&limit=0", 1), ("search?term=a&limit=many", 50),
            ("search", 0), ("search?term=", 0), ("search?term=+", 0), ("search?term=torch&entity=song", 0),
            ("search?term=torch&media=music", 0), ("search?term=torch&media=software", 1),
            ("search?term=torch&entity=iPadSoftware&country=de&lang=en_us", 1), ("search?term=rook+raven", 1),
            ("search?term=rook%20%26%20RAVEN", 1), ("search?term=%E9%9F%B3%E6%A5%BD&limit=2", 2), ("lookup", 0),
            ("lookup?id=1", 0), ("lookup?id=x,,2", 0),
        ])
    func resultCount(path: String, count: Int) throws {
        let answer = try answer(to: path)
        expect(answer.resultCount, equals: count)
        expect(answer.results.count, equals: count)
    }

    @Test func offsetContinuesWhereTheFirstPageEnded() throws {
        let all = try answer(to: "search?term=music&limit=20").results.map(\.trackId)
        let rest = try answer(to: "search?term=music&limit=10&offset=10").results.map(\.trackId)
        expect(Array(all.dropFirst(10)), equals: rest)
    }

    @Test func lookupFindsSeveralInTheOrderAsked() throws {
        let ids = try answer(to: "search?term=chess&limit=3").results.map(\.trackId)
        let reversed = ids.reversed().map(String.init)
        let found = try answer(to: "lookup?id=\(reversed.joined(separator: ","))&entity=software")
        expect(found.results.map { String($0.trackId) }, equals: reversed)
        try expect(answer(to: "lookup?id=\(reversed.joined(separator: "%2C"))").resultCount, equals: 3)
    }

    @Test func hostileTextsCrossAsEscapesAndArriveAsTheyAre() throws {
        let body = try CatalogRun.shell("get 'search?term=trojan'").output
        let controls = body.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
        #expect(controls.isEmpty)
        expect(body.unicodeScalars, lacks: "\u{202E}")
        let answer = try JSONDecoder().decode(CatalogResponse.self, from: Data(body.utf8))
        let texts = answer.results.map { "\($0.trackName)\($0.description)" }.joined()
        for hostile in ["\u{202E}", "\u{9B}", "\u{1B}]52;"] { expect(texts, contains: hostile) }
    }

    @Test(arguments: [("nothing", "404"), ("../elsewhere", "404"), ("search/deeper", "404"), ("search?term=x", "200")])
    func status(path: String, status: String) throws {
        let result = try CatalogRun.shell("get '\(path)' --path-as-is -o /dev/null -w '%{http_code}'")
        expect(result.output, equals: status)
    }

    @Test func onlyGetIsAllowed() throws {
        try expect(CatalogRun.shell("get search -d term=x -o /dev/null -w '%{http_code}'").output, equals: "405")
    }

    private struct CatalogResponse: Decodable {
        struct Result: Decodable {
            let trackId: Int
            let trackName: String
            let description: String
            let fileSizeBytes: String
            let screenshotUrls: [String]
        }

        let resultCount: Int
        let results: [Result]
    }

    private func answer(to path: String) throws -> CatalogResponse {
        try JSONDecoder().decode(CatalogResponse.self, from: Data(try CatalogRun.shell("get '\(path)'").output.utf8))
    }
}
