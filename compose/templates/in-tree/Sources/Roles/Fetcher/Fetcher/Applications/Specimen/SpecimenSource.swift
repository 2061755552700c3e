import HTTPTransfer
package import InteractorMessages

/// Items of my-application, from its API: `items?search=TERM`, and `items?id=ID`.
package struct SpecimenSource: ShippedSource {
    package typealias Item = Specimen
    package static let actions = [SourceAction.search, .lookup]
    private static let api = "API of my-application"

    private let endpoint: Endpoint
    private static let pageSize = PageLimit(range: 1...100, standard: 50)
    private static let adviser = RetryAdviser("my-application", patience: 60) { FetchError(statusOf: $0) }

    package init(_ environment: SourceEnvironment) throws(SourceEnvironment.Malformed) {
        let base = try environment.base(standard: "https://specimen.example")
        endpoint = Endpoint(base, adviser: Self.adviser)
    }

    package func search(_ search: InteractorInput.Search) throws(FetchError) -> FetchStep {
        guard search.cursor == nil else { throw .invalidRequest("this source has no further pages") }
        let limit = try Self.pageSize.check(search.limit)
        let request = try endpoint.request("items", ["search": search.term, "limit": "\(limit)"])
        return ask(request, read: Self.found)
    }

    package func lookup(_ lookup: InteractorInput.Lookup) throws(FetchError) -> FetchStep {
        guard !lookup.id.isEmpty else { throw .invalidRequest("the id is empty") }
        return ask(try endpoint.request("items", ["id": lookup.id]), read: Self.found)
    }

    private static func found(
        in response: HTTPResponse
    ) throws(FetchError) -> InteractorOutput.Found<Specimen> {
        if let error = FetchError(statusOf: response) { throw error }
        let answer: SpecimenAnswer = try response.json(of: api)
        let listing = try Listing(answer.items.map(\.value), from: response.url.host, of: api, \.item)
        return InteractorOutput.Found(source: name, items: listing.items, unreadable: listing.unreadable)
    }
}
