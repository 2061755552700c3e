import HTTPTransfer

extension RetryAdviser {
    /// Decides by the meaning that a source gives to a refusal.
    /// - Parameters:
    ///   - patience: seconds to wait after a rate limit without a time.
    ///   - error: the meaning of a response; nil if it is no refusal.
    init(_ name: String, patience: Int? = nil, error: @escaping @Sendable (HTTPResponse) -> FetchError?) {
        self.init(name) { response in
            guard let error = error(response), error.isRetryable else { return .accept }
            let isLimited = if case .rateLimited = error { true } else { false }
            return .retry(after: error.refusal?.retry?.seconds ?? (isLimited ? patience : nil))
        }
    }
}
