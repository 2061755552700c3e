import Platform

/// The API of my-application, offline.
struct SpecimenEndpoints: Endpoints {
    static let vendor = "specimen"
    static let hosts = ["specimen.example"]

    private struct Sample {
        let id: String
        let title: String
        let text: String
    }

    private static let samples = [
        Sample(id: "1", title: "Assam", text: "Strong and malty."),
        Sample(id: "2", title: "Sencha", text: "Fresh, a little like grass."),
        Sample(id: "3", title: "Tie Guan Yin", text: "Smells of flowers."),
    ]

    func reply(to request: CatalogRequest) -> EndpointReply? {
        guard request.path == "items" else { return nil }
        if let id = request.parameters["id"] {
            let found = Self.samples.filter { $0.id == id }
            return EndpointReply(Self.response(found), subjects: found.map(\.title))
        }
        let term = request.parameters["search"] ?? ""
        let found = Self.samples.filter { $0.title.lowercased().contains(term.lowercased()) }
        let limit = max(0, request.parameters.integer("limit") ?? found.count)
        return EndpointReply(Self.response(Array(found.prefix(limit))), subjects: [term])
    }

    private static func response(_ samples: [Sample]) -> CatalogResponse {
        let items = samples.map { sample in
            JSONValue.object([
                ("id", .string(sample.id)), ("title", .string(sample.title)), ("text", .string(sample.text)),
                ("url", .string("https://specimen.example/items/\(sample.id)")),
            ])
        }
        let body = VendorJSONWriter.bytes(.object([("items", .list(items))]), .none)
        return CatalogResponse(status: 200, headers: ["content-type": "application/json"], body: body)
    }
}
