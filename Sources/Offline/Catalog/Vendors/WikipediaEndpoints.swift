/// MediaWiki's Action API (<https://www.mediawiki.org/wiki/API:Search>, <https://www.mediawiki.org/wiki/Extension:TextExtracts>),
/// offline: `list=search`, and `prop=extracts` of one page.
struct WikipediaEndpoints: Endpoints {
    static let vendor = "wikipedia"
    static let hosts = ["en.wikipedia.org"]

    func reply(to request: CatalogRequest) -> EndpointReply? {
        guard request.path == "w/api.php", request.parameters["action"] == "query" else { return nil }
        if let term = request.parameters["srsearch"] {
            return EndpointReply(search(term, request.parameters), subjects: [term])
        }
        let id = request.parameters["pageids"] ?? ""
        return EndpointReply(page(id), subjects: [id])
    }

    private func search(_ term: String, _ parameters: QueryParameters) -> CatalogResponse {
        guard !term.isEmpty else {
            return .json(
                .object([
                    (
                        "error",
                        .object([
                            ("code", .string("missingparam")),
                            ("info", .string("The \"srsearch\" parameter must be set.")),
                        ])
                    )
                ]))
        }
        let size = parameters.number("srlimit", 1...500, standard: 10)
        let start = parameters.number("sroffset", 0...10_000, standard: 0)
        let page = SamplePage(SampleCraft.index.search(term), from: start, size: size)
        var members: JSONValue.Members = [("batchcomplete", .boolean(true))]
        if start + size < page.total {
            members.append(
                ("continue", .object([("sroffset", .integer(start + size)), ("continue", .string("-||"))])))
        }
        members.append(
            (
                "query",
                .object([
                    ("searchinfo", .object([("totalhits", .integer(page.total))])),
                    ("search", .list(page.items.map { hit($0, term) })),
                ])
            ))
        return .json(.object(members))
    }

    private func title(_ thing: SampleCraft.Thing) -> String { "\(thing.adjective.capitalizedFirst) \(thing.noun)" }

    private func hit(_ thing: SampleCraft.Thing, _ term: String) -> JSONValue {
        .object([
            ("ns", .integer(0)), ("title", .string(title(thing))), ("pageid", .integer(thing.id)),
            ("size", .integer(900 + thing.number("size", below: 90_000))),
            ("wordcount", .integer(120 + thing.number("words", below: 9000))),
            (
                "snippet",
                .string("<span class=\"searchmatch\">\(title(thing))</span> &quot;\(thing.purpose)&quot; &amp; more")
            ),
            ("timestamp", .string("\(thing.day("edit"))T07:00:00Z")),
        ])
    }

    private func page(_ id: String) -> CatalogResponse {
        let thing = Int(id).flatMap { SampleCraft.index.item(id: $0) }
        let page: JSONValue =
            thing.map { thing in
                .object([
                    ("pageid", .integer(thing.id)), ("ns", .integer(0)), ("title", .string(title(thing))),
                    ("extract", .string(extract(thing))),
                    ("fullurl", .string("https://en.wikipedia.example/wiki/\(title(thing).replacingBlanks)")),
                ])
            } ?? .object([("pageid", .integer(Int(id) ?? 0)), ("missing", .boolean(true))])
        return .json(.object([("batchcomplete", .boolean(true)), ("query", .object([("pages", .list([page]))]))]))
    }

    private func extract(_ thing: SampleCraft.Thing) -> String {
        """
        The \(title(thing).lowercased()) is an invented tool: \(thing.purpose).

        == History ==
        It was first described in \(1900 + thing.number("year", below: 90)), by people who needed one.

        == Use ==
        Most are kept in a drawer. A \(thing.adjective) one lasts longer than its owner.
        """
    }
}

extension String {
    fileprivate var replacingBlanks: String { split(separator: " ").joined(separator: "_") }
}
