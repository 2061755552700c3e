import Platform

/// An http or https URL, parsed by the library that will fetch it, so that checks and fetch agree about the host.
package struct HTTPURL: Equatable, Sendable {
    /// The whole URL without user and password, which are kept apart so that no message shows them.
    package let text: String
    package let scheme: String
    package let host: String
    package let port: String
    package private(set) var credentials: Credentials?
    private let hasQuery: Bool

    package struct Credentials: Equatable, Sendable {
        package let user: String
        package let password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// The origin (RFC 6454): what may be sent to one is not for another.
    var origin: [String] { [scheme, host, port] }

    /// The host and the port, for messages.
    package var place: String { "\(host):\(port)" }

    /// The URL for messages, without its query, which may contain a key.
    package var summary: String {
        let shownPort = port == Self.defaultPort(scheme) ? "" : ":\(port)"
        return "\(scheme)://\(host)\(shownPort)\(path)\(hasQuery ? "?…" : "")"
    }

    package init(_ text: String) throws(TransferError) {
        let parsed = try CurlURL.parse(text)
        guard let scheme = parsed.scheme?.lowercased() else { throw CurlURL.noScheme }
        guard Self.defaultPort(scheme) != nil else { throw .refusedScheme(scheme) }
        guard let host = parsed.host, let port = parsed.port else { throw .invalidURL("no host") }
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port
        credentials = parsed.user.map { [password = parsed.password] in Credentials(user: $0, password: password ?? "")
        }
        hasQuery = text.utf8.contains(UInt8(ascii: "?")) && parsed.query != nil
        guard let whole = parsed.withoutCredentials() else { throw .invalidURL("no host") }
        self.text = whole
    }

    /// A URL that differs from another one only behind the host.
    /// - Parameter text: as libcurl would write it.
    init(_ text: String, besides other: HTTPURL, hasQuery: Bool) {
        self.text = text
        scheme = other.scheme
        host = other.host
        port = other.port
        self.hasQuery = hasQuery
    }

    /// Parses a URL as users type it; the scheme may be missing if it is http.
    package init(typed text: String) throws(TransferError) {
        try self.init(Self.completed(text))
    }

    /// The path as it is in ``text``.
    private var path: Substring {
        let path = text.utf8.dropFirst(headLength).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return Substring(path)
    }

    /// Bytes of ``text`` before the path.
    var headLength: Int {
        let scheme = scheme.utf8.count + 3
        return scheme + text.utf8.dropFirst(scheme).prefix { $0 != UInt8(ascii: "/") }.count
    }

    /// A URL as users type it, with its scheme.
    package static func completed(_ text: String) -> String { hasNoScheme(text) ? "http://" + text : text }

    /// True if a text has its scheme, as users type it.
    package static func hasScheme(_ text: String) -> Bool { !hasNoScheme(text) }

    /// True if a text begins with a host: a name with a dot or a port, or localhost.
    private static func hasNoScheme(_ text: String) -> Bool {
        guard !text.hasSchemeMark else { return false }
        let host = text.prefix { !"/?#".contains($0) }
        let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty else { return false }
        if parts.count == 2 { return !parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isNumber } }
        return name.contains(".") || name == "localhost"
    }

    /// The URL with these credentials, unless it has its own.
    package func with(_ standard: Credentials) -> HTTPURL {
        var url = self
        url.credentials = credentials ?? standard
        return url
    }

    /// The target of a redirect: with the same credentials on the same origin, with none elsewhere.
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

extension String {
    /// True if it contains `://`.
    fileprivate var hasSchemeMark: Bool {
        let bytes = utf8.span
        guard bytes.count >= 3 else { return false }
        for place in 0..<bytes.count - 2
        where bytes[place] == UInt8(ascii: ":") && bytes[place + 1] == UInt8(ascii: "/")
            && bytes[place + 2] == UInt8(ascii: "/")
        {
            return true
        }
        return false
    }
}
