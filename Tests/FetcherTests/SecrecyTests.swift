import Fetcher
import Foundation
import HTTPTransfer
import InteractorMessages
import TestSupport
import Testing
import Wire

/// Keys and tokens leave the fetcher in requests only, whatever a server does with them.
@Suite struct SecrecyTests {
    private static let program = Products.executable("viperline-fetcher")
    private static let key = "AIzaSyNobody-0_Secret"
    private static let token = "ghp_NobodysToken"

    /// The program's whole output, with the key and the token in its environment.
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
        #expect(!text.lowercased().contains(Self.key.lowercased()))
    }

    @Test func norWhenThereIsNoServer() throws {
        for base in ["http://127.0.0.1:1", "http://nobody.invalid", "http://[::1", "http://127.0.0.1:1/?x="] {
            let text = try output(["list", "youtube.playlist", "PL"], base: base)
            #expect(!text.isEmpty)
            #expect(!text.contains(Self.key))
        }
    }

    @Test(arguments: ["list", "youtube.playlist", Self.key])
    func norWhenSomebodyMistakesItForAnArgument(_ argument: String) throws {
        let base = try Upstream.shared.get().url("/youtube")
        let text = try output(["list", "youtube.playlist", argument], base: base)
        #expect(!text.contains(Self.key))
    }

    /// What a server repeats, in the ways in which it may be written.
    @Test(arguments: [
        (#"{"message":"a \#(token) b"}"#, "a [secret] b"), (#"{"message":"\#(token)\#(token)"}"#, "[secret][secret]"),
        (#"{"message":"GHP_NOBODYSTOKEN"}"#, "[secret]"), (#"{"message":"ghp_nobodystoke"}"#, "ghp_nobodystoke"),
    ])
    func whatIsRepeatedIsCovered(_ row: (body: String, words: String)) throws {
        var fetcher = try makeFetcher(environment: ["GITHUB_TOKEN": Self.token])
        let answer = fetcher.answer(search(in: "github.repositories"), .success(try response(500, row.body)))
        let message = try #require(answer).decode(InteractorOutput.Failed.self).message
        #expect(message == #"search github.repositories for "music": HTTP 500 from a.example: "# + row.words)
    }

    @Test func aLongMessageIsCutBehindItsSecrets() throws {
        var fetcher = try makeFetcher(environment: ["GITHUB_TOKEN": Self.token])
        for padding in 480...600 {
            let body = #"{"message":"\#(String(repeating: "x", count: padding))\#(Self.token)"}"#
            let answer = fetcher.answer(search(in: "github.repositories"), .success(try response(500, body)))
            let message = try #require(answer).decode(InteractorOutput.Failed.self).message
            #expect(!message.contains("ghp"))
        }
    }

    /// A placeholder, as the offline session has it, is a word like any other.
    @Test func aShortKeyIsNoSecret() throws {
        var fetcher = try makeFetcher(environment: ["YOUTUBE_API_KEY": "offline"])
        let body = #"{"items":[{"snippet":{"title":"Work offline","thumbnails":{"high":{}}},"id":"v"}]}"#
        let answer = fetcher.answer(list("i", "PL"), .success(try response(200, body)))
        let found = try #require(answer).decode(InteractorOutput.Found<Video>.self)
        #expect(found.items.map(\.title) == ["Work offline"])
    }
}
