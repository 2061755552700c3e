/// An endpoint's response, before faults and content coding.
struct CatalogResponse: Equatable, Sendable {
    var status: Int
    /// Names in lower case.
    var headers: [String: String]
    var body: [UInt8]

    /// Whether compressing it is worth while.
    var isText: Bool { headers["content-type"]?.hasPrefix("image/") != true }

    static let notFound = CatalogResponse(
        status: 404, headers: ["content-type": "text/plain"], body: Array("Not Found\n".utf8))
    static let badRequest = CatalogResponse(
        status: 400, headers: ["content-type": "text/plain"], body: Array("Bad Request\n".utf8))
    static let headTooLarge = CatalogResponse(
        status: 431, headers: ["content-type": "text/plain"], body: Array("Too many header bytes\n".utf8))
    static let methodNotAllowed = CatalogResponse(
        status: 405, headers: ["allow": "GET", "content-type": "text/plain"], body: Array("Method Not Allowed\n".utf8))
}

extension CatalogResponse {
    /// What is left of a good response. A truncated one stays whole here: it breaks off on its way out.
    func damaged(by damage: Fault.Kind?) -> CatalogResponse {
        switch damage {
        case .rateLimited:
            CatalogResponse(status: 403, headers: ["cache-control": "no-cache, no-store"], body: [])
        case .serverError:
            CatalogResponse(
                status: 500, headers: ["content-type": "text/html"],
                body: Array("<html><body><h1>Internal Server Error</h1></body></html>\n".utf8))
        case .garbage:
            CatalogResponse(
                status: 200, headers: headers,
                body: Array("\n\n\n<!DOCTYPE html>\n<title>We will be back soon</title>\n{\"resultCount\":".utf8))
        case .tooManyRequests:
            CatalogResponse(
                status: 429, headers: ["content-type": "application/json; charset=utf-8", "retry-after": "30"],
                body: Array("{\"message\":\"Too many requests.\"}".utf8))
        case .gitHubRateLimited:
            GitHubResponses.rateLimited.limited(like: self, remaining: 0)
        case .gitHubSecondaryLimit:
            GitHubResponses.secondaryLimit.limited(like: self, remaining: 14)
        case .youTubeQuota: YouTubeResponses.quotaExceeded
        case .slow, .truncated, nil: self
        }
    }

    /// With the rate-limit headers of another response, except for the number of remaining requests.
    private func limited(like other: CatalogResponse, remaining: Int) -> CatalogResponse {
        var response = self
        response.headers.merge(other.headers.filter { $0.key.hasPrefix("x-ratelimit-") }) { $1 }
        response.headers["x-ratelimit-remaining"] = "\(remaining)"
        response.headers["x-ratelimit-used"] = "\(RateWindow.limit - remaining)"
        return response
    }
}
