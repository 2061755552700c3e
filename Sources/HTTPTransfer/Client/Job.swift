/// An accepted request that has no response yet.
struct Job {
    let request: HTTPRequest
    /// Attempts begun.
    var attempts = 0
    /// When the first attempt began.
    var began: Duration?
    /// Whether an attempt is under way.
    var isRunning = false
    /// The cached response being validated.
    var stale: CachedResponse?

    init(_ request: HTTPRequest) {
        self.request = request
    }

    /// The lane where it waits for its turn.
    var host: String { request.url.host }

    /// The rest of its retry budget.
    func left(of policy: RetryPolicy, at now: Duration) -> Duration {
        (policy.budget ?? request.timeout) - (now - (began ?? now))
    }
}
