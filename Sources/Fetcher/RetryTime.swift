import FoundationEssentials
package import HTTPTransfer

/// When a server is willing to be asked again.
package struct RetryTime: Equatable, Sendable {
    /// At most an hour: a server's typing error must not stop a client for a year.
    package let seconds: Int
    /// Seconds since 1970.
    private let from: Int

    /// - Parameter now: seconds since 1970, when the server told.
    package init(after seconds: Int, from now: Int) {
        self.seconds = min(max(seconds, 0), 3600)
        from = now
    }

    /// What a response asks for by a Retry-After header or by its rate limit; nil where it does not.
    package init?(toldBy response: HTTPResponse) {
        guard let patience = response.patience else { return nil }
        self.init(after: patience, from: response.receivedAt)
    }

    /// RFC 3339, in UTC.
    package var moment: String {
        Date(timeIntervalSince1970: Double(from + seconds)).formatted(.iso8601)
    }
}
