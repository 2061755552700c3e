import Declarations
import Foundation
import TestSupport
import Testing
import YAML

@Suite struct DeclarationReaderTests {
    /// A whole application, into which a test puts a mistake.
    static let whole = """
        sources:
          stories:
            url: https://api.example/search?q={term}{&page}
            headers: {Authorization: "Bearer ${TOKEN}"}
            answer: '{items: .hits, total: .count}'
            paging: page
            rate: 30/m
            cache: 10m
          story:
            url: https://api.example/items/{id}
            answer: '{items: [.]}'
        scenes:
          stories:
            title: Stories
            search: stories
            prompt: Search stories
            row: '{title, subtitle: .author}'
            choose: story
          story:
            lookup: story
            parts: title(.title)
            press:
              o: {title: Open in the browser, url: .url}
        """

    private func mistakes(_ text: String) throws -> [String] {
        let (tree, mistakes) = YAMLReader.read(text, file: "app.yaml")
        guard let tree else { return mistakes.map(\.description) }
        return (mistakes + DeclarationReader.read(tree).mistakes).map(\.description)
    }

    @Test func aWholeOneIsRead() throws {
        let tree = try require(YAMLReader.read(Self.whole, file: "app.yaml").tree)
        let (application, mistakes) = DeclarationReader.read(tree)
        #expect(mistakes.isEmpty)
        let stories = try require(application[source: "stories"])
        expect(stories.paging == .page(first: 1) && stories.cache == .seconds(600) && stories.actions == [.search])
        expect(application[source: "story"]?.actions, equals: [.list, .lookup])
        expect(application.scenes.map(\.name), equals: ["stories", "story"])
        expect(application[scene: "story"]?.press.first?.key, equals: "o")
        expect(
            application.programs.map(\.path),
            equals: [
                "sources.stories.answer", "sources.story.answer", "scenes.stories.row", "scenes.story.parts",
                "scenes.story.press.o.url",
            ])
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let replaced: String
        let by: String
        let mistake: String
        var testDescription: String { by }

        init(_ replaced: String, _ by: String, _ mistake: String) {
            self.replaced = replaced
            self.by = by
            self.mistake = mistake
        }
    }

    static let rows = [
        Row(
            "    url: https://api.example/search", "    ulr: https://api.example/search",
            #"app.yaml:3: sources.stories: unknown key "ulr" (did you mean "url"?)"#),
        Row("{&page}", "{&pgae}", #"app.yaml:3: sources.stories.url: unknown variable "pgae" (did you mean "page"?)"#),
        Row("    paging: page\n", "", #"app.yaml:3: sources.stories.url: the variable "page" needs "paging: page""#),
        Row(
            "https://api.example/search", "https://{term}/search",
            "app.yaml:3: sources.stories.url: expected the whole host and a \"/\" before the first variable"
        ),
        Row(
            "https://api.example/search", "file:///etc/passwd",
            "app.yaml:3: sources.stories.url: expected a URL that begins"),
        Row(
            "https://api.example/search", "https://user:pw@api.example/search",
            "app.yaml:3: sources.stories.url: a URL has neither name nor password here"),
        Row(
            "https://api.example/search", "https://user:pw@{term}/search",
            "app.yaml:3: sources.stories.url: a URL has neither name nor password here"),
        Row(
            "https://api.example/search?q={term}", "http://h{+term}",
            "app.yaml:3: sources.stories.url: expected the whole host and a \"/\" before the first variable"),
        Row(
            "https://api.example/", "https://api.example:70000/",
            "app.yaml:3: sources.stories.url: expected a host, with or without a port up to 65535"),
        Row("https://api.example/", "http:///", "app.yaml:3: sources.stories.url: expected a host"),
        // Regression: these passed, and the fetcher refused each request.
        Row("https://api.example/", "https://[::1/", "app.yaml:3: sources.stories.url: expected a host"),
        Row("https://api.example/", "https://[zz]:80/", "app.yaml:3: sources.stories.url: expected a host"),
        Row("https://api.example/", "https://[::1]x/", "app.yaml:3: sources.stories.url: expected a host"),
        Row(
            "https://api.example/", "https://api.example/%2E./",
            #"app.yaml:3: sources.stories.url: a path has no part "." or "..""#),
        Row(
            #"Authorization: "Bearer ${TOKEN}""#, #""X-A": "a\r\nX-B: b""#,
            "app.yaml:4: sources.stories.headers.X-A: the value has a line break"),
        Row(
            "Authorization:", "content-length:",
            "app.yaml:4: sources.stories.headers.content-length: the fetcher sends it itself"),
        Row(
            "Authorization:", "Transfer-Encoding:",
            "app.yaml:4: sources.stories.headers.Transfer-Encoding: the fetcher sends"),
        // Regression: the fetcher refused each request.
        Row(
            #"Authorization: "Bearer ${TOKEN}""#, "Host: a.example, host: b.example",
            #"app.yaml:4: sources.stories.headers.host: "host" is listed twice; a request has one host"#),
        Row(
            "Authorization:", "x-a b:",
            #"app.yaml:4: sources.stories.headers.x-a b: "x-a b" is not a valid header name"#),
        Row(
            "    rate: 30/m", "    variables: {term: x}\n    rate: 30/m",
            #"app.yaml:7: sources.stories.variables.term: "term" is a variable of each request already"#),
        Row("  stories:\n    url", "  -r:\n    url", #"app.yaml:2: sources: bad name "-r" of a source"#),
        Row("{term}", "{term", "app.yaml:3: sources.stories.url: bad URL"),
        Row("{&page}", "{&p=pgae}", #"unknown variable "pgae" (did you mean "page"?)"#),
        Row("paging: page", "paging: {link: page, page: 1}", "expected one of page and offset"),
        Row(
            "    rate: 30/m", "    key_rate: 30/m",
            #"app.yaml:7: sources.stories.key_rate: "key_rate" goes with "rate""#),
        Row(
            "    rate: 30/m", "    base: API-URL",
            #"app.yaml:7: sources.stories.base: expected the name of a variable of the environment, found "API-URL""#),
        Row(
            "    rate: 30/m", "    id: owner/name",
            #"app.yaml:7: sources.stories.id: "id" is for a source that looks up an item by {id}"#),
        Row(
            "    rate: 30/m", "    failures: {rateLimitd: {status: 403}}",
            #"app.yaml:7: sources.stories.failures: unknown kind of failure "rateLimitd" (did you mean "rateLimited"?)"#
        ),
        Row(
            "    rate: 30/m", "    failures: {http: {status: 200}}",
            #"app.yaml:7: sources.stories.failures.http.status: expected a number from 400 to 599, found "200""#),
        Row("url: .url}", "url: .url, with: .}", #"app.yaml:23: scenes.story.press.o.with: "with" goes with "open""#),
        Row("parts: title(.title)", "parts: .\n    hint: x", #""hint" is for scenes with rows (search, list)"#),
        Row("prompt: Search stories", "early: true", #""early" is for scenes with one item"#),
        Row(
            "paging: page", "paging: pages",
            #"app.yaml:6: sources.stories.paging: expected page, offset, cursor or link, found "pages" (did you mean "page"?)"#
        ),
        Row(
            "30/m", "30 a minute",
            #"app.yaml:7: sources.stories.rate: bad rate "30 a minute"; write it as 10/s, 30/m or 100/h"#),
        Row("10m", "10", #"app.yaml:8: sources.stories.cache: bad time "10"; write it as 30s, 10m, 2h or 1d"#),
        Row(
            "Authorization:", "\"a b\":", #"app.yaml:4: sources.stories.headers.a b: "a b" is not a valid header name"#),
        Row(
            "search: stories", "search: storeis",
            #"app.yaml:15: scenes.stories: unknown source "storeis" (did you mean "stories"?)"#),
        Row(
            "search: stories", "search: story",
            #"app.yaml:15: scenes.stories: the source "story" is for list and lookup according to its variables, not for search"#
        ),
        Row(
            "choose: story", "choose: stroy",
            #"app.yaml:18: scenes.stories: unknown scene "stroy" (did you mean "story"?)"#),
        Row("    row: '{title, subtitle: .author}'\n", "", #"app.yaml:14: scenes.stories: "row" is missing"#),
        Row("parts: title(.title)", "row: title(.title)", #"app.yaml:20: scenes.story: "parts" is missing"#),
        Row(
            "prompt: Search stories", "prompt: [a]",
            "app.yaml:16: scenes.stories.prompt: expected a text of one line, found a list"),
        Row("title: Open in the browser, ", "", #"app.yaml:23: scenes.story.press.o: "title" is missing"#),
        Row(
            "url: .url}", "opne: story}",
            #"app.yaml:23: scenes.story.press.o: unknown key "opne" (did you mean "open"?)"#),
        Row(
            "  stories:\n    title: Stories\n    search: stories", "  stories:\n    title: Stories\n    lookup: story",
            "the session begins with the first scene"),
        Row("sources:", "source:", #"unknown source "stories""#),
    ]

    /// What stands below the prompt of the search, in line 17.
    private static func row(_ added: String, _ mistake: String) -> Row {
        let place = mistake.hasPrefix("scenes.") ? "app.yaml:17: " : ""
        return Row("    prompt: Search stories", "    prompt: Search stories\n    \(added)", place + mistake)
    }

    static let filterRows = [
        row(
            "filters: {tag: [a, b]}",
            #"scenes.stories: the source "stories" does not use "tag"; write {tag} in its URL, or $tag in body or answer"#
        ),
        row(
            "filters: {term: [a]}",
            #"scenes.stories.filters: "term" is a variable of each request already; choose another name"#),
        row("filters: {and: [a]}", #"scenes.stories.filters: "and" is a word of jq; choose another name"#),
        row("filters: {a-b: [a]}", #"scenes.stories.filters: bad name "a-b" of a filter"#),
        row("filters: {tag: [a, a]}", #"the option "a" is listed twice"#),
        row("filters: {tag: []}", "expected 1 to 1000 options, found 0"),
        row("filters: {tag: {optoins: [a]}}", #"unknown key "optoins" (did you mean "options"?)"#),
        row(
            "filters: {tag: {options: [new, old], default: nwe}}",
            #"scenes.stories.filters.tag.default: the filter "tag" has no "nwe" (did you mean "new"?)"#),
        row("filters: {tag: {options: [a], switch: b}}", "a filter has one of options, switch and text"),
        row("filters: {tag: {switch: ''}}", "expected the value while the switch is on"),
        row("filters: {tag: {switch: x, placeholder: y}}", #""placeholder" is for a text"#),
        row("sorts: {New: new}", #"scenes.stories: the source "stories" does not use "sort""#),
        row("columns: {title: {algin: end}}", #"unknown key "algin" (did you mean "align"?)"#),
        row("columns: {title: {align: ende}}", #"found "ende" (did you mean "end"?)"#),
        row("columns: {tone: Tone}", #"scenes.stories.columns: "tone" is the tone of a row; choose another name"#),
        row("columns: {title: {sort: title}}", #"scenes.stories: the source "stories" does not use "sort""#),
        row("reload: always", #"scenes.stories.reload: expected "return", found "always""#),
        row("press: {n: {title: New, set: {tag: a}}}", #"scenes.stories.press.n.set: this scene has no filter "tag""#),
        row(
            "press: {n: {title: New, open: story, for: scnee}}",
            #"expected row, scene or button, found "scnee" (did you mean "scene"?)"#),
        row("press: {n: {title: New, reload: true, for: row}}", "reload and set are for the scene"),
        row("press: {n: {title: New, reload: true, open: story}}", "expected one of open (a scene), url"),
        Row(
            "    lookup: story", "    lookup: story\n    also: {more: {list: stroy, parts: .}}",
            #"app.yaml:21: scenes.story: unknown source "stroy" (did you mean "story"?)"#),
        Row(
            "    lookup: story", "    lookup: story\n    also: {more: {list: story, parts: .}}",
            #"app.yaml:21: scenes.story: the source "story" is asked twice"#),
        Row(
            "    lookup: story", "    lookup: story\n    also: {more: {list: stories, parts: .}}",
            #"the source "stories" is for search according to its variables, not for list"#),
        Row("    lookup: story", "    lookup: story\n    also: {more: {parts: .}}", "expected one of list and lookup"),
        Row("    lookup: story", "    lookup: story\n    also: {more: {list: story}}", #""parts" is missing"#),
        row("also: {more: {list: story, parts: .}}", #""also" is for scenes with one item"#),
        Row(
            "    lookup: story", "    lookup: story\n    filters: {tag: [a]}",
            #"scenes.story.filters: "filters" is for scenes with rows (search, list)"#),
    ]

    @Test(arguments: filterRows) func tellsAMistakeOfAFilter(_ row: Row) throws { try tellsAMistake(row) }

    /// A variable that a source has already would get the value of the filter, which may be a secret of another scene.
    @Test func aFilterIsNoVariableOfTheSource() throws {
        let text = Self.whole.replacing("    rate:", with: "    variables: {tag: x}\n    rate:")
            .replacing("    prompt:", with: "    filters: {tag: [a]}\n    prompt:").replacing(
                "{&page}", with: "{&page,tag}")
        try expect(
            mistakes(text),
            equals: [
                #"app.yaml:17: scenes.stories: the source "stories" has a variable "tag" already; choose another name"#
            ])
    }

    @Test func filtersAreRead() throws {
        let text = Self.whole.replacing("{&page}", with: "{&page,tag,author,ask,sort}").replacing(
            "    prompt:",
            with: """
                    filters:
                      tag: {options: {All: , Polls: poll}, default: Polls}
                      author: {title: By, text: "author_"}
                      ask: {switch: ask_hn}
                    sorts: [date, points]
                    press: {p: {title: Polls, set: {tag: Polls, ask: "on"}}}
                    prompt:
                """)
        let tree = try require(YAMLReader.read(text, file: "app.yaml").tree)
        let (application, mistakes) = DeclarationReader.read(tree)
        #expect(mistakes.isEmpty, "\(mistakes)")
        let filters = try require(application.scenes.first?.filters)
        expect(filters.map(\.name), equals: ["tag", "author", "ask", "sort"])
        expect(filters.map(\.title), equals: ["Tag", "By", "Ask", "Sort"])
        expect(filters.map(\.standard), equals: ["Polls", "", "off", "date"])
        expect(filters.map { $0.value(of: $0.standard) }, equals: ["poll", nil, nil, "date"])
        expect(filters[1].value(of: "ann") == "author_ann" && filters[2].value(of: "on") == "ask_hn")
        #expect(!filters[1].accepts(String(repeating: "a", count: 1 << 20)))
        expect(application[source: "stories"]?.answer.variables.suffix(4), equals: ["tag", "author", "ask", "sort"])
    }

    /// Titles are the author's, and may be anything but a line break; values never leave their place in the URL.
    @Test func aThousandOptionsAreTheMost() throws {
        func found(_ count: Int) throws -> [String] {
            let options = (1...count).map { #""\e[2J\u202E \#($0)": "../\#($0)""# }.joined(separator: ", ")
            return try mistakes(
                Self.whole.replacing("{&page}", with: "{&page,tag}")
                    .replacing("    prompt:", with: "    filters: {tag: {options: {\(options)}}}\n    prompt:"))
        }
        #expect(try found(1000).isEmpty)
        #expect(try found(1001).contains { $0.hasSuffix("expected 1 to 1000 options, found 1001") })
    }

    @Test func anUnusedSourceIsKnown() throws {
        let beginning = try require(Self.whole.firstRange(of: "  story:\n    lookup")?.lowerBound)
        let text = Self.whole[..<beginning].replacing("choose: story", with: "preview: .title")
        let tree = try require(YAMLReader.read(String(text), file: "app.yaml").tree)
        expect(DeclarationReader.read(tree).application.unusedSources.map(\.name), equals: ["story"])
    }

    @Test(arguments: rows) func tellsAMistake(_ row: Row) throws {
        let text = try require(
            Self.whole.firstRange(of: row.replaced).map { Self.whole.replacingCharacters($0, row.by) })
        let found = try mistakes(text)
        #expect(found.contains { $0.contains(row.mistake) }, "\(found)")
    }

    /// Nothing else is wrong only because of it.
    @Test(arguments: [
        Row(
            "row: '{title, subtitle: .author}'", "row: {title: .name}",
            "app.yaml:17: scenes.stories.row: expected a jq program, as a text in quotes: '{…}', found a mapping"),
        Row(
            "row: '{title, subtitle: .author}'", "row: [.name]",
            "app.yaml:17: scenes.stories.row: expected a jq program, as a text in quotes: '[…]', found a list"),
        Row(
            "    row: '{title, subtitle: .author}'", "    rows: .name",
            #"app.yaml:17: scenes.stories: unknown key "rows" (did you mean "row"?)"#),
        Row(
            "    answer: '{items: .hits, total: .count}'", "    anser: .",
            #"app.yaml:5: sources.stories: unknown key "anser" (did you mean "answer"?)"#),
        Row(
            "    parts: title(.title)", "    part: title(.title)",
            #"app.yaml:21: scenes.story: unknown key "part" (did you mean "parts"?)"#),
        Row(
            "title: Open in", "titel: Open in",
            #"app.yaml:23: scenes.story.press.o: unknown key "titel" (did you mean "title"?)"#),
        Row(
            "q={term}", "q={trem}", #"app.yaml:3: sources.stories.url: unknown variable "trem" (did you mean "term"?)"#),
        Row(
            "search: stories", "search: books",
            #"app.yaml:15: scenes.stories: unknown source "books"; there are: stories, story"#),
        Row(
            "choose: story", "choose: detail",
            #"app.yaml:18: scenes.stories: unknown scene "detail"; there are: stories, story"#),
    ]) func oneMistakeIsOneError(_ row: Row) throws {
        let text = try require(
            Self.whole.firstRange(of: row.replaced).map { Self.whole.replacingCharacters($0, row.by) })
        try expect(mistakes(text), equals: [row.mistake])
    }

    @Test func whatIsEmptyOrTooMuchIsReported() throws {
        try expect(
            mistakes("sources: {}\nscenes: {}").sorted(),
            equals: [
                "app.yaml:1: sources: there is no source here", "app.yaml:2: scenes: there is no scene here",
            ])
        let many = (1...60).map { "  s\($0): {url: \"http://h/{id}\", answer: .}\n" }.joined()
        let scenes = (1...51).map { "  t\($0): {list: s1, row: .}\n" }.joined()
        let found = try mistakes("sources:\n\(many)scenes:\n\(scenes)")
        expect(found, contains: "app.yaml:52: sources: more than 50 sources: 60", "\(found)")
        expect(found, contains: "app.yaml:113: scenes: more than 50 scenes: 51", "\(found)")
    }

    @Test(arguments: [
        "HTTPS://api.example/{id}", "http://h:1?{id}", "http://[::1]:80/{id}", "http://h/...{id}", "http://h/a.b/{id}",
    ])
    func aURLMayBe(_ url: String) throws {
        let text = Self.whole.replacing("https://api.example/items/{id}", with: "\"\(url)\"")
        #expect(try mistakes(text).isEmpty)
    }

    /// A report never contains a password.
    @Test(arguments: ["https://ann:pw555@h/{id}", "ftp://ann:pw555@h/{id}", "http://ann:pw555@{id}"])
    func aPasswordIsNotRepeated(_ url: String) throws {
        let found = try mistakes(Self.whole.replacing("https://api.example/items/{id}", with: url))
        expect(found.count == 1 && !found[0].contains("pw555"), "\(found)")
    }

    @Test func aByteOrderMarkIsSkipped() throws {
        #expect(try mistakes("\u{FEFF}" + Self.whole).isEmpty)
        try expect(mistakes("\u{FEFF}" + Self.rows[0].by).first?.hasPrefix("app.yaml:"), equals: true)
    }

    /// `x-…` is an extension elsewhere, and a header here.
    @Test func aHeaderInLowerCaseIsOne() throws {
        let tree = try require(
            YAMLReader.read(Self.whole.replacing("Authorization:", with: "x-api-key:"), file: "app.yaml").tree)
        expect(DeclarationReader.read(tree).application[source: "stories"]?.headers.map(\.name), equals: ["x-api-key"])
    }

    @Test(arguments: [
        ("Bearer ${TOKEN:-}", "", true), ("${TOKEN:-}", " ", true), ("Bearer $TOKEN", "", true),
        ("a ${A:-${TOKEN:-}}", "", true),
        // A brace without a dollar sign does not nest.
        ("a ${TOKEN:+{} b", "", true),
        ("Bearer ${TOKEN:-}", "abc", false), ("${A:-x}", "", false), ("$$", "", false), ("plain", "", false),
        ("", "", true),
    ])
    func aHeaderWhoseVariableIsEmptyIsLeftOut(_ row: (text: String, token: String, isEmpty: Bool)) throws {
        let whole = Self.whole.replacing("Bearer ${TOKEN}", with: row.text)
        let tree = try require(YAMLReader.read(whole, file: "app.yaml").tree)
        let text = try require(DeclarationReader.read(tree).application[source: "stories"]?.headers.first)
        let expanded = try text.expanded { $0 == "TOKEN" ? row.token : nil }.text
        expect(text.isEmpty(as: expanded), equals: row.isEmpty, "\(expanded)")
    }

    @Test func aLineOfAProgramIsOneOfTheFile() throws {
        let text = Self.whole.replacing("'{items: [.]}'", with: "|\n      {\n        items: [.]\n      }")
        let tree = try require(YAMLReader.read(text, file: "app.yaml").tree)
        let program = try require(DeclarationReader.read(tree).application[source: "story"]?.answer)
        expect(program.mistake("wrong", line: 2).place.line, equals: 13)
        let folded = text.replacing("answer: |", with: "answer: >")
        let other = try require(YAMLReader.read(folded, file: "app.yaml").tree)
        expect(
            DeclarationReader.read(other).application[source: "story"]?.answer.mistake("wrong", line: 2).place.line,
            equals: 11)
    }

    @Test func variablesOfTheEnvironment() throws {
        let tree = try require(YAMLReader.read(Self.whole, file: "app.yaml").tree)
        let header = try require(DeclarationReader.read(tree).application[source: "stories"]?.headers.first)
        let expanded = try header.expanded { $0 == "TOKEN" ? "abc" : nil }
        expect(expanded.text == "Bearer abc" && expanded.secrets == ["abc"])
        let mistake = #expect(throws: Mistake.self) { try header.expanded { _ in nil } }
        expect(
            mistake?.description,
            equals:
                "app.yaml:4: sources.stories.headers.Authorization: the variable TOKEN is not set; set it, or write ${TOKEN:-} to do without"
        )
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<Index>, _ text: String) -> String {
        self[..<range.lowerBound] + text + self[range.upperBound...]
    }
}

/// What the schema of `viperline schema application` refuses of these mistakes.
@Suite struct ApplicationSchemaTests {
    /// What no schema can know, by the words of `check`.
    private static let beyond = [
        // What is said of several values at once.
        "unknown variable", "needs \"paging", "unknown source", "unknown scene", "according to its variables",
        "the session begins with", "is asked twice", "does not use", "has no filter", "has no \"nwe\"",
        "is listed twice", "is for a source that looks up",
        "is a variable of each request already; choose another name of",
    ]

    @Test func mostMistakesAreRefused() throws {
        let rows = try (DeclarationReaderTests.rows + DeclarationReaderTests.filterRows).map { row in
            let whole = DeclarationReaderTests.whole
            let text = try require(whole.firstRange(of: row.replaced).map { whole.replacingCharacters($0, row.by) })
            return (text: text, mistakes: [row.mistake])
        }
        let share = try SchemaShare(rows, by: "application") { mistake in
            Self.beyond.contains(where: mistake.contains)
        }
        #expect(share.share >= 0.95, "\(share.missed.joined(separator: "\n\n"))")
        let page = try String(contentsOfFile: Checkout.path("protocols/editors.md"), encoding: .utf8)
        expect(page, contains: "declared applications: \(share)", "\(share)")
        try expect(SchemaCheck.verdicts(on: [DeclarationReaderTests.whole], by: "application"), equals: [.accepted])
    }
}
