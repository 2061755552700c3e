/// Why a request may be retried.
struct RetryCause: Equatable {
    /// Such as `HTTP 503`.
    let summary: String
    /// Seconds to wait, as the server asked.
    let told: Int?

    private init(_ summary: String, told: Int? = nil) {
        self.summary = summary
        self.told = told
    }

    /// Nil for a final result: a success, a permanent failure, or a request that must not be sent twice.
    init?(_ result: Result<HTTPResponse, TransferError>, to request: HTTPRequest) {
        guard request.isIdempotent else { return nil }
        switch result {
        case .success(let response):
            guard response.status >= 400 else { return nil }
            let advice = request.adviser?.advice(response) ?? RetryAdvice(statusOf: response)
            guard case .retry(let after) = advice else { return nil }
            self.init("HTTP \(response.status)", told: after)
        case .failure(.network(let words)):
            self.init(words)
        case .failure(.timeout):
            self.init("timed out")
        case .failure(.exhausted(let words)):
            self.init(words)
        case .failure:
            return nil
        }
    }
}
