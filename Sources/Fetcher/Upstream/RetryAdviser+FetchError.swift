import HTTPTransfer

extension RetryAdviser {
    /// What a source reads in a refusal says whether to ask again.
    /// - Parameters:
    ///   - patience: seconds to wait where the API says that there was too much, but not for how long.
    ///   - error: what a response means; nil where it is no refusal.
    init(_ name: String, patience: Int? = nil, error: @escaping @Sendable (HTTPResponse) -> FetchError?) {
        self.init(name) { response in
            guard let error = error(response), error.isRetryable else { return .accept }
            let isLimited = if case .rateLimited = error { true } else { false }
            return .retry(after: error.refusal?.retry?.seconds ?? (isLimited ? patience : nil))
        }
    }
}
