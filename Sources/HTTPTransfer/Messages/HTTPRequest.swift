/// What to fetch, with limits of time and memory. Every value is valid: its URL and headers were checked when they were
/// made.
package struct HTTPRequest: Equatable, Sendable {
    package var url: HTTPURL
    /// Such as `GET` or `POST`; the standard ones become capitals. One that is not a token (RFC 9110 §9.1) fails as
    /// ``TransferError/invalidMethod(_:)``.
    package var method = "GET" {
        didSet { method = Self.standardised(method) }
    }
    /// Sent to the origin of ``url`` only. Its Content-Type is among the ``headers``.
    package var body: RequestBody?
    /// Sent to the origin of ``url`` only. A redirect to another scheme, host or port drops them all; libcurl would
    /// drop Authorization and Cookie but send an API key on.
    package var headers: [HTTPHeader]
    /// For the whole transfer with its redirects, from leaving the queue.
    package var timeout: Duration
    /// Bytes of the decompressed body at most; nil for no limit, for bodies that are not held in memory.
    package var bodyLimit: Int?
    package var sink = BodySink.memory
    /// The Unix socket on which ``url``'s origin listens; the URL then gives only the Host and the path.
    package var unixSocket: String?
    /// Whether the user configured ``url``'s origin, so that it may be any address even where only public ones are
    /// allowed.
    package var isConfigured = false
    /// How long the response is fresh in the cache, whatever the server says of its age; nil goes by the server.
    package var freshness: Duration?
    /// Interprets this API's refusals; nil goes by the status alone.
    package var adviser: RetryAdviser?
    /// The cache's conditional headers, for ``url`` only.
    var conditions: [HTTPHeader] = []
    /// Whether another request to the same host is waiting.
    var isFollowed = true
    /// Whether a redirect led to another origin, which gets nothing meant for the first one.
    var isAway = false

    package static let standardTimeout = Duration.seconds(30)
    package static let standardBodyLimit = 8 << 20

    package init(
        _ url: HTTPURL, headers: [HTTPHeader] = [], timeout: Duration = standardTimeout,
        bodyLimit: Int? = standardBodyLimit, unixSocket: String? = nil
    ) {
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.unixSocket = unixSocket
    }
}
