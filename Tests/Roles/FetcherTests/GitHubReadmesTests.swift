import Foundation
import HTTPTransfer
import InteractorMessages
import TestSupport
import Testing
import Wire

/// READMEs in the format of the real API, and what is none.
@Suite struct GitHubReadmesTests {
    private static func file(
        _ content: [UInt8], name: String = "README.md", size: Int? = nil, encoding: String = "base64"
    ) -> String {
        let lines = Data(content).base64EncodedString(options: .lineLength64Characters).replacing("\r\n", with: "\\n")
        return #"{"name":"\#(name)","path":"docs/\#(name)","size":\#(size ?? content.count),"type":"file","#
            + #""html_url":"https://gh.example/\#(name)","encoding":"\#(encoding)","content":"\#(lines)\n"}"#
    }

    private static let limit = 256 << 10

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { "\(name), \(size) bytes, \(obstacle.map { "\($0)" } ?? "a text")" }
        let body: String
        var name = "README.md"
        var text: String?
        var obstacle: String?
        let size: Int
    }

    @Test(arguments: [
        Row(body: file(Array("# Ünï\r\n*x*\n".utf8)), text: "# Ünï\r\n*x*\n", size: 13),
        Row(body: file([0xEF, 0xBB, 0xBF, 0x78]), text: "x", size: 4),
        Row(body: file([], name: "readme.rst"), name: "readme.rst", text: "", size: 0),
        Row(body: file([0x1B] + Array("[2J\u{202E}".utf8)), text: "\u{1B}[2J\u{202E}", size: 7),
        Row(body: file([0x78, 0, 0x78]), obstacle: "binary", size: 3),
        Row(body: file([0x89, 0x50, 0x4E, 0x47, 0]), obstacle: "binary", size: 5),
        Row(body: file([0xDC, 0x62]), obstacle: "encoding", size: 2),
        Row(body: file([0xFF, 0xFE, 0x78, 0]), obstacle: "encoding", size: 4),
        Row(body: file([0xED, 0xA0, 0x80]), obstacle: "encoding", size: 3),
        Row(
            body: file(Array(repeating: 0x78, count: limit)), text: String(repeating: "x", count: limit), size: limit),
        Row(body: file(Array(repeating: 0x78, count: limit + 1)), obstacle: "tooLarge", size: limit + 1),
        // A server may say that a file is smaller than it is.
        Row(body: file(Array(repeating: 0x78, count: limit + 1), size: 1), obstacle: "tooLarge", size: limit + 1),
        // Over a megabyte, the API leaves the content out.
        Row(body: file([], size: 2_000_000, encoding: "none"), obstacle: "tooLarge", size: 2_000_000),
    ])
    func readsAFile(_ row: Row) throws {
        let found = try found(
            lookup(in: "github.readme", "a/b"), try response(200, row.body), of: JSONItem.self)
        let members: [String: JSONValue?] = [
            "id": .string("a/b"), "name": .string(row.name), "text": row.text.map(JSONValue.string),
            "obstacle": row.obstacle.map(JSONValue.string), "size": .number(Double(row.size)),
            "url": .string("https://gh.example/\(row.name)"),
        ]
        try expect(values(found.items), equals: [.object(members.compactMapValues(\.self))])
    }

    @Test(arguments: [
        "[]", "{}", "null", #"{"name":7}"#, #"{"name":"README.md"}"#, #"[{"name":"README.md"}]"#,
        #"{"name":"README.md","encoding":"base64","content":"%%%%"}"#,
        #"{"name":"README.md","encoding":"base64","content":"eA="}"#,
        #"{"name":"README.md","encoding":"base64","content":7}"#,
        #"{"name":"README.md","encoding":"rot13","content":"eA=="}"#,
    ])
    func anUnreadableFileIsAFailure(_ body: String) throws {
        let failed = try failed(lookup(in: "github.readme", "a/b"), try response(200, body))
        expect(failed.kind, equals: .decode)
        expect(failed.message, contains: "GitHub REST API")
        #expect(!failed.retryable)
    }

    @Test func whereThereIsNoneNothingIsFound() throws {
        let none = try response(404, #"{"message":"Not Found"}"#)
        #expect(try found(lookup(in: "github.readme", "a/b"), none, of: JSONItem.self).items.isEmpty)
    }

    @Test(
        arguments: [
            (401, "{}", .unauthorized), (403, #"{"message":"API rate limit exceeded"}"#, .rateLimited),
            (403, #"{"message":"Repository access blocked"}"#, .http), (451, "{}", .http), (500, "<html>", .http),
        ] as [(Int, String, FailureKind)])
    func refusalsAreThoseOfTheAPI(_ row: (status: Int, body: String, kind: FailureKind)) throws {
        let failed = try failed(lookup(in: "github.readme", "a/b"), try response(row.status, row.body))
        expect(failed.kind, equals: row.kind)
        #expect(failed.message.hasPrefix("look up a/b in github.readme: "))
    }

    /// No name leads to another path.
    @Test(arguments: [
        "", "a", "/", "a/", "/b", "a/b/c", "../b", "a/..", "./b", "a b/c", "a/b?x", "a/b#x", "a%2F/b", "ä/b",
        "a/\u{0}", "a/b\n", String(repeating: "a", count: 101) + "/b",
    ])
    func anInvalidNameIsNotRequested(_ name: String) throws {
        var fetcher = try makeFetcher()
        let answer = fetcher.answerAtOnce(lookup(in: "github.readme", name))
        let failed = try require(answer).decode(InteractorOutput.Failed.self)
        expect(failed.kind, equals: .invalidRequest)
        #expect(failed.message.hasSuffix("is not the owner/name of a repository"))
    }

    /// A text of control characters is six times as long in JSON: too long for a line, and refused as such.
    @Test func aReadmeThatFitsNoLineIsTooLarge() throws {
        let body = Self.file(Array(repeating: 0x1B, count: 200_000))
        try expect(failed(lookup(in: "github.readme", "a/b"), try response(200, body)).kind, equals: .tooLarge)
    }
}
