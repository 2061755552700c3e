import TestSupport
import Testing

@testable import Catalog

@Suite("GitHub") struct GitHubTests {
    private static func search(_ query: String) -> String { "\"$GITHUB_BASE_URL/search/repositories?\(query)\"" }
    private static let status = "-o /dev/null -w '{\"status\":%{http_code}}'"

    @Test func answers() throws {
        let search = Self.search
        let sizes = "[.total_count >= 40, (.items | length), .incomplete_results]"
        try QuestionRow.check([
            .init(search("q=swift"), sizes, "[true,30,false]"),
            .init(search("q=swift&per_page=5"), sizes, "[true,5,false]"),
            .init(search("q=swift&per_page=0&page=0"), sizes, "[true,30,false]"),
            .init(search("q=popular&per_page=500"), "[.total_count, (.items | length)]", "[2723,100]"),
            .init(search("q=music"), ".total_count >= 10", "true"),
            .init(search("q=no-such-thing"), "[.total_count, .items]", "[0,[]]"),
            .init(search("q=music+language%3Aswift"), "[.items[].language] | unique", #"["Swift"]"#),
            .init(search("q=user:wrenhouse"), "[.items[].owner.login] | unique", #"["wrenhouse"]"#),
            .init(search("q=swift&page=2&per_page=60"), "(.items | length) == .total_count - 60", "true"),
            .init(search("q=swift&page=9"), ".items | length", "0"),
            .init(search("q=:"), ".total_count >= 0", "true"),
            .init(search("q=swift&sort=stars"), "[.items[].stargazers_count] | . == (sort | reverse)", "true"),
            .init(search("q=swift&sort=stars&order=asc"), "[.items[].stargazers_count] | . == sort", "true"),
            .init(search("q=swift&sort=updated"), "[.items[].updated_at] | . == (sort | reverse)", "true"),
            .init(search("q=swift-larder"), ".items[0].html_url", "https://github.example/oakpost/swift-larder"),
        ])
    }

    @Test(
        "A repository has the members of a real one, of the same types",
        arguments: [
            ("id", "number"), ("full_name", "string"), ("description", "string"), ("stargazers_count", "number"),
            ("language", "string"), ("owner.login", "string"), ("owner.type", "string"), ("score", "number"),
            ("private", "boolean"), ("mirror_url", "null"), ("contents_url", "string"), ("topics", "array"),
            ("default_branch", "string"), ("pushed_at", "string"),
        ])
    func members(name: String, type: String) throws {
        try QuestionRow.check([.init(Self.search("q=swift-larder"), ".items[0].\(name) | type", type)])
    }

    @Test func errors() throws {
        let search = Self.search
        let reason = "[.message, (.errors // [])[0].code]"
        try QuestionRow.check([
            .init(search("q="), reason, #"["Validation Failed","missing"]"#),
            .init(search("sort=stars"), reason, #"["Validation Failed","missing"]"#),
            .init(search("q=+") + " " + Self.status, ".status", "422"),
            .init(search("q=" + String(repeating: "x", count: 257)), reason, #"["Validation Failed","invalid"]"#),
            .init(search("q=popular&page=34"), ".items | length", "10"),
            .init(search("q=popular&page=35"), reason, #"["Only the first 1000 search results are available",null]"#),
            .init(search("q=popular&page=35") + " " + Self.status, ".status", "422"),
            .init(search("q=popular&page=11&per_page=100"), ".errors", "null"),
            .init(search("q=x&page=9223372036854775807") + " " + Self.status, ".status", "422"),
            .init(search("q=swift") + " -A ''", ".message | contains(\"User-Agent\")", "true"),
            .init(search("q=swift") + " -A '' " + Self.status, ".status", "403"),
        ])
    }

    @Test func readmes() throws {
        func readme(_ name: String) -> String { "\"$GITHUB_BASE_URL/repos/\(name)/readme\"" }
        let text = "(.content | gsub(\"\\n\"; \"\") | @base64d)"
        try QuestionRow.check([
            .init(readme("oakpost/swift-larder"), "[.name, .encoding]", #"["README.md","base64"]"#),
            .init(readme("OakPost/Swift-Larder"), ".name", "README.md"),
            .init(readme("oakpost/swift-larder"), "\(text) | startswith(\"<h1 align=\")", "true"),
            .init(readme("oakpost/swift-larder"), "(\(text) | utf8bytelength) == .size", "true"),
            .init(readme("oakpost/swift-larder"), "[.content | split(\"\\n\")[] | length] | max", "60"),
            .init(readme("slowpost/Stamp"), ".name", "README.rst"),
            .init(readme("quillfold/Folio"), "[.encoding, .content, .size > 1000000]", #"["none","",true]"#),
            .init(readme("quillfold/swift-deckle"), "[.encoding, .size > 262144]", #"["base64",true]"#),
            .init(readme("tinhare/Form"), "[.size, .content]", #"[0,""]"#),
            .init(readme("penfriend/Postscript"), ".message", "Not Found"),
            .init(readme("penfriend/Postscript") + " " + Self.status, ".status", "404"),
            .init(readme("no/such"), ".message", "Not Found"),
            .init(readme("no/such") + " -A ''", ".message | contains(\"User-Agent\")", "true"),
        ])
    }

    @Test(
        "The Link field leads on",
        arguments: [
            ("q=popular", "q=popular&page=2 next, q=popular&page=34 last"),
            (
                "q=popular&page=2&per_page=100",
                "q=popular&page=1&per_page=100 prev, q=popular&page=3&per_page=100 next, "
                    + "q=popular&page=10&per_page=100 last, q=popular&page=1&per_page=100 first"
            ),
            ("q=popular&page=34", "q=popular&page=33 prev, q=popular&page=1 first"),
            (
                "sort=stars&q=swift+language:Swift&order=desc",
                "sort=stars&q=swift+language%3ASwift&order=desc&page=2 next, "
                    + "sort=stars&q=swift+language%3ASwift&order=desc&page=3 last"
            ),
            ("q=swift-larder", ""), ("q=no-such-thing", ""),
        ])
    func links(query: String, links: String) throws {
        let script = "ask \(Self.search(query)) -D - -o /dev/null | sed -n 's/^link: //p' | tr -d '\\r'"
        let address = "http://catalog.invalid/github/search/repositories"
        let expected = links.split(separator: ", ").map { link in
            let parts = link.split(separator: " ")
            return "<\(address)?\(parts[0])>; rel=\"\(parts[1])\""
        }
        try expect(CatalogRun.shell(script).lines.joined(), equals: expected.joined(separator: ", "))
    }

    @Test func limitsAreCounted() throws {
        let head = "ask \(Self.search("q=swift")) -D - -o /dev/null"
        let result = try CatalogRun.shell("date +%s; \(head); \(head)")
        let lines = result.output.split(whereSeparator: \.isNewline).map { $0.lowercased() }
        expect(lines, contains: "content-type: application/json; charset=utf-8")
        expect(
            lines.filter { $0.hasPrefix("x-ratelimit-used") }, equals: ["x-ratelimit-used: 1", "x-ratelimit-used: 2"])
        expect(lines.filter { $0.hasPrefix("x-ratelimit-remaining") }.last, equals: "x-ratelimit-remaining: 998")
        expect(lines, contains: "x-ratelimit-resource: search")
        let reset = try require(lines.first { $0.hasPrefix("x-ratelimit-reset") }?.split(separator: " ").last)
        let now = try require(Int(lines[0]))
        expect((now + 60...now + 120), contains: try #require(Int(reset)))
    }

    @Test func aWindowEndsAndBeginsAgain() {
        var window = RateWindow(requests: 1000, seconds: 60)
        let granted = (0...1000).map { _ in window.spend(at: 100) }
        expect(granted.firstIndex(of: false), equals: 1000)
        expect(window.values["remaining"], equals: Fragment(0))
        expect(window.values["reset"], equals: Fragment(160))
        let late = [159, 160].map { window.spend(at: $0) }
        expect(late, equals: [false, true])
        expect(window.used, equals: 1)
    }

    @Test func whatIsUsedUpIsRefused() throws {
        let vendor = try require(Vendor("github", now: { 0 }))
        let request = CatalogRequest(
            path: "search/repositories", parameters: QueryParameters("q=no-such-thing"), userAgent: "test")
        let answers = (0...1000).compactMap { _ in vendor.reply(to: request)?.response }
        #expect(answers.map(\.status).dropLast().allSatisfy { $0 == 200 })
        expect(answers.last?.status, equals: 403)
        expect(answers.last?.headers["x-ratelimit-remaining"], equals: "0")
    }

    @Test func thereAreEnough() throws {
        let all = "q=stars:0&per_page=100&page="
        let numbers =
            "[(.items | map(.id, .full_name) | unique | length), (.items | map(.stargazers_count == 0) | any)]"
        try QuestionRow.check([
            .init(Self.search(all + "1"), ".total_count >= 300", "true"),
            .init(Self.search(all + "2"), numbers, "[200,true]"),
            .init(
                Self.search("q=popular&per_page=100"),
                ".items | [map(.description), map(.language)] | map(any(. == null))", "[true,true]"),
            .init(Self.search(all + "1"), ".items | map(.stargazers_count > 10000) | any", "true"),
        ])
        let popular = try require(Vendor("github")?.table("popular"))
        for text in ["${id}${n}", "${name}"] {
            let values = popular.rows.indices.map { popular.value(AnswerTemplate(text, isJSON: false), at: $0) }
            expect(Set(values).count, equals: 1000)
        }
    }
}
