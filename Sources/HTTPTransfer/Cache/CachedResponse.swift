/// A cached response.
struct CachedResponse: Equatable {
    let status: Int
    private(set) var headers: [HTTPHeader]
    let body: [UInt8]
    /// Seconds since 1970, like ``receivedAt``: when the request was sent that fetched or last validated it.
    private(set) var requestedAt: Int
    private(set) var receivedAt: Int

    init(status: Int, headers: [HTTPHeader], body: [UInt8], requestedAt: Int, receivedAt: Int) {
        self.status = status
        self.headers = headers
        self.body = body
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
    }

    /// Nil for a response not to be stored: only complete, reusable ones that the server allows to be stored are (RFC
    /// 9111 §3), and no errors.
    init?(_ response: HTTPResponse, to request: HTTPRequest) {
        guard request.method == "GET", [200, 203].contains(response.status),
            // It belongs to another URL, and the redirect may lead elsewhere next time.
            response.redirects == 0,
            response.isKnownToBeWhole,
            !response.values(of: "Vary").contains(where: { $0.contains("*") })
        else { return nil }
        let age = Int(response.duration.components.seconds)
        self.init(
            // Cookies are not replayed.
            status: response.status, headers: response.headers.filter { !$0.isNamed("Set-Cookie") },
            body: response.body, requestedAt: response.receivedAt - age, receivedAt: response.receivedAt)
        guard !control.noStore, lifetime > 0 || !validators.isEmpty else { return nil }
    }

    /// Updates the headers from a 304 (RFC 9111 §3.2).
    mutating func update(from response: HTTPResponse) {
        let about = ["content-length", "content-encoding", "transfer-encoding", "content-range", "connection"]
        let news = response.headers.filter { !about.contains($0.name.lowercased()) && !$0.isNamed("Set-Cookie") }
        headers.removeAll { old in news.contains { $0.isNamed(old.name) } }
        headers += news
        requestedAt = response.receivedAt - Int(response.duration.components.seconds)
        receivedAt = response.receivedAt
    }

    func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }

    /// As the response to a request.
    func response(to request: HTTPRequest, _ cache: CacheStatus, at now: Int) -> HTTPResponse {
        let kept = headers.filter { !$0.isNamed("Age") } + [HTTPHeader(received: "Age", "\(age(at: now))")]
        var response = HTTPResponse(
            url: request.url, status: status, headers: kept, body: body, receivedAt: now, duration: .zero)
        response.attempts = 0
        response.cache = cache
        return response
    }
}

extension HTTPResponse {
    /// Whether its end was marked; otherwise it may be truncated.
    fileprivate var isKnownToBeWhole: Bool {
        header("Content-Length") != nil || header("Transfer-Encoding") != nil || httpVersion == "2"
            || httpVersion == "3"
    }
}
