import Platform

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

    /// - Parameter page: an origin, or a folder of it that a proxy has for the page: `https://tools.example/apps/`.
    package init?(page: String) {
        let (origin, path) = Self.parts(of: page)
        guard path.isEmpty || path.utf8.isWord(with: "-./_~"), path.utf8.count <= 200 else { return nil }
        self.init(String(origin))
    }

    /// The address of a page (``init(page:)``), to which a query can be added.
    package static func folder(_ page: String) -> String { page.hasSuffix("/") ? page : page + "/" }

    private static func parts(of page: String) -> (origin: Substring, path: Substring) {
        let scheme = page.prefix { $0 != "/" }.utf8.count + 2
        let slash = page.utf8.dropFirst(scheme).firstIndex(of: UInt8(ascii: "/")) ?? page.endIndex
        return (page[..<slash], page[slash...])
    }

    private static func standardPort(_ scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    private static func isHost(_ text: String) -> Bool {
        if text.hasPrefix("["), text.hasSuffix("]") { return ListenAddress.isSix(String(text.dropFirst().dropLast())) }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            label.utf8.count < 64 && label.utf8.isWord(with: "-_")
        }
    }

    /// The origin as a browser writes it: without the port that its scheme has anyway.
    package var text: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }

    package var isSecure: Bool { scheme == "https" }

    /// The values that `Host` may have in a request to the origin.
    package var hosts: [String] {
        guard let port else { return [host, "\(host):\(Self.standardPort(scheme))"] }
        return ["\(host):\(port)"]
    }

    /// True if browsers send the site of a request's origin (`Sec-Fetch-Site`): with TLS, and on this machine (W3C Secure Contexts,
    /// potentially trustworthy origins).
    package var isTrustworthy: Bool {
        scheme == "https" || host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.")
            || host == "[::1]"
    }
}

/// The cookie that admits a browser: its name, and the header that sets it.
package struct AccessCookie: Equatable, Sendable {
    /// All ports of a host share cookies, so the port is part of the name.
    package let name: String
    private let isSecure: Bool

    /// - Parameter isSecure: whether the request's host is reached by TLS alone. Then a browser sends the cookie nowhere in clear, and
    ///   (`__Host-`) takes it from no other host and from no page without TLS.
    package init(port: Int, isSecure: Bool) {
        name = (isSecure ? "__Host-" : "") + "viperline-\(port)"
        self.isSecure = isSecure
    }

    /// The value of `Set-Cookie`.
    package func setting(_ value: Secret) -> String {
        "\(name)=\(value.text); Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}

/// The hosts by which browsers reach a page.
package struct WebHosts: Sendable {
    private let all: Set<String>
    private let secure: Set<String>

    package init(_ origins: some Sequence<WebOrigin>) {
        let plain = Set(origins.filter { !$0.isSecure }.flatMap(\.hosts))
        secure = Set(origins.filter(\.isSecure).flatMap(\.hosts)).subtracting(plain)
        all = plain.union(secure)
    }

    /// - Parameter host: as a request names it.
    package func contains(_ host: String?) -> Bool { host.map { all.contains($0.lowercased()) } ?? false }

    /// The cookie of a request.
    /// - Parameter host: as the request names it.
    package func cookie(of host: String?, port: Int) -> AccessCookie {
        AccessCookie(port: port, isSecure: host.map { secure.contains($0.lowercased()) } ?? false)
    }
}
