import TestSupport
import Testing

@testable import WebFront

@Suite struct PeekedHeadTests {
    private static func head(_ text: String) -> PeekedHead? { PeekedHead(Array(text.utf8)) }

    @Test func theFrontReadsWhatItNeeds() throws {
        let head = try require(
            Self.head("GET /?a=b&token=1f HTTP/1.1\r\nHOST: A.example:80 \r\nCookie: x=1; viperline-80=2e;y\r\n\r\n"))
        expect(head.method == "GET" && head.path == "/" && head.token == "1f" && head.host == "a.example:80")
        expect(head.cookie("viperline-80") == "2e" && head.cookie("viperline-8") == nil && head.cookie("y") == nil)
    }

    @Test(arguments: [
        "", "\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET http://a/ HTTP/1.1\r\n\r\n", "GET /\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nhost: evil\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}",
    ]) func nonsenseIsNoRequest(_ text: String) { expect(Self.head(text), equals: nil) }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n", false), ("GET / HTTP/1.1\r\n\r\n", true), ("\n\n", true),
        ("GET / HTTP/1.1\n\r\nx", true), ("a\r\nb\r\n", false), ("", false),
    ])
    func aHeadEndsWithAnEmptyLine(_ text: String, _ isWhole: Bool) {
        expect(PeekedHead.isWhole(Array(text.utf8)), equals: isWhole)
    }

    @Test(arguments: [
        ("/?token=1", "cross-site", true), ("/?token=1", "same-site", true), ("/?token=1&led=1", "cross-site", false),
        ("/?token=1", "same-origin", false), ("/", "none", false), ("/", "cross-site", true),
    ]) func aLinkElsewhereIsKnown(_ path: String, _ site: String, _ isElsewhere: Bool) {
        let head = Self.head("GET \(path) HTTP/1.1\r\nSec-Fetch-Site: \(site)\r\n\r\n")
        expect(head?.comesFromElsewhere, equals: isElsewhere)
    }

    @Test func answersSayTheirLength() {
        for answer in [FrontAnswer.enter(cookie: "a=b"), .lead(query: "token=1&led=1"), .noToken, .full, .busy, .ended]
        {
            let text = String(decoding: answer.bytes(), as: UTF8.self)
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
            expect(parts.count == 2 && parts[0].contains("Content-Length: \(parts[1].utf8.count)"))
            let head = String(decoding: answer.bytes(isHead: true), as: UTF8.self)
            expect(head, equals: parts[0] + "\r\n\r\n", "the same length, and no body")
            expect(parts.first?.contains("\r\nRetry-After: 60\r\n"), equals: (answer == .full))
            expect(text.contains("<title>This page is closed</title>"), equals: (answer == .noToken))
        }
    }
}
