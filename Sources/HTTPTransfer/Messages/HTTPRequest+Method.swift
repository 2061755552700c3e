/// What follows from a request's method (RFC 9110 §9).
extension HTTPRequest {
    /// Whether it may be sent again when nobody knows what became of it. A key that lets the server recognise the second
    /// one makes any request so.
    var isIdempotent: Bool {
        switch method {
        case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE": true
        default: headers.contains { $0.isNamed("Idempotency-Key") }
        }
    }

    /// Whether it changes nothing at the server.
    var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

    /// Whether servers await a body, so that one without is to say so.
    var expectsBody: Bool { ["POST", "PUT", "PATCH"].contains(method) }

    func checkMethod() throws(TransferError) {
        guard HTTPHeader.isToken(method), method != "CONNECT" else { throw .invalidMethod(method) }
    }
}
