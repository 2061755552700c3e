import Fetcher
import Foundation
import HTTPTransfer
import InteractorMessages
import TestSupport
import Testing
import Wire

/// Keys and tokens leave the fetcher only in requests, whatever a server does with them.
@Suite struct SecrecyTests {
    private static let program = Products.executable("viperline-fetcher")
    private static let key = "AIzaSyNobody-0_Secret"
    private static let token = "ghp_NobodysToken"

    /// The program's complete output, with the key and the token in its environment.
    private func output(_ arguments: [String], base: String) throws -> String {
        let result = try Command.run(
            [Self.program] + arguments + ["--retries", "0"],
            environment: [
                "YOUTUBE_BASE_URL": base, "YOUTUBE_API_KEY": Self.key, "GITHUB_BASE_URL": base,
                "GITHUB_TOKEN": Self.token,
            ])
        return result.output + result.diagnostics
    }

    @Test(
        arguments: [
            "PL", "echo-items", "echo-400", "echo-keyInvalid", "echo-quotaExceeded", "echo-rateLimitExceeded",
            "echo-playlistNotFound", "echo-forbidden", "to-other-host", "to-scheme", "to-port", "to-nothing",
            "to-refusal",
            "to-loop", "/echo", "/status/400", "/status/500", "/status/429", "/close", "/garbage", "/truncate",
            "/bad-gzip",
            "/endless", "/long-header", "/stall", "/binary",
        ], [["--items"], []])
    func theKeyIsNeverWritten(_ playlist: String, _ form: [String]) throws {
        let base = try Upstream.shared.get().url("/youtube")
        let text = try output(["list", "youtube.playlist", playlist, "--timeout", "3"] + form, base: base)
        #expect(!text.isEmpty)
        expect(text.lowercased(), lacks: Self.key.lowercased())
    }

    @Test func norWhenThereIsNoServer() throws {
        for base in ["http://127.0.0.1:1", "http://nobody.invalid", "http://[::1", "http://127.0.0.1:1/?x="] {
            let text = try output(["list", "youtube.playlist", "PL"], base: base)
            #expect(!text.isEmpty)
            expect(text, lacks: Self.key)
        }
    }

    @Test(arguments: [
        ["list", "youtube.playlist", key], ["list", key], ["lookup", "youtube.playlist", key], ["lookup", key, "1"],
        ["search", "github.repositories", token], ["search", "github.repositories", "wrong", token],
        ["search", token, "x"],
        ["search", "itunes.apps", "x", "--country", key], ["get", "ftp://\(key)@a.example/"], ["get", key],
    ])
    func norWhenSomebodyMistakesItForAnArgument(_ arguments: [String]) throws {
        let base = try Upstream.shared.get().url("/youtube")
        for form in [["--items"], []] {
            let text = try output(arguments + form, base: base)
            #expect(!text.isEmpty)
            expect(text.lowercased(), lacks: Self.key.lowercased())
            expect(text.lowercased(), lacks: Self.token.lowercased())
        }
    }

    /// A refused URL is quoted without a possible password.
    @Test(arguments: [
        "ftp://u:Pa55", "http://u:Pa55", "http://u:Pa55/x", "//u:Pa55", "u:Pa55", "u:Pa55@a.example", "ftp://u:Pa55@",
        "http://:Pa55@",
        "ftp://Pa55@a.example/", "ftp://u:Pa55%40a.example/", "ftp://u:Pa55%2540a.example/",
        "ftp://u:x/Pa55@a.example/",
        "ftp://u:x?Pa55@a.example/", "ftp://u:x#Pa55@a.example/", "http://a.example:x/?key=Pa55",
        "ftp://a.example/?k=Pa55",
        "ftp://a.example/#Pa55", "http://a.example/http://u:Pa55@b.example/",
        "http://a.example/http%3A%2F%2Fu%3APa55%40b/",
        "http://[u:Pa55@a.example/", "http://a b:Pa55@c/", "mailto:Pa55", "http://u:Pa55@a.example:x/",
        "ht!tp://u:Pa55@a/",
    ])
    func aRefusedURLIsQuotedWithoutItsPassword(_ url: String) throws {
        var fetcher = try makeFetcher()
        for (id, step) in fetcher.receive(get("g", url)) {
            var answer: Event?
            switch step {
            case .answer(let event): answer = event
            case .transfer: answer = fetcher.completed(id, .failure(.network("away")))
            case .work, .cancel: break
            }
            let message = try require(answer).decode(InteractorOutput.Failed.self).message
            expect(message, lacks: "Pa55", "\(message)")
            #expect(message.hasPrefix("get "))
        }
    }

    @Test(arguments: [
        ("ftp://a.example/x", "ftp://a.example/x"), ("http://a.example:x/y", "http://…"), ("nonsense", "nonsense"),
        ("ftp://a.example:21/x", "ftp://a.example:21/x"), ("ftp://[::1]:21/x", "ftp://[::1]:21/x"),
        ("ftp://u:p@a.example/x?y", "ftp://…a.example/x"), ("file:///etc/passwd", "file:///etc/passwd"),
    ])
    func theRestOfARefusedURLIsQuoted(_ row: (url: String, quoted: String)) throws {
        var fetcher = try makeFetcher()
        let answer = fetcher.answerAtOnce(get("g", row.url))
        let message = try require(answer).decode(InteractorOutput.Failed.self).message
        #expect(message.hasPrefix("get \"\(row.quoted)\": "), "\(message)")
    }

    /// A secret that a server echoes, in all spellings.
    @Test(arguments: [
        (#"{"message":"a \#(token) b"}"#, "a [secret] b"), (#"{"message":"\#(token)\#(token)"}"#, "[secret][secret]"),
        (#"{"message":"GHP_NOBODYSTOKEN"}"#, "[secret]"), (#"{"message":"ghp_nobodystoke"}"#, "ghp_nobodystoke"),
    ])
    func whatIsRepeatedIsCovered(_ row: (body: String, words: String)) throws {
        var fetcher = try makeFetcher(environment: ["GITHUB_TOKEN": Self.token])
        let answer = fetcher.answer(search(in: "github.repositories"), .success(try response(500, row.body)))
        let message = try require(answer).decode(InteractorOutput.Failed.self).message
        expect(message, equals: #"search github.repositories for "music": HTTP 500 from a.example: "# + row.words)
    }

    @Test func aLongMessageIsCutBehindItsSecrets() throws {
        var fetcher = try makeFetcher(environment: ["GITHUB_TOKEN": Self.token])
        for padding in 480...600 {
            let body = #"{"message":"\#(String(repeating: "x", count: padding))\#(Self.token)"}"#
            let answer = fetcher.answer(search(in: "github.repositories"), .success(try response(500, body)))
            let message = try require(answer).decode(InteractorOutput.Failed.self).message
            expect(message, lacks: "ghp")
        }
    }

    /// The offline session's placeholder key is not a secret.
    @Test func aShortKeyIsNotASecret() throws {
        var fetcher = try makeFetcher(environment: ["YOUTUBE_API_KEY": "offline"])
        let body = #"{"items":[{"snippet":{"title":"Work offline","thumbnails":{"high":{}}},"id":"v"}]}"#
        let answer = fetcher.answer(list("i", "PL"), .success(try response(200, body)))
        let found = try require(answer).decode(InteractorOutput.Found<Video>.self)
        expect(found.items.map(\.title), equals: ["Work offline"])
    }
}
