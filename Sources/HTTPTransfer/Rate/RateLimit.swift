/// The rest of a client's quota, as a server tells it in any of three ways: `X-RateLimit-Remaining` and `-Reset` as
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
        if let told = fields.first {
            self = told
        } else if let field = response.header("RateLimit"), let told = RateLimit(field: field) {
            self = told
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
    /// Nil if the server tells none.
    package var rateLimit: RateLimit? { RateLimit(self) }

    /// Seconds to wait, by a Retry-After header or until an exhausted quota is renewed. Nil without either; not
    /// clamped.
    package var patience: Int? {
        if let retryAfter { return retryAfter }
        guard let rateLimit, rateLimit.remaining == 0 else { return nil }
        return rateLimit.reset
    }
}
