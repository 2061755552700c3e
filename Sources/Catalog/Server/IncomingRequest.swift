/// The head of a request (RFC 9112 §3).
struct IncomingRequest: Equatable, Sendable {
    let method: String
    /// Undecoded, without the query.
    let path: String
    /// Without the question mark; empty if there is none.
    let query: String
    /// By name in lower case; repeated fields are joined (RFC 9110 §5.3).
    let headers: [String: String]
    /// Bytes after the head; nil if unknown.
    let bodyLength: Int?
    /// Whether another request may follow on the connection.
    let keepsConnection: Bool

    /// Nil for an invalid head.
    /// - Parameter head: without the empty line at its end.
    init?(_ head: some Collection<UInt8>) {
        // CRLF is one Character.
        var lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)[...]
        let parts = lines.popFirst()?.split(separator: " ") ?? []
        guard parts.count == 3, parts[2].hasPrefix("HTTP/1.") else { return nil }
        method = String(parts[0])
        // The absolute form names the host too (RFC 9112 §3.2.2).
        let target = parts[1].hasPrefix("http://") ? parts[1].dropFirst(7).drop { $0 != "/" } : parts[1]
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = halves.first.map(String.init) ?? ""
        query = halves.count > 1 ? String(halves[1]) : ""
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            let name = line[..<colon].lowercased()
            headers[name] = headers[name].map { "\($0), \(value)" } ?? String(value)
        }
        self.headers = headers
        let length = Int(headers["content-length"] ?? "0")
        bodyLength = headers["transfer-encoding"] == nil ? length.flatMap { $0 >= 0 ? $0 : nil } : nil
        let connection = headers["connection"]?.lowercased() ?? ""
        keepsConnection = parts[2] == "HTTP/1.1" ? connection != "close" : connection == "keep-alive"
    }
}
