package import HTTPTransfer

/// A server's refusal of a request.
package struct ServerRefusal: Equatable, Sendable {
    package let status: Int
    package let host: String
    /// The server's own words, which are untrusted and may be long.
    package let reason: String?
    /// When to try again, if the server said so.
    package let retry: RetryTime?

    package init(status: Int, host: String, reason: String? = nil, retry: RetryTime? = nil) {
        self.status = status
        self.host = host
        self.reason = reason
        self.retry = retry
    }

    /// - Parameter retry: the time that the API gives in its own way; a Retry-After header has precedence.
    package init(_ response: HTTPResponse, reason: String? = nil, retry: RetryTime? = nil) {
        let told = response.retryAfter.map { RetryTime(after: $0, from: response.receivedAt) }
        self.init(
            status: response.status, host: response.url.host, reason: reason?.isEmpty == true ? nil : reason,
            retry: told ?? retry)
    }

    /// Status and reason, for parentheses.
    var summary: String { "HTTP \(status)\(reason.map { ": \($0)" } ?? "")" }
}
