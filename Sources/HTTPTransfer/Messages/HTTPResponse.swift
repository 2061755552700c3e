/// A response, whatever its status.
package struct HTTPResponse: Equatable, Sendable {
    /// Where it came from, after redirects.
    package var url: HTTPURL
    package var status: Int
    /// Those of the last response only, in the order they came.
    package var headers: [HTTPHeader]
    /// Decompressed; empty where it was not to be held.
    package var body: [UInt8] {
        didSet { size = body.count }
    }
    /// Bytes of the body after decompression, also of one that is not in ``body``.
    package internal(set) var size: Int
    /// The file that has the body, where it was to go into one.
    package internal(set) var file: String?
    /// Counts the body as held for as long as this response is there.
    var share: BodyShare?
    /// Seconds from now that a Retry-After header asks for, whether it gave seconds or a date; not clamped.
    package var retryAfter: Int?
    /// Seconds since 1970, by the engine's clock: what dates in headers are compared with.
    package var receivedAt: Int
    /// From leaving the queue to the last byte, redirects included.
    package var duration: Duration
    /// From leaving the queue to the first byte of the last hop's response; nil where nothing was transferred.
    package var timeToFirstByte: Duration?
    /// From leaving the queue until the address of the last hop's host was known, the connection stood, and TLS was agreed
    /// upon; nil where that was not done, because a connection was there already.
    package var lookup: Duration?
    package var connect: Duration?
    package var handshake: Duration?
    /// Bytes of the body as they came, before decompression; of the last hop.
    package var receivedBytes = 0
    /// `1.0`, `1.1`, `2` or `3`; nil where nothing was transferred.
    package var httpVersion: String?
    /// The IP address that answered.
    package var remoteAddress: String?
    /// How many redirects led to ``url``.
    package var redirects = 0
    /// How many times it was asked for, the successful one included; 0 where nothing was transferred.
    package var attempts = 1
    /// Nil where the cache had no part in it.
    package var cache: CacheStatus?

    package init(
        url: HTTPURL, status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], retryAfter: Int? = nil,
        receivedAt: Int = 0, duration: Duration = .zero
    ) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
        size = body.count
        self.retryAfter = retryAfter
        self.receivedAt = receivedAt
        self.duration = duration
    }

    /// The first value of a header; names do not differ by case.
    package func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }

    /// Every value of a header that may stand more than once.
    package func values(of name: String) -> [String] {
        headers.filter { $0.isNamed(name) }.map(\.value)
    }
}
