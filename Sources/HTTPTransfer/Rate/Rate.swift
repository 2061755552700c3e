/// The highest rate for a host: at most ``count`` requests in any ``period``.
package struct Rate: Equatable, Sendable {
    package let count: Int
    package let period: Duration
    /// Requests that may go at once after a pause; the others keep even intervals.
    package let burst: Int

    package init(_ count: Int, per period: Duration, burst: Int = 1) {
        self.count = max(1, count)
        self.period = period
        self.burst = min(max(1, burst), self.count)
    }

    /// Parses `20/m`, `10/s`, `5000/h`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), count > 0, let period = Self.periods[String(parts[1])]
        else { return nil }
        self.init(count, per: period, burst: Self.catchUp(count, period))
    }

    /// Timers are late by milliseconds. At high rates the burst allows catching up on the requests that fall due within
    /// 10 ms. The interval accounts for the burst, so the rate is never exceeded.
    private static func catchUp(_ count: Int, _ period: Duration) -> Int {
        let due = Double(count) * (.milliseconds(10) / period)
        return due < 0.5 ? 1 : 1 + Int(due.rounded(.up))
    }

    private static let periods: [String: Duration] = ["s": .seconds(1), "m": .seconds(60), "h": .seconds(3600)]

    /// The interval that keeps to ``count`` after a burst.
    var interval: Duration {
        let parts = count - burst + 1
        let interval = period / parts
        // Rounded up.
        return interval * parts < period ? interval + .nanoseconds(1) : interval
    }
}
