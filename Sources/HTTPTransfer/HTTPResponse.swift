/// A response, whatever its status.
package struct HTTPResponse: Equatable, Sendable {
    /// Where it came from, after redirects.
    package var url: HTTPURL
    package var status: Int
    /// Those of the last response only, in the order they came.
    package var headers: [HTTPHeader]
    /// Decompressed.
    package var body: [UInt8]
    /// Seconds from now that a Retry-After header asks for, whether it gave seconds or a date; not clamped.
    package var retryAfter: Int?
    /// From leaving the queue to the last byte, redirects included.
    package var duration: Duration

    package init(
        url: HTTPURL, status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], retryAfter: Int? = nil,
        duration: Duration = .zero
    ) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
        self.retryAfter = retryAfter
        self.duration = duration
    }

    /// The first value of a header; names do not differ by case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
