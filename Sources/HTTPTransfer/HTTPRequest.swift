/// What to fetch, and how much of time and memory it may take. A request that exists is valid: its URL and its headers
/// were checked when they were made.
package struct HTTPRequest: Equatable, Sendable {
    package var url: HTTPURL
    /// Sent to the origin of ``url`` only. A redirect to another scheme, host or port goes without them, whatever they
    /// are: libcurl would drop Authorization and Cookie, and send an API key on.
    package var headers: [HTTPHeader]
    /// For the whole transfer with its redirects, counted from when it leaves the queue.
    package var timeout: Duration
    /// Bytes of the body after decompression.
    package var bodyLimit: Int
    /// The Unix socket on which ``url``'s origin listens; the URL then gives no more than the Host and the path.
    package var unixSocket: String?

    package static let standardTimeout = Duration.seconds(30)
    package static let standardBodyLimit = 8 << 20

    package init(
        _ url: HTTPURL, headers: [HTTPHeader] = [], timeout: Duration = standardTimeout,
        bodyLimit: Int = standardBodyLimit, unixSocket: String? = nil
    ) {
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.unixSocket = unixSocket
    }

    /// The same request for where a redirect leads.
    func redirected(to target: HTTPURL) -> HTTPRequest {
        var request = self
        request.url = target
        if target.origin != url.origin {
            request.headers = []
            request.unixSocket = nil
        }
        return request
    }
}
