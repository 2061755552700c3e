/// A request to an endpoint.
struct CatalogRequest {
    /// Relative to the vendor's folder: `search` of `/itunes/search`.
    let path: String
    let parameters: QueryParameters
    var userAgent: String?
    /// If-None-Match (RFC 9110 §13.1.2).
    var knownTag: String?
}
