/// How often a host may be asked: never more than ``count`` requests in any ``period``.
package struct Rate: Equatable, Sendable {
    package let count: Int
    package let period: Duration
    /// How many may follow each other at once after a pause; the others keep an even distance.
    package let burst: Int

    package init(_ count: Int, per period: Duration, burst: Int = 1) {
        self.count = max(1, count)
        self.period = period
        self.burst = min(max(1, burst), self.count)
    }

    /// Reads `20/m`, `10/s`, `5000/h`; nil for what is no such rate.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), count > 0, let period = Self.periods[String(parts[1])]
        else { return nil }
        self.init(count, per: period)
    }

    private static let periods: [String: Duration] = ["s": .seconds(1), "m": .seconds(60), "h": .seconds(3600)]

    /// The distance that keeps to ``count`` when ``burst`` of them came at once.
    var interval: Duration {
        let parts = count - burst + 1
        let interval = period / parts
        // Never a little too short by rounding.
        return interval * parts < period ? interval + .nanoseconds(1) : interval
    }
}
