/// The head of a request (RFC 9112 §3).
struct IncomingRequest: Equatable, Sendable {
    let method: String
    /// The path, undecoded, without the query.
    let path: String
    /// The query without the question mark; empty if there is none.
    let query: String
    /// The fields by name in lower case; repeated fields are joined (RFC 9110 §5.3).
    let headers: [String: String]
    /// Bytes after the head; nil if unknown.
    let bodyLength: Int?
    /// True if another request may follow on the connection.
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

/// A response on its way out (RFC 9112 §4).
struct OutgoingResponse: Equatable, Sendable {
    let response: CatalogResponse
    /// True if the body is declared whole and ends in its middle, with the connection.
    let isTruncated: Bool

    init(_ response: CatalogResponse, isTruncated: Bool = false) {
        self.response = response
        self.isTruncated = isTruncated
    }

    /// - Parameters:
    ///   - hasBody: false for the response to HEAD, which declares a body and has none.
    ///   - closes: whether to announce that the connection ends.
    func bytes(hasBody: Bool, closes: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(response.status) \(reason)\r\n"
        for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        // A 304 has no body (RFC 9110 §15.4.5).
        if response.status != 304 { head += "content-length: \(response.body.count)\r\n" }
        if closes { head += "connection: close\r\n" }
        let body = response.body.prefix(isTruncated ? response.body.count / 2 : response.body.count)
        return Array("\(head)\r\n".utf8) + (hasBody ? body : [])
    }

    private var reason: String {
        switch response.status {
        case 200: "OK"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        default: "Internal Server Error"
        }
    }
}

/// An Accept-Encoding field (RFC 9110 §12.5.3).
enum AcceptEncoding {
    /// True if gzip is acceptable; a weight of 0 refuses it.
    static func allowsGzip(_ field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { coding in
            let parts = coding.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return weight != 0
        }
    }
}
