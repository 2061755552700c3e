import Platform
import Encodings

/// An absolute http or https URL that is safe to hand to another program: parsed strictly (RFC 3986), with a host,
/// without credentials, ASCII only. Or a file of this program's own that leads to one.
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

    /// - Parameter path: absolute, of a file that this program has written. Never one that was asked for.
    package init(ownFile path: String) {
        text = "file://" + PercentEncoding.path.encode(path)
    }
}

/// A URI reference as RFC 3986 takes it apart. Nothing is decoded.
struct URIParts {
    /// nil in a relative reference.
    let scheme: String?
    /// nil where there is no `//`; may be empty.
    let host: String?
    /// True if there is an `@` in the authority.
    let hasUserInfo: Bool

    private typealias Bytes = Substring.UTF8View

    /// Nil for what breaks the grammar: a character that needs an escape, half an escape, a second `#`, a port that is not a
    /// number, a bracket outside an IPv6 address.
    init?(_ text: String) {
        var rest = text[...].utf8
        scheme = Self.takeScheme(&rest)
        var host: Bytes?
        var hasUserInfo = false
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let authority = rest.prefix { !Self.endsAuthority($0) }
            rest = rest[authority.endIndex...]
            guard let parts = Self.authority(authority) else { return nil }
            (host, hasUserInfo) = parts
        }
        let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        // Without a scheme, a colon in the first segment would have ended one (§4.2).
        if scheme == nil, host == nil, path.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":")) {
            return nil
        }
        let query = rest[path.endIndex...].prefix { $0 != UInt8(ascii: "#") }
        let fragment = rest[query.endIndex...].dropFirst()
        guard Self.isValid(path, ":@/"), Self.isValid(query, ":@/?"), Self.isValid(fragment, ":@/?") else { return nil }
        self.host = host.map { String(Substring($0)) }
        self.hasUserInfo = hasUserInfo
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool { "/?#".utf8.contains(byte) }

    private static func takeScheme(_ rest: inout Bytes) -> String? {
        let name = rest.prefix { $0.isAlphanumeric || "+-.".utf8.contains($0) }
        guard let first = name.first, first.isLetter, rest[name.endIndex...].first == UInt8(ascii: ":") else {
            return nil
        }
        rest = rest[name.endIndex...].dropFirst()
        return String(Substring(name))
    }

    private static func authority(_ authority: Bytes) -> (host: Bytes, hasUserInfo: Bool)? {
        var host = authority
        let at = authority.firstIndex(of: UInt8(ascii: "@"))
        if let at {
            guard isValid(authority[..<at], ":") else { return nil }
            host = authority[at...].dropFirst()
        }
        var port = host[host.endIndex...]
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            port = host[end...].dropFirst()
            let address = host[..<end].dropFirst()
            guard !address.isEmpty, address.allSatisfy({ PercentEncoding.value($0) != nil || ":.".utf8.contains($0) })
            else { return nil }
            host = host[...end]
        } else if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
            port = host[colon...]
            host = host[..<colon]
        }
        guard port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isDigit) else {
            return nil
        }
        guard host.first == UInt8(ascii: "[") || isValid(host, "") else { return nil }
        return (host, at != nil)
    }

    /// True if there are only unreserved characters, sub-delimiters, whole escapes, and those of `more`.
    private static func isValid(_ text: Bytes, _ more: StaticString) -> Bool {
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.popFirst().flatMap(PercentEncoding.value) != nil,
                    rest.popFirst().flatMap(PercentEncoding.value) != nil
                else { return false }
            } else if !byte.isAlphanumeric, !"-._~!$&'()*+,;=".utf8.contains(byte),
                !more.description.utf8.contains(byte)
            {
                return false
            }
        }
        return true
    }
}
