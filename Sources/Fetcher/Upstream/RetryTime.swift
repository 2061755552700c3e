package import HTTPTransfer

/// When a server is willing to be asked again.
package struct RetryTime: Equatable, Sendable {
    /// At most an hour where a server tells: its typing error must not stop a client for a year.
    package let seconds: Int
    /// Seconds since 1970.
    private let from: Int

    /// - Parameter now: seconds since 1970, when the server told.
    package init(after seconds: Int, from now: Int) {
        self.seconds = min(max(seconds, 0), 3600)
        from = Self.bounded(now)
    }

    /// A moment that is known without being told, such as the beginning of another day.
    init(at moment: Int, from now: Int) {
        from = Self.bounded(now)
        seconds = min(max(Self.bounded(moment) - from, 0), 90_000)
    }

    /// What a response asks for by a Retry-After header or by its rate limit; nil where it does not.
    package init?(toldBy response: HTTPResponse) {
        guard let patience = response.patience else { return nil }
        self.init(after: patience, from: response.receivedAt)
    }

    /// Of the years that RFC 3339 can write.
    private static func bounded(_ moment: Int) -> Int { min(max(moment, 0), 253_402_300_799) }

    /// RFC 3339, in UTC.
    package var moment: String {
        UTCTimestamp(secondsSince1970: from + seconds).description
    }
}
