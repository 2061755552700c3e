/// npm's registry (<https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md>), offline: `-/v1/search` and `NAME/latest`.
struct NPMEndpoints: Endpoints {
    static let vendor = "npm"
    static let hosts = ["registry.npmjs.org"]

    func reply(to request: CatalogRequest) -> EndpointReply? {
        if request.path == "-/v1/search" {
            let term = request.parameters["text"] ?? ""
            return EndpointReply(search(term, request.parameters), subjects: [term])
        }
        guard request.path.hasSuffix("/latest") else { return nil }
        let name = String(request.path.dropLast("/latest".count))
        return EndpointReply(
            SampleCraft.thing(named: name).map { .json(manifest($0)) } ?? .json(.string("Not Found"), status: 404),
            subjects: [name])
    }

    private func search(_ term: String, _ parameters: QueryParameters) -> CatalogResponse {
        guard !term.isEmpty else {
            return .json(.object([("error", .string("text query parameter must be provided"))]), status: 400)
        }
        let page = SamplePage(
            SampleCraft.index.search(term), from: parameters.number("from", 0...10_000, standard: 0),
            size: parameters.number("size", 1...250, standard: 20))
        return .json(
            .object([
                ("objects", .list(page.items.map(object))), ("total", .integer(page.total)),
                ("time", .string("2024-11-22T01:02:03.004Z")),
            ]))
    }

    private func version(_ thing: SampleCraft.Thing) -> String {
        "\(thing.number("npm", below: 20)).\(thing.number("minor", below: 20)).\(thing.number("patch", below: 9))"
    }

    private func object(_ thing: SampleCraft.Thing) -> JSONValue {
        let person = SampleCraft.people[thing.number("author", below: SampleCraft.people.count)]
        let publisher = JSONValue.object([
            ("username", .string(person)), ("email", .string("\(person)@people.example")),
        ])
        return .object([
            (
                "package",
                .object([
                    ("name", .string(thing.name)), ("scope", .string("unscoped")), ("version", .string(version(thing))),
                    ("description", .string("\(thing.noun.capitalizedFirst): \(thing.purpose)")),
                    ("keywords", .strings([thing.noun, "tool"])),
                    ("date", .string("\(thing.day("npm"))T10:11:12.131Z")),
                    (
                        "links",
                        .object([
                            ("npm", .string("https://www.npmjs.example/package/\(thing.name)")),
                            ("homepage", .string("https://\(thing.name).example")),
                        ])
                    ),
                    ("publisher", publisher), ("maintainers", .list([publisher])),
                ])
            ),
            (
                "score",
                .object([
                    ("final", .number("0.4231")),
                    (
                        "detail",
                        .object([
                            ("quality", .number("0.91")), ("popularity", .number("0.21")),
                            ("maintenance", .number("0.33")),
                        ])
                    ),
                ])
            ),
            ("searchScore", .number("100000.42")),
        ])
    }

    private func manifest(_ thing: SampleCraft.Thing) -> JSONValue {
        .object([
            ("name", .string(thing.name)), ("version", .string(version(thing))),
            ("description", .string("\(thing.noun.capitalizedFirst): \(thing.purpose)")), ("license", .string("MIT")),
            ("homepage", .string("https://\(thing.name).example")), ("keywords", .strings([thing.noun, "tool"])),
            ("dependencies", .object([("brisk-\(thing.noun)", .string("^1.2.0")), ("calm-ferry", .string("~4.1.0"))])),
            ("engines", .object([("node", .string(">=18"))])),
            ("dist", .object([("unpackedSize", .integer(9000 + thing.number("size", below: 900_000)))])),
        ])
    }
}
