import Fetcher
import InteractorMessages
import TestSupport
import Testing
import Wire

/// Local sources, and requests that any source refuses.
@Suite struct LocalSourceTests {
    @Test(
        arguments: [
            ("Red", ["Stop"]), ("Green", ["Go"]), ("Yellow", ["About to change to red"]), ("Blue", []), ("", []),
            ("red", []),
        ] as [(String, [String])])
    func theLightHasThreeColours(_ row: (color: String, instructions: [String])) throws {
        var fetcher = try makeFetcher()
        let answer = fetcher.answerAtOnce(lookup(in: "trafficlight", row.color))
        let found = try require(answer).decode(InteractorOutput.Found<LightSignal>.self)
        expect(found.source, equals: "trafficlight")
        expect(found.items, equals: row.instructions.map { LightSignal(color: row.color, instruction: $0) })
    }

    @Test func theGreetingIsTransportAndNoEntity() throws {
        var fetcher = try makeFetcher()
        let answer = fetcher.answerAtOnce(list(in: "greeting"))
        let data = String(decoding: try require(answer).data, as: UTF8.self)
        expect(data, equals: #"{"items":[{"greeting":"Hello","subject":"David Blaine"}],"source":"greeting"}"#)
    }

    @Test func thereIsNothingToCancel() throws {
        var fetcher = try makeFetcher()
        #expect(fetcher.answerAtOnce(list("g", in: "greeting")) != nil)
        let cancel = event("c", InteractorInput.Cancel.type, InteractorInput.Cancel(id: "g"))
        #expect(fetcher.receive(cancel).isEmpty)
    }

    /// Each source with each action that it does not support.
    @Test(
        arguments: [
            (list(in: "itunes.apps"), "list itunes.apps: the source has no list; it has: search, lookup"),
            (list(in: "itunes.songs", "1"), "list 1 of itunes.songs: the source has no list; it has: search, lookup"),
            (
                list(in: "github.repositories"),
                "list github.repositories: the source has no list; it has: search"
            ),
            (
                lookup(in: "github.repositories", "7"),
                "look up 7 in github.repositories: the source has no lookup; it has: search"
            ),
            (list(in: "github.readme", "a/b"), "list a/b of github.readme: the source has no list; it has: lookup"),
            (
                search(in: "youtube.playlist"),
                #"search youtube.playlist for "music": the source has no search; it has: list, lookup"#
            ),
            (search(in: "trafficlight"), #"search trafficlight for "music": the source has no search; it has: lookup"#),
            (list(in: "trafficlight"), "list trafficlight: the source has no list; it has: lookup"),
            (search(in: "greeting"), #"search greeting for "music": the source has no search; it has: list"#),
            (lookup(in: "greeting"), "look up 42 in greeting: the source has no lookup; it has: list"),
        ] as [(Event, String)])
    func namesWhatASourceHas(_ row: (event: Event, message: String)) throws {
        try expect(refusal(of: row.event)?.message, equals: row.message)
    }

    /// An order that a source has not is refused, and not silently left out.
    @Test(
        arguments: [
            (
                search(in: "github.repositories", order: SearchOrder(by: "name&order=desc")),
                #"the source does not sort by "name&order=desc"; it sorts by: stars, forks, updated"#
            ),
            (search(order: SearchOrder(by: "name")), "the source offers no sort orders"),
            (
                search(in: "itunes.songs", order: SearchOrder(by: "", isDescending: true)),
                "the source offers no sort orders"
            ),
        ] as [(Event, String)])
    func namesWhatASourceSortsBy(_ row: (event: Event, words: String)) throws {
        try expect(refusal(of: row.event)?.message.hasSuffix(row.words), equals: true)
    }

    @Test(arguments: [
        search(in: "github.repositories", term: " \t"), search(in: "itunes.songs", term: ""),
        search(in: "github.repositories", limit: 0), search(in: "github.repositories", limit: 101),
        search(in: "github.repositories", cursor: "0"), search(in: "github.repositories", cursor: "2&per_page=1"),
        search(in: "itunes.apps", cursor: "2"), lookup(in: "itunes.songs", "abc"),
        list(), list("i", ""), list("i", "PL", limit: 51), lookup(in: "youtube.playlist", ""),
    ])
    func refusesBeforeAnythingIsAsked(_ event: Event) throws {
        #expect(try refusal(of: event) != nil)
    }

    private func refusal(of event: Event) throws -> InteractorOutput.Failed? {
        var fetcher = try makeFetcher()
        let failed = try fetcher.answerAtOnce(event)?.decode(InteractorOutput.Failed.self)
        return failed?.kind == .invalidRequest ? failed : nil
    }
}
