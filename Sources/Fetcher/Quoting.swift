import HTTPTransfer

extension String {
    /// Short enough to stand in a message.
    var quotable: String { quotable(80) }

    func quotable(_ limit: Int) -> String { count <= limit ? self : "\(prefix(limit))…" }

    /// A URL as a message may show it: keys stand in queries, passwords before the host.
    var withoutSecrets: String {
        if let url = try? HTTPURL(self) { return url.summary.quotable }
        return "\"\(prefix { $0 != "?" && $0 != "@" }.description.quotable)\""
    }
}
