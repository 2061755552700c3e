/// An absolute http or https URL that is safe to hand to another program: parsed strictly (RFC 3986), with a host,
/// without credentials, ASCII only.
package struct WebURL: Equatable, Sendable {
    package let text: String

    package init(_ text: String) throws(URLFailure) {
        guard let parts = URIParts(text) else { throw .notAURL }
        guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https" else { throw .notWeb }
        guard let host = parts.host, !host.isEmpty else { throw .noHost }
        // "https://apple.com@evil.example" looks like another place than the one it opens.
        guard !parts.hasUserInfo else { throw .credentials }
        self.text = text
    }
}
