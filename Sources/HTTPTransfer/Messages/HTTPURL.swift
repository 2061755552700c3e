/// An http or https URL, taken apart by the same parser that will fetch it, so that a check and the fetch cannot differ
/// in what they take for the host.
package struct HTTPURL: Equatable, Sendable {
    /// The whole URL, without user and password, which are kept apart so that no message shows them.
    package let text: String
    package let scheme: String
    package let host: String
    package let port: String
    package private(set) var credentials: Credentials?
    private let path: String
    private let hasQuery: Bool

    package struct Credentials: Equatable, Sendable {
        package let user: String
        package let password: String
    }

    /// Which server: what may be told to one origin is not for another (RFC 6454).
    var origin: [String] { [scheme, host, port] }

    /// The URL to show in a message: without its query, which may hold a key.
    package var summary: String {
        let shownPort = port == Self.defaultPort(scheme) ? "" : ":\(port)"
        return "\(scheme)://\(host)\(shownPort)\(path)\(hasQuery ? "?…" : "")"
    }

    package init(_ text: String) throws(TransferError) {
        let parsed = try CurlURL.parse(text)
        guard let scheme = parsed[.scheme]?.lowercased() else { throw CurlURL.noScheme }
        guard Self.defaultPort(scheme) != nil else { throw .refusedScheme(scheme) }
        guard let host = parsed[.host], let port = parsed[.port], let whole = parsed[.wholeWithoutCredentials]
        else { throw .invalidURL("no host") }
        self.text = whole
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port
        credentials = parsed[.user].map { Credentials(user: $0, password: parsed[.password] ?? "") }
        path = parsed[.path] ?? "/"
        hasQuery = parsed[.query] != nil
    }

    /// Where a redirect leads from here: on the same origin with the same credentials, anywhere else with none of ours.
    func redirected(to target: String) throws(TransferError) -> HTTPURL {
        var url = try HTTPURL(target)
        if url.credentials == nil, url.origin == origin { url.credentials = credentials }
        return url
    }

    private static func defaultPort(_ scheme: String) -> String? {
        switch scheme {
        case "http": "80"
        case "https": "443"
        default: nil
        }
    }
}
