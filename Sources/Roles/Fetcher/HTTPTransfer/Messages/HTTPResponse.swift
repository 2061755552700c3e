package import JSON

/// A response, whatever its status.
package struct HTTPResponse: Equatable, Sendable {
    /// The last hop, as far as something was transferred. Times are from leaving the queue.
    package struct Hop: Equatable, Sendable {
        package var timeToFirstByte: Duration?
        /// Ends of the name lookup, the connect and the TLS handshake; nil if a connection was reused.
        package var lookup: Duration?
        package var connect: Duration?
        package var handshake: Duration?
        /// Bytes of the body before decompression.
        package var receivedBytes = 0
        /// `1.0`, `1.1`, `2` or `3`.
        package var httpVersion: String?
        /// The IP address that answered.
        package var remoteAddress: String?
        /// True if the body was packed, and so marked its own end.
        var isUnpacked = false

        package init() {}
    }

    /// The final URL, after redirects.
    package var url: HTTPURL
    package var status: Int
    /// The last response's only, in order.
    package var headers: [HTTPHeader]
    /// Decompressed; empty if not held in memory.
    package var body: [UInt8] {
        didSet { size = body.count }
    }
    /// Bytes of the decompressed body, whether or not it is in ``body``.
    package internal(set) var size: Int
    /// The file with the body, if requested.
    package internal(set) var file: String?
    /// The values that have arrived and were not handed over before; nil unless the body is split into values.
    package internal(set) var values: BodyValues?
    /// The whole body, on its way into ``file``.
    var unkept: UnkeptBody?
    /// The share by which the body counts against the budget while this response lives.
    var share: BodyShare?
    /// Seconds since 1970 by the engine's clock, to compare dates in headers with.
    package var receivedAt: Int
    /// The time from leaving the queue to the last byte, redirects included.
    package var duration: Duration
    package var hop = Hop()
    /// The number of redirects.
    package var redirects = 0
    /// Attempts, the successful one included; 0 if nothing was transferred.
    package var attempts = 1
    /// Nil if the cache was not used.
    package var cache: CacheStatus?

    package init(
        url: HTTPURL, status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], receivedAt: Int = 0,
        duration: Duration = .zero
    ) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
        size = body.count
        self.receivedAt = receivedAt
        self.duration = duration
    }

    /// The first value of a header; names are case-insensitive.
    package func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }

    /// Seconds from now by the Retry-After header; not clamped.
    package var retryAfter: Int? { header("Retry-After").flatMap { RetryAfter.seconds($0, now: receivedAt) } }

    /// All values of a header.
    package func values(of name: String) -> [String] {
        headers.filter { $0.isNamed(name) }.map(\.value)
    }
}
