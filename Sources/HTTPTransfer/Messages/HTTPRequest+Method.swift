/// Consequences of a request's method (RFC 9110 §9).
extension HTTPRequest {
    /// Whether it may be resent when its outcome is unknown. An idempotency key, by which the server recognises the
    /// second one, allows it for any method.
    var isIdempotent: Bool {
        switch method {
        case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE": true
        default: headers.contains { $0.isNamed("Idempotency-Key") }
        }
    }

    /// Whether it is safe: it changes nothing at the server.
    var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

    /// Whether servers expect a body, so its absence has to be declared.
    var expectsBody: Bool { ["POST", "PUT", "PATCH"].contains(method) }

    /// Refuses requests about whose end client and server could disagree.
    func check() throws(TransferError) {
        guard HTTPHeader.isToken(method), method.uppercased() != "CONNECT" else { throw .invalidMethod(method) }
        // A response to HEAD has no body, whatever its length says; libcurl would wait for one if the request had a
        // body.
        guard body == nil || !["HEAD", "TRACE"].contains(method) else { throw .refusedBody(method: method) }
        guard headers.count(where: { $0.isNamed("Host") }) <= 1 else {
            throw .refusedHeader(name: "Host", reason: "it stands twice")
        }
    }

    /// A standard method in capitals. Methods are case-sensitive (RFC 9110 §9.1), and no server knows `get`.
    static func standardised(_ method: String) -> String {
        let upper = method.uppercased()
        return standardMethods.contains(upper) ? upper : method
    }

    private static let standardMethods: Set = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
    ]

    /// Whether to accept compressed bodies. Not if the caller sets Accept-Encoding itself, and not for a range, which
    /// would be one of the compressed body.
    var asksForPackedBodies: Bool { !headers.contains { $0.isNamed("Accept-Encoding") || $0.isNamed("Range") } }
}
