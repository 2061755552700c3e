/// An answer on its way out (RFC 9112 §4).
struct OutgoingResponse: Equatable, Sendable {
    let answer: Answer
    /// Whether the body is declared whole and ends in its middle, with the connection.
    let isTruncated: Bool

    init(_ answer: Answer, isTruncated: Bool = false) {
        self.answer = answer
        self.isTruncated = isTruncated
    }

    /// - Parameters:
    ///   - hasBody: false for the answer to HEAD, which declares a body and has none.
    ///   - closes: whether to say that the connection ends.
    func bytes(hasBody: Bool, closes: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(answer.status) \(reason)\r\n"
        for (name, value) in answer.headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        // A 304 has no body (RFC 9110 §15.4.5).
        if answer.status != 304 { head += "content-length: \(answer.body.count)\r\n" }
        if closes { head += "connection: close\r\n" }
        let body = answer.body.prefix(isTruncated ? answer.body.count / 2 : answer.body.count)
        return Array("\(head)\r\n".utf8) + (hasBody ? body : [])
    }

    private var reason: String {
        switch answer.status {
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
