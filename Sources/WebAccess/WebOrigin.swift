/// An origin by which a browser may reach a page: `https://tools.example`.
package enum WebOrigin {
    /// Whether it is one: a scheme, a host and perhaps a port, and nothing behind.
    package static func isValid(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(scheme.count)
        return !rest.isEmpty && rest.utf8.count <= 300
            && rest.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || "-.:[]".utf8.contains(byte)
            }
    }
}
