/// A response's advice about retrying.
package enum RetryAdvice: Equatable, Sendable {
    /// The response is final, whatever its status.
    case accept
    /// The same request may succeed later.
    /// - Parameter after: seconds from now, if the server told.
    case retry(after: Int?)

    /// The advice that follows from the status alone.
    init(statusOf response: HTTPResponse) {
        let told = response.patience
        self =
            switch response.status {
            case 408, 429, 500, 502, 503, 504: .retry(after: told)
            case 403 where told != nil: .retry(after: told)
            default: .accept
            }
    }
}

/// Derives advice from an API's responses. It sees only refusals: statuses of 400 and more.
package struct RetryAdviser: Equatable, Sendable {
    /// Tells advisers apart.
    package let name: String
    package let advice: @Sendable (HTTPResponse) -> RetryAdvice

    package init(_ name: String, advice: @escaping @Sendable (HTTPResponse) -> RetryAdvice) {
        self.name = name
        self.advice = advice
    }

    package static func == (one: RetryAdviser, other: RetryAdviser) -> Bool { one.name == other.name }
}
