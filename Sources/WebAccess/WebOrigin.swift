/// An origin by which a browser may reach a page: `https://tools.example`.
package struct WebOrigin: Hashable, Sendable {
    private let scheme: String
    private let host: String
    private let port: Int?

    /// - Returns: nil for anything but a scheme, a host and perhaps a port.
    package init?(_ text: String) {
        let text = text.lowercased()
        guard text.utf8.count <= 300, let scheme = ["https", "http"].first(where: { text.hasPrefix("\($0)://") }) else {
            return nil
        }
        self.scheme = scheme
        let authority = text.dropFirst(scheme.count + 3)
        let end = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        let host = String(authority[..<(end ?? authority.endIndex)])
        guard Self.isHost(host) else { return nil }
        self.host = host
        guard let end else {
            port = nil
            return
        }
        let digits = authority[authority.index(after: end)...]
        guard let number = ListenAddress.port(digits), number > 0 else { return nil }
        port = number == Self.standardPort(scheme) ? nil : number
    }

    private static func standardPort(_ scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    private static func isHost(_ text: String) -> Bool {
        if text.hasPrefix("["), text.hasSuffix("]") { return ListenAddress.isSix(String(text.dropFirst().dropLast())) }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.utf8.count < 64
                && label.utf8.allSatisfy {
                    UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                }
        }
    }

    /// As a browser writes it: without the port that its scheme has anyway.
    package var text: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }

    /// What a request to it has in `Host`.
    package var hosts: [String] {
        guard let port else { return [host, "\(host):\(Self.standardPort(scheme))"] }
        return ["\(host):\(port)"]
    }

    /// Whether browsers say there where a request comes from (`Sec-Fetch-Site`): with TLS, and on this machine (W3C Secure Contexts,
    /// potentially trustworthy origins).
    package var isTrustworthy: Bool {
        scheme == "https" || host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
            || host == "[::1]"
    }
}
