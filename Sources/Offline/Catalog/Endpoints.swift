/// One vendor's part of the catalog. scripts/generate-applications lists the types that conform.
protocol Endpoints: Sendable {
    /// The first folder of its paths.
    static var vendor: String { get }
    /// The real servers that it replaces, where no variable of the vendor's own does that.
    static var hosts: [String] { get }

    init()

    /// - Returns: nil for an unknown path.
    func reply(to request: CatalogRequest) -> EndpointReply?
}

extension Endpoints {
    static var hosts: [String] { [] }
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
