import Platform

/// An answer of the front itself, with all that it needs. Everything else is the views'.
package enum FrontAnswer: Equatable, Sendable {
    /// A visitor has a session: the cookie (``AccessCookie/setting(_:)``), and on to the page.
    case enter(cookie: String)
    /// On to the page with that query, from a page of this server: so browsers send the cookie that they have.
    case lead(query: String)
    /// - Parameter after: seconds until another try may succeed.
    case refuse(status: Int, title: String = "This page is closed", advice: String, after: Int? = nil)

    package static let noToken = FrontAnswer.refuse(
        status: 401, advice: "Open the address that you were given; it has a token.")
    package static let otherHost = FrontAnswer.refuse(status: 421, advice: "This is not the name of this server.")
    package static let noRequest = FrontAnswer.refuse(status: 400, advice: "This is not a request.")
    package static let full = FrontAnswer.refuse(
        status: 503, title: "All sessions are in use", advice: "Try again in some minutes.", after: 60)
    package static let busy = FrontAnswer.refuse(
        status: 503, title: "Your session takes long to answer", advice: "Try again in some seconds.", after: 5)
    package static let ended = FrontAnswer.refuse(
        status: 503, title: "Your session has ended", advice: "Open the address that you were given once more.")

    /// - Parameter isHead: the request was HEAD, so that the answer has no body.
    package func bytes(isHead: Bool = false) -> [UInt8] {
        let head: String
        let title: String
        let text: String
        // A page leads on, because a browser that comes from another page would not send the cookie after a
        // redirection.
        var next: String?
        switch self {
        case .enter(let cookie):
            head =
                "200 OK\r\nSet-Cookie: \(cookie)\r\n"
            (title, text, next) = ("Viperline", "", "./")
        case .lead(let query):
            head = "200 OK\r\n"
            (title, text, next) = ("Viperline", "", "./?" + query.replacing("&", with: "&amp;"))
        case .refuse(let status, let name, let advice, let seconds):
            head = "\(status) Refused\r\n" + (seconds.map { "Retry-After: \($0)\r\n" } ?? "")
            title = name
            text = advice
        }
        let body =
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>\(title)</title>"
            + (next.map { "<meta http-equiv=\"refresh\" content=\"0;url=\($0)\">" } ?? "")
            + "</head><body><main><h1>\(title)</h1><p>\(text)</p></main></body></html>"
        return Array(
            ("HTTP/1.1 \(head)Content-Type: text/html; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
                + "Cache-Control: no-store\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\n"
                + "Referrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n"
                + "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'; base-uri 'none'\r\n\r\n"
                + (isHead ? "" : body)).utf8)
    }
}
