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
        self.init(count, per: period, burst: Self.catchUp(count, period))
    }

    /// Nobody is woken to the millisecond. At a rate of many in a second, who may not catch up falls short: by so many that
    /// fall due within 10 ms, where that is one at least in two such times. The distance makes up for them, so that the
    /// rate stays one that is never exceeded.
    private static func catchUp(_ count: Int, _ period: Duration) -> Int {
        let due = Double(count) * (.milliseconds(10) / period)
        return due < 0.5 ? 1 : 1 + Int(due.rounded(.up))
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
