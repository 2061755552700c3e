import Platform

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

/// Keeps a host's requests to its ``Rate`` by the generic cell rate algorithm (ITU-T I.371), whose state is one number.
struct Pace {
    private let rate: Rate
    /// The moment when the next request would be due at even intervals.
    private var due = Instant.past

    init(_ rate: Rate) {
        self.rate = rate
    }

    /// The earliest time for the next request.
    var opens: Instant { due - rate.interval * (rate.burst - 1) }

    mutating func take(at now: Instant) { due = max(due, now) + rate.interval }

    /// True if earlier requests no longer matter.
    func isAtRest(at now: Instant) -> Bool { due <= now }
}

/// The rest of a client's quota, which a server states in any of three ways: `X-RateLimit-Remaining` and `-Reset` as
/// GitHub has them (a moment, in seconds since 1970), `RateLimit-Remaining` and `-Reset` of the IETF draft's early
/// versions (seconds from now), and its later `RateLimit: "default";r=0;t=30`.
package struct RateLimit: Equatable, Sendable {
    package let remaining: Int
    /// Seconds until the quota is renewed; never negative.
    package let reset: Int?

    init?(_ response: HTTPResponse) {
        let fields = ["X-RateLimit", "RateLimit"].lazy.compactMap { prefix -> RateLimit? in
            guard let remaining = response.header("\(prefix)-Remaining").flatMap({ Int($0) }) else { return nil }
            let reset = response.header("\(prefix)-Reset").flatMap { Int($0) }
            return RateLimit(remaining: remaining, reset: reset, receivedAt: response.receivedAt)
        }
        if let stated = fields.first {
            self = stated
        } else if let field = response.header("RateLimit"), let stated = RateLimit(field: field) {
            self = stated
        } else {
            return nil
        }
    }

    private init(remaining: Int, reset: Int?, receivedAt: Int) {
        self.remaining = remaining
        // A number larger than any sane wait is a moment.
        self.reset = reset.map { max(0, $0 > receivedAt / 2 ? $0 - receivedAt : $0) }
    }

    /// - Parameter field: `"default";r=0;t=30`, or `limit=10, remaining=0, reset=30`.
    private init?(field: String) {
        var numbers: [Substring: Int] = [:]
        for part in field.split(whereSeparator: { ";, ".contains($0) }) {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { numbers[pair[0]] = Int(pair[1]) }
        }
        guard let remaining = numbers["r"] ?? numbers["remaining"] else { return nil }
        self.init(remaining: remaining, reset: numbers["t"] ?? numbers["reset"], receivedAt: 0)
    }
}

extension HTTPResponse {
    /// Nil if the server states none.
    package var rateLimit: RateLimit? { RateLimit(self) }

    /// Seconds to wait, by a Retry-After header or until an exhausted quota is renewed. Nil without either; not
    /// clamped.
    package var patience: Int? {
        if let retryAfter { return retryAfter }
        guard let rateLimit, rateLimit.remaining == 0 else { return nil }
        return rateLimit.reset
    }
}
