/// A request that has been taken on and not answered yet.
struct Job {
    let request: HTTPRequest
    /// How many attempts have begun.
    var attempts = 0
    /// When the first of them began.
    var began: Duration?
    /// Whether one is under way.
    var isRunning = false
    /// What is kept and has to be asked about.
    var stale: CachedResponse?

    init(_ request: HTTPRequest) {
        self.request = request
    }

    /// Where it waits for its turn.
    var host: String { request.url.host }

    /// What is left of the time in which it may be tried again.
    func left(of policy: RetryPolicy, at now: Duration) -> Duration {
        (policy.budget ?? request.timeout) - (now - (began ?? now))
    }
}
