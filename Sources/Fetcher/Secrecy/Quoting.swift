import HTTPTransfer

extension String {
    /// Short enough to stand in a message.
    var quotable: String { quotable(80) }

    func quotable(_ limit: Int) -> String { count <= limit ? self : "\(prefix(limit))…" }

    /// A URL as a message may show it: keys stand in queries, passwords before the host.
    var withoutSecrets: String {
        if let url = try? HTTPURL(self) { return url.summary.withoutInnerURL.quotable }
        return "\"\(withoutUserInfo.prefix { $0 != "?" && $0 != "#" }.description.withoutInnerURL.quotable)\""
    }

    /// What is no URL that we fetch, without what may be a name and a password in it: before an `@`, however that is
    /// written, or behind a colon that is not followed by a port.
    var withoutUserInfo: String {
        let scheme = firstRange(of: "://").map { self[..<$0.upperBound] } ?? prefix { $0 == "/" }
        let rest = self[scheme.endIndex...]
        let head = rest.prefix { $0 != "?" && $0 != "#" }
        if let at = head.endOfLastAt { return "\(scheme)…\(self[at...])" }
        if scheme.isEmpty || scheme == "//" || !rest.hasPrefix("[") {
            let authority = rest.prefix { !"/\\?#".contains($0) }
            if let colon = authority.firstIndex(of: ":"), !authority[colon...].dropFirst().isPort {
                return scheme.isEmpty ? "\(self[...colon])…" : "\(scheme)…"
            }
        }
        return self
    }

    /// Whether it may have what ``withoutUserInfo`` takes away although there is no `@` in it. Quick to say no, since most
    /// URLs have nothing of the kind.
    var hasOddAuthority: Bool {
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let rest = utf8[utf8.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else { return true }
        let authority = rest.dropFirst(2).prefix { !#"/?#\"#.utf8.contains($0) }
        return authority.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") }
    }

    /// A path may hold another URL, and that a password.
    private var withoutInnerURL: String {
        guard let scheme = firstRange(of: "://") else { return self }
        let path = self[scheme.upperBound...].drop { $0 != "/" }
        let lower = path.lowercased()
        guard path.contains("@") || lower.contains("%40") || lower.contains(":/") || lower.contains("%3a%2f") else {
            return self
        }
        return "\(self[..<path.startIndex])/…"
    }
}

extension Substring {
    /// Behind the last `@`, also one that is percent-encoded, once or twice.
    fileprivate var endOfLastAt: Index? {
        ["@", "%40", "%2540"].compactMap { mark in
            let start = utf8.indices.last { utf8[$0...].starts(with: mark.utf8) }
            return start.map { utf8.index($0, offsetBy: mark.utf8.count) }
        }.max()
    }

    fileprivate var isPort: Bool { count <= 5 && allSatisfy { $0.isASCII && $0.isNumber } }
}
