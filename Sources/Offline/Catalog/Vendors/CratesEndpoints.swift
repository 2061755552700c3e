/// The API of crates.io (<https://crates.io/data-access>), offline: `crates` and `crates/NAME`.
struct CratesEndpoints: Endpoints {
    static let vendor = "crates"
    static let hosts = ["crates.io"]

    func reply(to request: CatalogRequest) -> EndpointReply? {
        if request.path == "api/v1/crates" {
            let term = request.parameters["q"] ?? ""
            return EndpointReply(
                request.userAgent?.isEmpty == false ? search(term, request.parameters) : Self.refused, subjects: [term])
        }
        guard request.path.hasPrefix("api/v1/crates/") else { return nil }
        let name = String(request.path.dropFirst("api/v1/crates/".count))
        return EndpointReply(SampleCraft.thing(named: name).map { .json(whole($0)) } ?? missing(name), subjects: [name])
    }

    /// The crawler policy asks each client to identify itself.
    private static let refused = CatalogResponse.json(
        .object([
            (
                "errors",
                .list([.object([("detail", .string("We require that all requests include a `User-Agent` header."))])])
            )
        ]), status: 403)

    private func missing(_ name: String) -> CatalogResponse {
        .json(
            .object([("errors", .list([.object([("detail", .string("crate `\(name)` does not exist"))])]))]),
            status: 404)
    }

    private func search(_ term: String, _ parameters: QueryParameters) -> CatalogResponse {
        let size = parameters.number("per_page", 1...100, standard: 10)
        let number = parameters.number("page", 1...1000, standard: 1)
        let page = SamplePage(SampleCraft.index.search(term), from: (number - 1) * size, size: size)
        let next = number * size < page.total ? "?" + parameters.query(setting: "page", to: "\(number + 1)") : nil
        return .json(
            .object([
                ("crates", .list(page.items.map { crate($0, isExact: $0.name == term) })),
                (
                    "meta",
                    .object([("total", .integer(page.total)), ("next_page", .orNull(next)), ("prev_page", .null)])
                ),
            ]))
    }

    private func version(_ thing: SampleCraft.Thing) -> String {
        "\(thing.number("major", below: 3)).\(thing.number("minor", below: 20)).\(thing.number("patch", below: 9))"
    }

    private func crate(_ thing: SampleCraft.Thing, isExact: Bool) -> JSONValue {
        .object([
            ("id", .string(thing.name)), ("name", .string(thing.name)),
            ("updated_at", .string("\(thing.day("release"))T08:15:00.123456+00:00")), ("versions", .null),
            ("keywords", .null), ("categories", .null), ("badges", .list([])),
            ("created_at", .string("2020-05-05T05:05:05.000000+00:00")),
            ("downloads", .integer(1000 + thing.number("downloads", below: 9_000_000))),
            ("recent_downloads", .integer(thing.number("recent", below: 90_000))),
            ("max_version", .string(version(thing))), ("newest_version", .string(version(thing))),
            ("max_stable_version", .string(version(thing))),
            ("description", .string("\(thing.noun.capitalizedFirst): \(thing.purpose)")),
            ("homepage", .null), ("documentation", .string("https://docs.example/\(thing.name)")),
            ("repository", .string("https://code.example/\(thing.name)")),
            ("links", .object([("versions", .string("/api/v1/crates/\(thing.name)/versions"))])),
            ("exact_match", .boolean(isExact)),
        ])
    }

    private func whole(_ thing: SampleCraft.Thing) -> JSONValue {
        let number = version(thing)
        return .object([
            ("categories", .list([])), ("crate", crate(thing, isExact: false)),
            (
                "keywords",
                .list([
                    .object([
                        ("id", .string(thing.noun)), ("keyword", .string(thing.noun)), ("crates_cnt", .integer(8)),
                    ])
                ])
            ),
            (
                "versions",
                .list([
                    .object([
                        ("id", .integer(thing.id)), ("crate", .string(thing.name)), ("num", .string(number)),
                        ("created_at", .string("\(thing.day("release"))T08:15:00.123456+00:00")),
                        ("downloads", .integer(thing.number("newest", below: 9000))), ("yanked", .boolean(false)),
                        ("license", .string("MIT OR Apache-2.0")), ("rust_version", .string("1.70")),
                    ])
                ])
            ),
        ])
    }
}
