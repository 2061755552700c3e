import FoundationEssentials

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

    /// - Parameter moment: seconds since 1970, as is `now`.
    package init(at moment: Int, from now: Int) {
        // The moment is whatever a server wrote, up to the ends of Int.
        let (seconds, isOverflow) = moment.subtractingReportingOverflow(now)
        self.init(after: isOverflow ? (moment < 0 ? 0 : .max) : seconds, from: now)
    }

    /// RFC 3339, in UTC.
    package var moment: String {
        Date(timeIntervalSince1970: Double(from + seconds)).formatted(.iso8601)
    }
}
