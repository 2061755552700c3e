import Encodings
package import HTTPTransfer

/// The time when a server will accept requests again.
package struct RetryTime: Equatable, Sendable {
    /// A wrong number of the server must not stop a client for a year, so its limit is an hour.
    package let seconds: Int
    /// Seconds since 1970.
    private let from: Int

    /// - Parameter now: seconds since 1970, when the server answered.
    package init(after seconds: Int, from now: Int) {
        self.seconds = min(max(seconds, 0), 3600)
        from = Self.bounded(now)
    }

    /// A moment that is known without the server, such as the beginning of the next day.
    init(at moment: Int, from now: Int) {
        from = Self.bounded(now)
        seconds = min(max(Self.bounded(moment) - from, 0), 90_000)
    }

    /// The time of a Retry-After header or of a rate limit; nil if the response has neither.
    package init?(askedBy response: HTTPResponse) {
        guard let patience = response.patience else { return nil }
        self.init(after: patience, from: response.receivedAt)
    }

    /// The moment within the years that RFC 3339 can write.
    private static func bounded(_ moment: Int) -> Int { min(max(moment, 0), 253_402_300_799) }

    /// RFC 3339, in UTC.
    package var moment: String { Timestamp.text(seconds: from + seconds) }
}
