/// How many requests of a kind are left until the window ends, counted as GitHub does.
struct RateWindow: Sendable {
    /// What is counted: `search`, or `core` for everything else.
    var resource = "search"
    /// Generous, where GitHub grants 10 or 30 searches, so that nobody waits while scrolling to the end of a thousand; the
    /// fault `403-rate-limit` shows what the limit looks like.
    static let limit = 1000
    /// Seconds.
    static let length = 60

    private(set) var used = 0
    /// Seconds since 1970.
    private(set) var reset = 0

    /// Counts one search.
    /// - Parameter now: seconds since 1970.
    /// - Returns: whether there was one left.
    mutating func spend(at now: Int) -> Bool {
        if now >= reset { (used, reset) = (0, now + Self.length) }
        guard used < Self.limit else { return false }
        used += 1
        return true
    }

    var headers: [String: String] {
        [
            "x-ratelimit-limit": "\(Self.limit)", "x-ratelimit-remaining": "\(Self.limit - used)",
            "x-ratelimit-reset": "\(reset)", "x-ratelimit-used": "\(used)", "x-ratelimit-resource": resource,
        ]
    }
}
