/// What a new module adds to files that are there, with the template's names.
package enum ModuleInsertions {
    package static let all = [
        Insertion(
            "Sources/Fetcher/Applications/SourceRegistry.swift",
            .lines(behind: "sources: [any ShippedSource.Type] = [", before: "    ]"), "        SpecimenSource.self,"),
        Insertion(
            "Sources/Presenter/Applications/SceneRegistry.swift",
            .lines(behind: "applications: [Application] = [", before: "    ]"), "        .specimen,"),
        Insertion("Sources/Catalog/Vendor.swift", .lines(behind: "enum Vendor", before: "}"), "    case specimen"),
        Insertion(
            "Sources/Catalog/Server/CatalogServer.swift",
            .lines(behind: "endpoints: [Vendor: any Endpoints] = [", before: "    ]"),
            "        .specimen: SpecimenEndpoints(),"),
        Insertion(
            "Sources/Catalog/CatalogHost.swift", .lines(behind: "\"YOUTUBE_BASE_URL\"", before: nil),
            #"            "SPECIMEN_BASE_URL": "\(url)/specimen","#),
        Insertion(
            "Sources/Playback/Verification/HarmlessService.swift", .lines(behind: "\"YOUTUBE_BASE_URL\"", before: nil),
            #"        "SPECIMEN_BASE_URL": { isUpstream($0, "https://specimen.example") },"#),
        Insertion(
            "compose/offline.yaml", .lines(behind: "YOUTUBE_BASE_URL: http://catalog.invalid", before: nil),
            "      SPECIMEN_BASE_URL: http://catalog.invalid/specimen"),
        Insertion(
            "compose/home.yaml", .lines(behind: "YOUTUBE_API_KEY is inherited", before: nil),
            #"      SPECIMEN_BASE_URL: "${SPECIMEN_BASE_URL:-https://specimen.example}""#),
        Insertion(
            "protocols/schemas/interactor.output.found.json", .lines(behind: "\"allOf\": [", before: nil),
            """
                {
                  "if": {"properties": {"source": {"const": "specimen"}}, "required": ["source"]},
                  "then": {"properties": {"items": {"items": {"$ref": "specimen.json"}}}}
                },
            """),
        Insertion(
            "Tests/PresenterTests/ProtocolTests.swift",
            .lines(behind: "\"greeting\": through(InteractorOutput.Found<GreetingData>", before: nil),
            #"        "specimen": through(InteractorOutput.Found<Specimen>.self),"#),
        home("home-lists-the-applications"), home("home-knows-its-rows"), home("home-opens-an-application"),
        Insertion(
            "Tests/Conversations/fetcher/bad-an-unknown-source-is-named/out.ndjson",
            .sorted(behind: "there are: ", before: "\""), "specimen"),
    ]

    /// The row in a conversation that shows the home screen.
    private static func home(_ conversation: String) -> Insertion {
        Insertion(
            "Tests/Conversations/presenter/\(conversation)/out.ndjson",
            .behindEach(#"{"id": "greeting", "subtitle": "Say hello", "title": "Greeting"}"#),
            #", {"id": "specimen", "subtitle": "Search my-application", "title": "my-application"}"#)
    }
}
