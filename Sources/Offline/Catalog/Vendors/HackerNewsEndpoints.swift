/// The Hacker News Search API (<https://hn.algolia.com/api>), offline: `search` and `items/ID`.
struct HackerNewsEndpoints: Endpoints {
    static let vendor = "hackernews"
    static let hosts = ["hn.algolia.com"]

    func reply(to request: CatalogRequest) -> EndpointReply? {
        if request.path == "api/v1/search" {
            let query = request.parameters["query"] ?? ""
            return EndpointReply(search(query, request.parameters), subjects: [query])
        }
        guard request.path.hasPrefix("api/v1/items/") else { return nil }
        let id = String(request.path.dropFirst("api/v1/items/".count))
        let thing = Int(id).flatMap { SampleCraft.index.item(id: $0) }
        return EndpointReply(thing.map { .json(Self.item($0)) } ?? Self.notFound, subjects: [id])
    }

    private static let notFound = CatalogResponse.json(
        .object([("status", .integer(404)), ("error", .string("Not Found"))]), status: 404)

    private func search(_ query: String, _ parameters: QueryParameters) -> CatalogResponse {
        let size = parameters.number("hitsPerPage", 1...1000, standard: 20)
        let number = parameters.number("page", 0...1000, standard: 0)
        // An empty query finds everything.
        let found = query.isEmpty ? SampleCraft.index.items : SampleCraft.index.search(query)
        let page = SamplePage(found, from: number * size, size: size)
        return .json(
            .object([
                ("hits", .list(page.items.map(Self.hit))), ("nbHits", .integer(page.total)), ("page", .integer(number)),
                ("nbPages", .integer((page.total + size - 1) / size)), ("hitsPerPage", .integer(size)),
                ("exhaustiveNbHits", .boolean(true)), ("query", .string(query)), ("processingTimeMS", .integer(1)),
            ]))
    }

    private static func title(_ thing: SampleCraft.Thing) -> String {
        "Show HN: \(thing.adjective.capitalizedFirst) \(thing.noun), which \(thing.purpose.hasPrefix("a ") ? "is " : "")\(thing.purpose)"
    }

    private static func url(_ thing: SampleCraft.Thing) -> String? {
        // A question has no page.
        thing.number("kind", below: 5) == 0 ? nil : "https://\(thing.name).example/"
    }

    private static func author(_ thing: SampleCraft.Thing, _ of: String = "author") -> String {
        SampleCraft.people[thing.number(of, below: SampleCraft.people.count)]
    }

    private static func hit(_ thing: SampleCraft.Thing) -> JSONValue {
        let author = author(thing)
        return .object([
            (
                "_highlightResult",
                .object([
                    (
                        "title",
                        .object([("value", .string("<em>\(title(thing))</em>")), ("matchLevel", .string("full"))])
                    )
                ])
            ),
            ("_tags", .strings(["story", "author_\(author)", "story_\(thing.id)"])),
            ("author", .string(author)), ("children", .list([.integer(thing.id * 10), .integer(thing.id * 10 + 1)])),
            ("created_at", .string("\(thing.day("story"))T09:30:00Z")), ("num_comments", .integer(3)),
            ("objectID", .string("\(thing.id)")), ("points", .integer(thing.number("points", below: 900))),
            ("story_id", .integer(thing.id)), ("title", .string(title(thing))),
            ("updated_at", .string("\(thing.day("story"))T12:00:00Z")), ("url", .orNull(url(thing))),
        ])
    }

    private static func item(_ thing: SampleCraft.Thing) -> JSONValue {
        let text = url(thing) == nil ? "<p>Has anybody used a <i>\(thing.noun)</i> for this &amp; more?" : nil
        let answer = comment(
            thing, 2, by: author(thing),
            "We did. See <a href=\"https:&#x2F;&#x2F;\(thing.name).example&#x2F;why\" rel=\"nofollow\">why</a>.", [])
        return .object([
            ("id", .integer(thing.id)), ("created_at", .string("\(thing.day("story"))T09:30:00.000Z")),
            ("type", .string("story")), ("author", .string(author(thing))), ("title", .string(title(thing))),
            ("url", .orNull(url(thing))), ("text", .orNull(text)),
            ("points", .integer(thing.number("points", below: 900))), ("parent_id", .null),
            ("story_id", .integer(thing.id)),
            (
                "children",
                .list([
                    comment(
                        thing, 0, by: author(thing, "first"),
                        "It&#x27;s &quot;\(thing.adjective)&quot; indeed.<p>But is it fast? 2 &lt; 3, as they say.",
                        [answer]),
                    comment(thing, 1, by: nil, nil, []),
                    comment(thing, 3, by: author(thing, "last"), "Congratulations!", []),
                ])
            ),
        ])
    }

    /// - Parameter author: nil for a comment that was deleted.
    private static func comment(
        _ thing: SampleCraft.Thing, _ number: Int, by author: String?, _ text: String?, _ children: [JSONValue]
    ) -> JSONValue {
        .object([
            ("id", .integer(thing.id * 10 + number)), ("created_at", .string("\(thing.day("story"))T10:00:00.000Z")),
            ("type", .string("comment")), ("author", .orNull(author)), ("title", .null), ("url", .null),
            ("text", .orNull(text)), ("points", .null), ("parent_id", .integer(thing.id)),
            ("story_id", .integer(thing.id)), ("children", .list(children)),
        ])
    }
}
