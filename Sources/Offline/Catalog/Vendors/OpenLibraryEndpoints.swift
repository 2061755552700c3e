/// Open Library's API (<https://openlibrary.org/dev/docs/api/search>), offline: `search.json` and `works/ID.json`.
struct OpenLibraryEndpoints: Endpoints {
    static let vendor = "openlibrary"
    static let hosts = ["openlibrary.org"]

    func reply(to request: CatalogRequest) -> EndpointReply? {
        if request.path == "search.json" {
            let term = request.parameters["q"] ?? ""
            return EndpointReply(search(term, request.parameters), subjects: [term])
        }
        guard request.path.hasPrefix("works/OL"), request.path.hasSuffix("W.json") else { return nil }
        let id = String(request.path.dropFirst("works/OL".count).dropLast("W.json".count))
        let thing = Int(id).flatMap { SampleCraft.index.item(id: $0) }
        return EndpointReply(thing.map { .json(work($0)) } ?? missing("/works/OL\(id)W"), subjects: [id])
    }

    private func missing(_ key: String) -> CatalogResponse {
        .json(.object([("error", .string("notfound")), ("key", .string(key))]), status: 404)
    }

    private func search(_ term: String, _ parameters: QueryParameters) -> CatalogResponse {
        let size = parameters.number("limit", 1...1000, standard: 100)
        let number = parameters.number("page", 1...1000, standard: 1)
        let start = (number - 1) * size
        let page = SamplePage(SampleCraft.index.search(term), from: start, size: size)
        return .json(
            .object([
                ("numFound", .integer(page.total)), ("start", .integer(start)), ("numFoundExact", .boolean(true)),
                ("num_found", .integer(page.total)), ("q", .string(term)), ("offset", .null),
                ("docs", .list(page.items.map(document))),
            ]))
    }

    private func title(_ thing: SampleCraft.Thing) -> String {
        "The \(thing.adjective.capitalizedFirst) \(thing.noun.capitalizedFirst)"
    }

    /// A book without a cover has no `cover_i`, one without a known author no `author_name`.
    private func document(_ thing: SampleCraft.Thing) -> JSONValue {
        var members: JSONValue.Members = [
            ("key", .string("/works/OL\(thing.id)W")), ("title", .string(title(thing))),
            ("edition_count", .integer(1 + thing.number("editions", below: 90))),
        ]
        if thing.number("author", below: 7) > 0 {
            members.append(("author_name", .strings(["Ada Example", "Bo Example"])))
        }
        if thing.number("year", below: 9) > 0 {
            members.append(("first_publish_year", .integer(1800 + thing.number("year", below: 220))))
        }
        if thing.number("cover", below: 3) > 0 { members.append(("cover_i", .integer(thing.id))) }
        return .object(members)
    }

    /// The description is a text, or an object with one.
    private func work(_ thing: SampleCraft.Thing) -> JSONValue {
        let text = JSONValue.string("A novel about \(thing.purpose).\n\nNobody has finished it.")
        let isObject = thing.number("description", below: 2) == 0
        return .object([
            ("title", .string(title(thing))), ("key", .string("/works/OL\(thing.id)W")),
            ("description", isObject ? .object([("type", .string("/type/text")), ("value", text)]) : text),
            ("covers", .list(thing.number("cover", below: 3) > 0 ? [.integer(thing.id)] : [])),
            ("subjects", .strings(["Tools", thing.noun.capitalizedFirst, "Fiction"])),
            ("type", .object([("key", .string("/type/work"))])), ("latest_revision", .integer(4)),
        ])
    }
}

/// Covers of books (<https://openlibrary.org/dev/docs/api/covers>), offline: `b/id/ID-M.jpg`.
struct CoverEndpoints: Endpoints {
    static let vendor = "covers"
    static let hosts = ["covers.openlibrary.org"]

    func reply(to request: CatalogRequest) -> EndpointReply? {
        guard request.path.hasPrefix("b/id/"), request.path.hasSuffix("-M.jpg") else { return nil }
        let id = String(request.path.dropFirst("b/id/".count).dropLast("-M.jpg".count))
        guard Int(id).flatMap({ SampleCraft.index.item(id: $0) }) != nil else {
            return EndpointReply(.notFound, subjects: [id])
        }
        return PictureEndpoints().reply(
            to: CatalogRequest(path: "covers/\(id)/artwork-100.png", parameters: QueryParameters("")))
    }
}
