/// Identifies the requests that a cached response answers, as digests, so file names reveal neither URLs nor headers.
///
/// The variant covers everything in a request besides its URL. So a response is only ever used for the same
/// credentials, and Vary needs no evaluation.
struct CacheKey: Hashable {
    let url: [UInt8]
    let variant: [UInt8]

    static let digestLength = 32

    init(_ request: HTTPRequest, _ settings: ClientSettings) {
        url = Self.digest(of: request.url)
        // Cache directives do not change the response.
        let telling = request.headers.filter { !$0.isNamed("Cache-Control") && !$0.isNamed("Pragma") }
        var lines = telling.map { "\($0.name.lowercased()):\($0.value)" }.sorted()
        if let credentials = request.url.credentials {
            // Neither can contain a NUL.
            lines.append("\0\(credentials.user)\0\(credentials.password)")
        }
        lines.append("user-agent:\(settings.userAgent)")
        // Responses from a private network are not for requests that may not go there.
        if settings.publicOnly, !request.isConfigured { lines.append("\0public") }
        variant = SHA256.digest(Array(lines.joined(separator: "\n").utf8))
    }

    init(url: [UInt8], variant: [UInt8]) {
        self.url = url
        self.variant = variant
    }

    /// Without the fragment, which is not sent.
    static func digest(of url: HTTPURL) -> [UInt8] { SHA256.digest(Array(url.text.prefix { $0 != "#" }.utf8)) }
}
