/// Which answer may stand for which request, as digests: nothing of a URL or a header can be read in the name of a file.
///
/// The variant is made of all that a request says besides its URL. So an answer is only ever for the very same
/// credentials, and whatever a server lists in Vary is the same without a look at it.
struct CacheKey: Hashable {
    let url: [UInt8]
    let variant: [UInt8]

    static let digestLength = 32

    init(_ request: HTTPRequest, _ settings: ClientSettings) {
        url = Self.digest(of: request.url)
        // What only says how to use the cache makes no other answer.
        let telling = request.headers.filter { !$0.isNamed("Cache-Control") && !$0.isNamed("Pragma") }
        var lines = telling.map { "\($0.name.lowercased()):\($0.value)" }.sorted()
        if let credentials = request.url.credentials {
            // Neither can hold a NUL.
            lines.append("\0\(credentials.user)\0\(credentials.password)")
        }
        lines.append("user-agent:\(settings.userAgent)")
        // What was fetched from the inner network is not for those who may not ask there.
        if settings.publicOnly, !request.isConfigured { lines.append("\0public") }
        variant = SHA256.digest(Array(lines.joined(separator: "\n").utf8))
    }

    init(url: [UInt8], variant: [UInt8]) {
        self.url = url
        self.variant = variant
    }

    /// Without the fragment, which no server sees.
    static func digest(of url: HTTPURL) -> [UInt8] { SHA256.digest(Array(url.text.prefix { $0 != "#" }.utf8)) }
}
