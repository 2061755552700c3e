import FoundationEssentials

/// An absolute http or https URL that is safe to hand to another program: parsed strictly (RFC 3986), with a host,
/// without credentials, ASCII only.
package struct WebURL: Equatable, Sendable {
    package let text: String

    package init(_ text: String) throws(URLFailure) {
        guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            let url = URLComponents(string: text, encodingInvalidCharacters: false)
        else { throw .notAURL }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else { throw .notWeb }
        guard let host = url.host, !host.isEmpty else { throw .noHost }
        // "https://apple.com@evil.example" looks like another place than the one it opens.
        guard url.user == nil, url.password == nil else { throw .credentials }
        self.text = text
    }
}
