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
        let signs = Array("0123456789ABCDEF".utf8)
        let encoded = path.utf8.flatMap { byte -> [UInt8] in
            let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || "/-._0123456789".utf8.contains(byte)
            return isPlain ? [byte] : [UInt8(ascii: "%"), signs[Int(byte >> 4)], signs[Int(byte & 15)]]
        }
        text = "file://" + String(decoding: encoded, as: UTF8.self)
    }
}
