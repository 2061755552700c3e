/// What to fetch, and how much of time and memory it may take. A request that exists is valid: its URL and its headers
/// were checked when they were made.
package struct HTTPRequest: Equatable, Sendable {
    package var url: HTTPURL
    /// Such as `GET` or `POST`; the standard ones are written in capitals, however they are given. One that is no token
    /// (RFC 9110 §9.1) fails as ``TransferError/invalidMethod(_:)``.
    package var method = "GET" {
        didSet { method = Self.standardised(method) }
    }
    /// Sent to the origin of ``url`` only. A Content-Type is for ``headers`` to name.
    package var body: RequestBody?
    /// Sent to the origin of ``url`` only. A redirect to another scheme, host or port goes without them, whatever they
    /// are: libcurl would drop Authorization and Cookie, and send an API key on.
    package var headers: [HTTPHeader]
    /// For the whole transfer with its redirects, counted from when it leaves the queue.
    package var timeout: Duration
    /// Bytes of the body after decompression that are taken; nil takes all that comes, which is for bodies that are not
    /// held in memory.
    package var bodyLimit: Int?
    package var sink = BodySink.memory
    /// The Unix socket on which ``url``'s origin listens; the URL then gives no more than the Host and the path.
    package var unixSocket: String?
    /// Knows how this API refuses; nil reads the status alone.
    package var adviser: RetryAdviser?
    /// The cache's questions, about ``url`` and no other.
    var conditions: [HTTPHeader] = []
    /// Whether a redirect led to another origin, where nothing is shown that was meant for the first one.
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
