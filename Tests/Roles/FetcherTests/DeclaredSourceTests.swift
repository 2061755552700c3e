import Declarations
import JQClient
import Fetcher
import HTTPTransfer
import InteractorMessages
import JSON
import TestSupport
import Testing
import Wire
import YAML

/// Sources that a file declares: what they ask, and what they make of answers.
@Suite struct DeclaredSourceTests {
    private static let text = """
        sources:
          pages:
            url: https://api.example/search?q={term}{&page,limit,key}
            headers: {X-Token: "t ${TOKEN}"}
            variables: {key: "${KEY:-none}"}
            paging: page
            limit: 2
            answer: '{items: .hits, total, cursor: .next}'
            rate: 30/m
            cache: 10m
          offsets:
            url: https://api.example/list{?offset}
            paging: offset
            answer: '{items: map({id: .n, term: $term})}'
          cursors:
            url: https://api.example/list{?cursor}
            paging: cursor
            answer: '{items: .hits, cursor: .next}'
          params:
            url: https://api.example/list?limit=2{+cursor}
            paging: cursor
            answer: '{items: .hits, cursor: "&max_id=\\(.hits[-1].id)"}'
          links:
            url: https://api.example/list
            paging: link
            answer: .
          one:
            url: https://api.example/items/{id}
            answer: '{items: [.]}'
          graph:
            url: https://api.example/graph
            body: '{query: "query($q: String)", variables: {q: $term}}'
            answer: .data
        scenes: {s: {search: pages, row: .title}}
        """

    private func fetcher(
        _ environment: [String: String] = ["TOKEN": "secret-token-1"], _ text: String = text
    ) throws -> FetcherDouble {
        let tree = try require(YAMLReader.read(text, file: "app.yaml").tree)
        let (application, mistakes) = DeclarationReader.read(tree)
        #expect(mistakes.isEmpty, "\(mistakes)")
        let upstreams = try FetcherEnvironment(
            application, runner: ProgramProcess([Products.executable("viperline-jq")])
        ) { environment[$0] }
        expect(upstreams.rates["api.example"], equals: Rate("30/m"))
        return FetcherDouble(upstreams)
    }

    private func request(_ steps: [FetcherDouble.Numbered]) throws -> HTTPRequest {
        guard case .transfer(let request, _) = try require(steps.first).step else {
            Issue.record("\(steps)")
            throw FetchError.cancelled
        }
        return request
    }

    private func failure(_ steps: [FetcherDouble.Numbered]) throws -> String {
        guard case .answer(let event) = try require(steps.first).step else { return "" }
        return try event.decode(InteractorOutput.Failed.self).message
    }

    @Test func aSearchFillsTheTemplate() throws {
        var fetcher = try fetcher(["TOKEN": "secret-token-1", "KEY": "a&b"])
        let request = try request(fetcher.receive(search(in: "pages", term: "x & y=z/..")))
        expect(request.url.text, equals: "https://api.example/search?q=x%20%26%20y%3Dz%2F..&page=1&limit=2&key=a%26b")
        expect(
            request.headers.map { "\($0.name): \($0.value)" },
            equals: [
                "X-Token: t secret-token-1", "Accept: application/json",
            ])
        expect(request.freshness == .seconds(600) && request.method == "GET")
    }

    struct Page: Sendable, CustomTestStringConvertible {
        let source: String
        let cursor: String?
        let body: String
        let next: String?
        var testDescription: String { "\(source) \(body)" }

        init(_ source: String, _ cursor: String?, _ body: String, next: String?) {
            (self.source, self.cursor, self.body, self.next) = (source, cursor, body, next)
        }
    }

    @Test(arguments: [
        Page("pages", nil, #"{"hits":[{"id":"a"},{"id":2}],"total":5}"#, next: nil),
        Page("offsets", nil, #"[{"n":1},{"n":2}]"#, next: "2"), Page("offsets", "2", #"[{"n":3}]"#, next: "3"),
        Page("offsets", "3", "[]", next: nil),
        Page("cursors", nil, #"{"hits":[{"id":"a"}],"next":"c/2"}"#, next: "c/2"),
        Page("cursors", "c/2", #"{"hits":[{"id":"b"}],"next":null}"#, next: nil),
        Page("cursors", nil, #"{"hits":[{"id":"a"}],"next":17}"#, next: "17"),
        Page("links", nil, #"[{"id":"a"}]"#, next: "https://api.example/list?after=a"),
    ])
    func pagesFollowEachOther(_ page: Page) throws {
        var fetcher = try fetcher()
        let event =
            page.source == "pages"
            ? search(in: page.source, cursor: page.cursor) : list(in: page.source, cursor: page.cursor)
        let asked = try request(fetcher.receive(event))
        if let cursor = page.cursor { #expect(asked.url.text.hasSuffix("=\(cursor.replacing("/", with: "%2F"))")) }
        let link = try HTTPHeader("Link", "<https://api.example/list?after=a>; rel=\"next\"")
        let answer = try fetcher.answer(1, try response(200, page.body, headers: [link]))
        let found = try answer.decode(InteractorOutput.Found<JSONItem>.self)
        expect(found.cursor, equals: page.next)
        expect(found.source, equals: page.source)
    }

    /// An API may call its parameter as it likes, and refuse an empty one.
    @Test func aCursorMayBeAWholeParameter() throws {
        var fetcher = try fetcher()
        let first = try request(fetcher.receive(list(in: "params")))
        expect(first.url.text, equals: "https://api.example/list?limit=2")
        let body = #"{"hits":[{"id":"a"},{"id":"b"}]}"#
        let found = try fetcher.answer(1, try response(200, body)).decode(InteractorOutput.Found<JSONItem>.self)
        expect(found.cursor, equals: "&max_id=b")
        let second = try request(fetcher.receive(list("i2", in: "params", cursor: found.cursor)))
        expect(second.url.text, equals: "https://api.example/list?limit=2&max_id=b")
    }

    @Test func theTotalEndsPages() throws {
        for (total, next) in [(3, "2" as String?), (2, nil)] {
            var fetcher = try fetcher()
            _ = fetcher.receive(search(in: "pages"))
            // The program's output has no cursor where it is absent.
            let body = #"{"hits":[{"id":"a"},{"id":2}],"total":\#(total),"next":true}"#
            let answer = try fetcher.answer(1, try response(200, body))
            let found = try answer.decode(InteractorOutput.Found<JSONItem>.self)
            expect(found.items.map(\.id), equals: ["a", "2"])
            expect(found.total == total && found.cursor == next)
        }
    }

    @Test func aLinkStaysOnItsHost() throws {
        var fetcher = try fetcher()
        try expect(
            request(fetcher.receive(list(in: "links", cursor: "https://api.example/list?after=a"))).url.text,
            equals: "https://api.example/list?after=a")
        for cursor in [
            "https://evil.example/", "http://api.example/list", "https://api.example:8443/", "file:///etc/passwd", "x",
        ] {
            try expect(
                failure(fetcher.receive(list(in: "links", cursor: cursor))).contains("not a URL")
                    || failure(fetcher.receive(list(in: "links", cursor: cursor))).contains("only http"))
        }
    }

    @Test func aBodyIsMadeByAProgram() throws {
        var fetcher = try fetcher()
        let request = try request(fetcher.receive(search(in: "graph", term: "a\"b")))
        expect(request.method, equals: "POST")
        expect(request.body, equals: .bytes(Array(#"{"query":"query($q: String)","variables":{"q":"a\"b"}}"#.utf8)))
        #expect(request.headers.contains { $0.name == "Content-Type" && $0.value == "application/json" })
    }

    /// Whatever a server sends, there is one answer, and its message names the problem.
    @Test(arguments: [
        ("", "JSON"), ("<html>", "JSON"), ("[", "JSON"),
        (String(repeating: "[", count: 300) + String(repeating: "]", count: 300), "nested deeper than 256"),
        (String(repeating: "[", count: 255) + String(repeating: "]", count: 255), "nested too deep"),
        ("7", "Cannot index number"),
        ("{}", "items is missing"), (#"{"hits":7}"#, "items is not a list"), (#"{"hits":[{}]}"#, "none with an id"),
        (#"{"hits":[7,null,"x"]}"#, "none with an id"),
    ])
    func aStrangeAnswerIsAFailure(body: String, reason: String) throws {
        var fetcher = try fetcher()
        _ = fetcher.receive(search(in: "pages"))
        let answer = try fetcher.answer(1, try response(200, body))
        let failed = try answer.decode(InteractorOutput.Failed.self)
        expect(failed.kind == .decode && failed.message.contains(reason), "\(failed.message)")
    }

    @Test func noValueLeavesItsPlace() throws {
        var fetcher = try fetcher()
        for id in ["..", "."] {
            try expect(failure(fetcher.receive(lookup(in: "one", id))), contains: "would lead to another place")
        }
        try expect(request(fetcher.receive(lookup(in: "one", "..."))).url.text, equals: "https://api.example/items/...")
    }

    private static let filtered = """
        sources:
          pages:
            url: https://api.example/repos/{owner}/issues?q={term}{&state,page}
            paging: page
            answer: '[.[] | select($owner == null or .owner == $owner)]'
            rate: 30/m
        scenes: {s: {search: pages, row: .title, filters: {state: [open, closed], owner: Owner}}}
        """

    /// `viperline-fetcher search SOURCE --filter NAME=VALUE`.
    @Test(
        arguments: [
            (["search", "things", "x"], 0, #"{"q":"x","s":null,"o":null}"#),
            (["search", "things", "x", "--filter", "state=closed"], 0, #"{"q":"x","s":"closed","o":null}"#),
            (
                ["search", "things", "x", "--filter", "state=a=b", "--filter", "owner=ann", "--filter", "state=&"], 0,
                #"{"q":"x","s":"&","o":"ann"}"#
            ),
            (["list", "all", "--filter", "owner=ann"], 0, #"{"o":"ann"}"#),
            (["search", "things", "x", "--filter", "label=bug"], 64, "it has: state, owner"),
        ] as [([String], Int32, String)])
    func filtersStandOnTheCommandLine(_ words: [String], _ status: Int32, _ expected: String) throws {
        let program = try FetcherProgram()
        try program.folder.write(
            """
            sources:
              things: {url: https://api.example/echo, body: '{q: $term, s: $state, o: $owner}', answer: '{items: [{id: .body}]}'}
              all: {url: https://api.example/echo, body: '{o: $owner}', answer: '{items: [{id: .body}]}'}
            scenes:
              s: {search: things, row: .id, filters: {state: [open, closed], owner: Owner}}
              a: {list: all, row: .id, filters: {owner: Owner}}
            """, to: "app.yaml")
        let result = try program.run(
            words + ["--application", "app.yaml", "--items"],
            environment: ["VIPERLINE_BASE_URLS": "api.example=\(program.upstream.base)"])
        expect(result.status, equals: status, "\(result.diagnostics)")
        if status == 0 {
            try expect(JSONValue(result.output)["id"], equals: .string(expected), "\(result.output)")
        } else {
            expect(result.diagnostics, contains: expected, "\(result.diagnostics)")
        }
    }

    /// A host that the file itself names may be on this machine; one that comes from data may not.
    @Test func theFilesOwnHostIsReachedWhereOnlyPublicAddressesAre() throws {
        let program = try FetcherProgram()
        try program.folder.write(
            """
            sources: {all: {url: "\(program.upstream.base)/echo", answer: '{items: [{id: .method}]}'}}
            scenes: {a: {list: all, row: .id}}
            """, to: "app.yaml")
        let result = try program.run(
            ["--application", "app.yaml", "--ordered"],
            input: [list(in: "all"), get("g1", "\(program.upstream.base)/echo"), list("i2", in: "all")]
                .map { String(decoding: $0.line, as: UTF8.self) }.joined(),
            environment: ["VIPERLINE_PUBLIC_ONLY": "1"])
        let failures = try result.lines.map { try Event(line: $0) }.map { try? $0.decode(InteractorOutput.Failed.self) }
        expect(failures.map { $0?.kind }, equals: [nil, .local, nil], "\(result.output)")
        expect(failures[1]?.message.contains("VIPERLINE_PUBLIC_ONLY=0"), equals: true)
    }

    @Test func filtersAreVariables() throws {
        var fetcher = try fetcher([:], Self.filtered)
        let first = search(in: "pages", term: "x", filters: ["state": "open & shut", "owner": "ann"])
        try expect(
            request(fetcher.receive(first)).url.text,
            equals: "https://api.example/repos/ann/issues?q=x&state=open%20%26%20shut&page=1")
        let found = try fetcher.answer(1, try response(200, #"[{"id":1,"owner":"ann"},{"id":2,"owner":"bob"}]"#))
        try expect(found.decode(InteractorOutput.Found<JSONItem>.self).items.map(\.id), equals: ["1"])
        // An empty value is none.
        let empty = search("s2", in: "pages", term: "x", filters: ["state": "", "owner": "ann"])
        try expect(request(fetcher.receive(empty)).url.text, equals: "https://api.example/repos/ann/issues?q=x&page=1")
    }

    @Test(arguments: [
        ("owner", "..", "would lead to another place"), ("owner", "%2e%2E/..", ""),
        ("owner", "LONG", "the owner is longer than 4096 characters"),
        ("stat", "open", #"the source has no filter "stat"; it has: state, owner"#),
    ])
    func aFilterLeavesNothingElse(name: String, value: String, reason: String) throws {
        var fetcher = try fetcher([:], Self.filtered)
        let value = value == "LONG" ? String(repeating: "a", count: 1 << 20) : value
        let steps = fetcher.receive(search(in: "pages", term: "x", filters: [name: value]))
        guard !reason.isEmpty else {
            #expect(try request(steps).url.text.hasPrefix("https://api.example/repos/%252e%252E%2F../issues?"))
            return
        }
        try expect(failure(steps), contains: reason)
    }

    /// None of these is the id that it looks like without its first and last byte.
    @Test func anIdThatIsNotATextIsCountedAndNotCut() throws {
        var fetcher = try fetcher()
        _ = fetcher.receive(search(in: "pages"))
        let body = #"{"hits":[{"id":null},{"id":true},{"id":["a"]},{"id":{"a":1}},{"id":"b"},{"id":-0.5}]}"#
        let found = try fetcher.answer(1, try response(200, body)).decode(
            InteractorOutput.Found<JSONItem>.self)
        expect(found.items.map(\.id), equals: ["b", "-0.5"])
        expect(found.unreadable, equals: 4)
        for id in ["null", "true", "[1]", "7", #""""#] {
            #expect(throws: (any Error).self) { try JSONItem(json: Array(#"{"id":\#(id)}"#.utf8)) }
        }
    }

    @Test func aHeaderWhoseVariableIsEmptyIsLeftOut() throws {
        let text = Self.text.replacing("t ${TOKEN}", with: "t ${TOKEN:-}\", Accept: \"${NONE:-}")
        var fetcher = try fetcher([:], text)
        let request = try request(fetcher.receive(search(in: "pages")))
        expect(request.headers.isEmpty && request.withoutHeaders == ["X-Token", "Accept"])
    }

    @Test func oneBadItemDoesNotCostTheOthers() throws {
        var fetcher = try fetcher()
        _ = fetcher.receive(search(in: "pages"))
        let body = #"{"hits":[{"id":"\ud800x","n":1e400},{"id":""},7,{"id":12345678}]}"#
        let found = try fetcher.answer(1, try response(200, body)).decode(
            InteractorOutput.Found<JSONItem>.self)
        expect(found.items.map(\.id), equals: ["\u{FFFD}x", "12345678"])
        expect(found.unreadable, equals: 2)
    }

    /// JSON values one after another are the array of these.
    @Test(arguments: [
        ("application/x-ndjson; charset=utf-8", "{\"n\":1}\n\n{\"n\":2}", ["1", "2"], ""),
        ("application/json-seq", "\u{1E}{\"n\":\n1}\n\u{1E}{\"n\":2}\n", ["1", "2"], ""),
        ("application/jsonl", "", [], ""),
        ("application/jsonl", "{\"n\":1}\n{\"n\":", [], "value 2 of a.example is not JSON"),
        ("application/json-seq", "\u{1E}1", [], "value 1 of a.example is cut off"),
        ("application/json", "{\"n\":1}\n{\"n\":2}", [], "the body of a.example is not JSON"),
    ])
    func valuesOneAfterAnotherAreAnArray(_ row: (type: String, body: String, ids: [String], error: String)) throws {
        var fetcher = try fetcher()
        _ = fetcher.receive(list(in: "offsets"))
        let type = try HTTPHeader("Content-Type", row.type)
        let answer = try fetcher.answer(1, try response(200, row.body, headers: [type]))
        if row.error.isEmpty {
            try expect(answer.decode(InteractorOutput.Found<JSONItem>.self).items.map(\.id), equals: row.ids)
        } else {
            try expect(answer.decode(InteractorOutput.Failed.self).message, contains: row.error)
        }
    }

    @Test func aMissingItemIsNotAFailure() throws {
        var fetcher = try fetcher()
        _ = fetcher.receive(lookup(in: "one", "a/b"))
        let answer = try fetcher.answer(1, try response(404, "{}"))
        #expect(try answer.decode(InteractorOutput.Found<JSONItem>.self).items.isEmpty)
    }

    /// Where the path names what is searched for, a server has no other way to say that there is nothing.
    @Test(arguments: [
        ("/pypi/{term}/json", true), ("/pypi{/term}", true), ("/search?q={term}", false), ("/search{?term}", false),
        ("/search?a=b{&term}", false),
    ])
    func aSearchByPathThatFindsNothingIsNotAFailure(_ path: String, _ isNothing: Bool) throws {
        var fetcher = try fetcher(
            [:],
            """
            sources: {all: {url: "https://api.example\(path)", answer: ., rate: 30/m}}
            scenes: {s: {search: all, row: .title}}
            """)
        _ = fetcher.receive(search(in: "all"))
        let answer = try fetcher.answer(1, try response(404, "{}"))
        #expect((answer.type == InteractorOutput.Failed.type) != isNothing)
    }

    /// Numbers in jq are doubles.
    @Test func longIdsStayExactOrAreLeftOut() throws {
        var fetcher = try fetcher()
        _ = fetcher.receive(search(in: "pages"))
        let body =
            #"{"hits":[{"id":1342647857257299304},{"id":1342647857257299305},{"id":9007199254740993,"up_id":9007199254740995}]}"#
        let found = try fetcher.answer(1, try response(200, body)).decode(InteractorOutput.Found<JSONItem>.self)
        expect(found.items.map(\.id), equals: ["1342647857257299304", "1342647857257299305", "9007199254740993"])
        expect(String(decoding: found.items[2].json.bytes, as: UTF8.self), contains: #""up_id":"9007199254740995""#)
        // The program gives a number as an id that is none by its name.
        _ = fetcher.receive(list("l1", in: "offsets"))
        let numbers = try fetcher.answer(2, try response(200, #"[{"n":1342647857257299304},{"n":9007199254740991}]"#))
        let items = try numbers.decode(InteractorOutput.Found<JSONItem>.self)
        expect(items.items.map(\.id) == ["9007199254740991"] && items.unreadable == 1)
    }

    @Test func aRequestThatCannotBeIsRefused() throws {
        var fetcher = try fetcher()
        try expect(failure(fetcher.receive(lookup(in: "pages"))), contains: "the source has no lookup; it has: search")
        try expect(failure(fetcher.receive(search(in: "pages", cursor: "-1"))), contains: "is not a cursor of")
        try expect(failure(fetcher.receive(search(in: "pages", limit: 100_000))), contains: "limit")
        try expect(
            failure(fetcher.receive(search(in: "itunes.apps"))),
            contains: "there are: cursors, graph, links, offsets, one, pages, params")
    }

    /// A token goes into the request and nowhere else.
    @Test func credentialsAreRedacted() throws {
        var fetcher = try fetcher()
        _ = fetcher.receive(search(in: "pages"))
        let body = #"{"hits":[{"id":"a","echo":"t secret-token-1"}]}"#
        let answer = try fetcher.answer(1, try response(200, body))
        expect(String(decoding: answer.data, as: UTF8.self), lacks: "secret-token-1")
        expect(String(decoding: answer.data, as: UTF8.self), contains: "[secret]")
        #expect { try self.fetcher([:]) } throws: { error in
            "\(error)"
                == "app.yaml:4: sources.pages.headers.X-Token: the variable TOKEN is not set; set it, or write ${TOKEN:-} to do without"
        }
    }

    @Test func anotherServerTakesTheirPlace() throws {
        var fetcher = try fetcher([
            "TOKEN": "secret-token-1", "VIPERLINE_BASE_URLS": "api.example=http://catalog.invalid/example/",
            "VIPERLINE_UNIX_HOSTS": "catalog.invalid=/run/c",
        ])
        let request = try request(fetcher.receive(lookup(in: "one", "1")))
        expect(request.url.text, equals: "http://catalog.invalid/example/items/1")
        expect(request.unixSocket == "/run/c" && request.isConfigured)
        let picture = try self.request(fetcher.receive(get("g1", "https://api.example/p.png?x=1")))
        expect(picture.url.text, equals: "http://catalog.invalid/example/p.png?x=1")
    }
}
