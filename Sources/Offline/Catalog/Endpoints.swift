/// One vendor's part of the catalog.
protocol Endpoints: Sendable {
    /// - Returns: nil for an unknown path.
    func reply(to request: CatalogRequest) -> EndpointReply?
}

/// The raw value is the first folder of the vendor's paths.
package enum Vendor: String, Sendable {
    case itunes, github, youtube, pictures, hackernews, wikipedia, crates, openlibrary, covers, npm
}

/// A request to an endpoint.
struct CatalogRequest {
    /// Relative to the vendor's folder: `search` of `/itunes/search`.
    let path: String
    let parameters: QueryParameters
    var userAgent: String?
    /// If-None-Match (RFC 9110 §13.1.2).
    var knownTag: String?
}

/// A response, and the texts that a fault's term is matched against.
struct EndpointReply {
    var response: CatalogResponse
    /// The search term, or the names of the items looked up.
    var subjects: [String]

    init(_ response: CatalogResponse, subjects: [String] = []) {
        self.response = response
        self.subjects = subjects
    }
}
