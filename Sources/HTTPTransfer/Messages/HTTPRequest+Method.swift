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

    /// Refuses what would leave the two ends of a connection with different ideas of where a message ends.
    func check() throws(TransferError) {
        guard HTTPHeader.isToken(method), method.uppercased() != "CONNECT" else { throw .invalidMethod(method) }
        // After a HEAD no body comes back, whatever the answer's length says; libcurl waits for one where one was sent.
        guard body == nil || !["HEAD", "TRACE"].contains(method) else { throw .refusedBody(method: method) }
        guard headers.count(where: { $0.isNamed("Host") }) <= 1 else {
            throw .refusedHeader(name: "Host", reason: "it stands twice")
        }
    }

    /// A method as HTTP writes it. Methods differ by case (RFC 9110 §9.1), and no server knows `get`.
    static func standardised(_ method: String) -> String {
        let upper = method.uppercased()
        return standardMethods.contains(upper) ? upper : method
    }

    private static let standardMethods: Set = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
    ]

    /// Whether the server may pack the body for the way. Not where the caller says itself what it takes, and wants it as it
    /// comes, nor where a range is asked for, which is one of the packed body.
    var asksForPackedBodies: Bool { !headers.contains { $0.isNamed("Accept-Encoding") || $0.isNamed("Range") } }
}
