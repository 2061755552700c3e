package import HTTPTransfer
package import InteractorMessages

/// Why a request came to nothing, in the fetcher's own terms: what a transfer, a status or an answer's content means.
package enum FetchError: Error, Equatable, Sendable {
    /// What is wrong with the request, in words.
    case invalidRequest(String)
    case network(String)
    case timeout(Duration)
    /// The server refused or failed.
    case http(status: Int, host: String, retryAfter: Int? = nil)
    /// More redirects than are followed, or one to where no request goes.
    case redirect(String)
    /// The server asks for patience; how many seconds, where it told.
    case rateLimited(status: Int, host: String, retryAfter: Int? = nil)
    case decode(String)
    /// What is too large, and what to do about it.
    case tooLarge(String)
    case cancelled
}

extension FetchError {
    /// What a status of 400 or more means where a source knows no better; nil for every other one.
    package init?(statusOf response: HTTPResponse) {
        guard response.status >= 400 else { return nil }
        let host = response.url.host
        self =
            response.status == 429
            ? .rateLimited(status: 429, host: host, retryAfter: response.retryAfter)
            : .http(status: response.status, host: host, retryAfter: response.retryAfter)
    }

    package init(_ error: TransferError) {
        self =
            switch error {
            case .invalidURL(let reason): .invalidRequest("not a URL (\(reason))")
            case .refusedScheme(let scheme): .invalidRequest("\(scheme): is not fetched, only http and https")
            case .invalidHeader(let name): .invalidRequest("the header \"\(name.quotable)\" is malformed")
            case .network(let words): .network(words)
            case .undecodable(let words): .decode("the body cannot be decompressed: \(words)")
            case .timeout(let limit): .timeout(limit)
            case .bodyTooLarge(let limit): .tooLarge("the body is over \(limit) bytes")
            case .headersTooLarge(let limit): .tooLarge("the headers are over \(limit) bytes")
            case .tooManyRedirects(let limit): .redirect("more than \(limit) redirects")
            case .refusedRedirect(let words): .redirect("refused a redirect: \(words)")
            }
    }

    package var kind: FailureKind {
        switch self {
        case .invalidRequest: .invalidRequest
        case .network: .network
        case .timeout: .timeout
        case .http, .redirect: .http
        case .rateLimited: .rateLimited
        case .decode: .decode
        case .tooLarge: .tooLarge
        case .cancelled: .cancelled
        }
    }

    /// The last part of a message: action and object come before it.
    package var cause: String {
        switch self {
        case .invalidRequest(let words), .network(let words), .redirect(let words), .decode(let words),
            .tooLarge(let words):
            words
        case .timeout(let limit): "no whole answer within \(limit.inWords)"
        case .http(let status, let host, _): "HTTP \(status) from \(host)"
        case .rateLimited(let status, let host, let seconds):
            "\(host) asks for patience (HTTP \(status)); try again "
                + (seconds.map { "in \(Self.clamp($0)) s" } ?? "in a minute")
        case .cancelled: "cancelled"
        }
    }

    /// Whether the same request may succeed later. What was cancelled is not wanted any more.
    package var isRetryable: Bool {
        switch self {
        case .network, .timeout, .rateLimited: true
        case .http(let status, _, _): status >= 500 || status == 408 || status == 425
        case .invalidRequest, .redirect, .decode, .tooLarge, .cancelled: false
        }
    }

    package var status: Int? {
        switch self {
        case .http(let status, _, _), .rateLimited(let status, _, _): status
        default: nil
        }
    }

    /// Seconds, at most an hour: a server's typing error must not stop a client for a year.
    package var retryAfter: Int? {
        switch self {
        case .http(_, _, let seconds?), .rateLimited(_, _, let seconds?): Self.clamp(seconds)
        default: nil
        }
    }

    private static func clamp(_ seconds: Int) -> Int { min(max(seconds, 0), 3600) }
}

extension Duration {
    fileprivate var inWords: String {
        let (seconds, attoseconds) = components
        let tenths = attoseconds / 100_000_000_000_000_000
        return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
    }
}
