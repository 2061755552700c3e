package import HTTPTransfer
package import InteractorMessages
package import Wire

/// The reason why a request has failed, in the fetcher's own terms.
package enum FetchError: Error, Equatable, Sendable {
    /// The request is not valid, for the reason given.
    case invalidRequest(String)
    /// The server does not accept the request.
    case rejected(ServerRefusal)
    case network(String)
    /// The server could not prove its identity.
    case untrusted(String)
    case timeout(Duration, from: String)
    /// The server refused or failed.
    case http(ServerRefusal)
    /// Too many redirects, or one to a place where no request is sent.
    case redirect(String)
    case rateLimited(ServerRefusal)
    /// The quota, usually of a day, is used up; trying again does not help.
    case quotaExceeded(ServerRefusal)
    /// A key or a token is missing, or not accepted; what to do about it.
    case unauthorized(String, ServerRefusal? = nil)
    /// The server does not have what was asked for.
    case notFound(ServerRefusal)
    /// No response in the cache, which alone may answer.
    case notKept
    /// A cause on this machine: a file, the disk, too many open files.
    case local(String, retryable: Bool)
    case decode(String)
    /// The server has ended the search before it found anything.
    case unfinished(String)
    /// The thing that is too large, and what to do about it.
    case tooLarge(String)
    case cancelled
}

extension FetchError {
    /// The general meaning of a status of 400 or more; nil for any other status.
    package init?(statusOf response: HTTPResponse, reason: String? = nil) {
        guard response.status >= 400 else { return nil }
        self =
            response.status == 429
            ? .rateLimited(ServerRefusal(response, reason: reason, retry: RetryTime(askedBy: response)))
            : .http(ServerRefusal(response, reason: reason))
    }

    /// - Returns: the result of work that a transfer's error may end.
    static func wrapping<Value>(_ work: () throws(TransferError) -> Value) throws(FetchError) -> Value {
        do throws(TransferError) { return try work() } catch { throw FetchError(error) }
    }

    package init(_ error: TransferError) {
        self =
            switch error {
            case .invalidURL(let reason): .invalidRequest("not a URL (\(reason))")
            case .refusedScheme(let scheme): .invalidRequest("\(scheme): is not fetched, only http and https")
            case .invalidHeader(let name): .invalidRequest("the header \"\(name.quotable)\" is malformed")
            case .refusedHeader(let name, let reason):
                .invalidRequest("the header \"\(name.quotable)\" is not sent: \(reason)")
            case .invalidMethod(let method): .invalidRequest("the method \"\(method.quotable)\" is not allowed")
            case .refusedBody(let method): .invalidRequest("\(method) is not sent with a body")
            case .file(let words): .local(words, retryable: false)
            case .exhausted(let words): .local(words, retryable: true)
            case .network(let words): .network(words)
            case .untrusted(let words): .untrusted(words)
            case .brokenOff(let error): FetchError(error)
            case .undecodable(let words): .decode("the body cannot be decompressed: \(words)")
            case .timeout(let limit, let place): .timeout(limit, from: place)
            case .bodyTooLarge(let limit): .tooLarge("the body is over \(limit) bytes; --max-body takes larger ones")
            case .headersTooLarge(let limit): .tooLarge("the headers are over \(limit) bytes")
            case .tooManyRedirects(let limit): .redirect("more than \(limit) redirects")
            case .refusedRedirect(let words): .redirect("refused a redirect: \(words)")
            case .refusedAddress(let host):
                .local(
                    "\(host) is not on the public internet, and only public addresses are allowed "
                        + "(VIPERLINE_PUBLIC_ONLY=0 in the fetcher's environment allows others)", retryable: false)
            case .notCached: .notKept
            }
    }

    package var kind: FailureKind {
        switch self {
        case .invalidRequest, .rejected: .invalidRequest
        case .network, .untrusted: .network
        case .timeout, .unfinished: .timeout
        case .http, .redirect: .http
        case .rateLimited, .quotaExceeded: .rateLimited
        case .unauthorized: .unauthorized
        case .notFound, .notKept: .notFound
        case .local: .local
        case .decode: .decode
        case .tooLarge: .tooLarge
        case .cancelled: .cancelled
        }
    }

    /// The last part of a message; action and object come before it.
    package var cause: String {
        switch self {
        case .invalidRequest(let words), .network(let words), .untrusted(let words), .redirect(let words),
            .decode(let words), .unfinished(let words), .tooLarge(let words), .unauthorized(let words, nil),
            .local(let words, _):
            words
        case .notKept: "it is not in the cache, and only the cache may answer"
        case .unauthorized(let words, let refusal?): "\(words) (\(refusal.host): \(refusal.summary))"
        case .timeout(let limit, let place): "no complete response from \(place) within \(limit.inWords)"
        case .http(let refusal), .notFound(let refusal):
            "HTTP \(refusal.status) from \(refusal.host)\(refusal.reason.map { ": \($0)" } ?? "")"
        case .rejected(let refusal): "\(refusal.host) rejects it (\(refusal.summary))"
        case .rateLimited(let refusal):
            "\(refusal.host) limits requests (\(refusal.summary)); try again "
                + (refusal.retry.map { "in \($0.seconds) s" } ?? "in a minute")
        case .quotaExceeded(let refusal):
            "the quota at \(refusal.host) is used up (\(refusal.summary))"
                + (refusal.retry.map { "; it is renewed at \($0.moment)" } ?? "")
        case .cancelled: "cancelled"
        }
    }

    /// True if the same request may succeed later. Cancelled requests are no longer wanted.
    package var isRetryable: Bool {
        switch self {
        case .network, .timeout, .unfinished, .rateLimited: true
        case .local(_, let retryable): retryable
        case .http(let refusal): refusal.status >= 500 || refusal.status == 408 || refusal.status == 425
        case .invalidRequest, .rejected, .untrusted, .redirect, .quotaExceeded, .unauthorized, .notFound, .notKept,
            .decode,
            .tooLarge, .cancelled:
            false
        }
    }

    package var refusal: ServerRefusal? {
        switch self {
        case .http(let refusal), .rejected(let refusal), .rateLimited(let refusal), .quotaExceeded(let refusal),
            .notFound(let refusal):
            refusal
        case .unauthorized(_, let refusal): refusal
        case .invalidRequest, .network, .untrusted, .timeout, .unfinished, .redirect, .decode, .tooLarge, .notKept,
            .local, .cancelled:
            nil
        }
    }
}

extension Duration {
    fileprivate var inWords: String {
        let (seconds, attoseconds) = components
        let tenths = attoseconds / 100_000_000_000_000_000
        if seconds == 0, tenths == 0 { return "\(attoseconds / 1_000_000_000_000_000) ms" }
        return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
    }
}

package struct ServerRefusal: Equatable, Sendable {
    package let status: Int
    package let host: String
    /// The server's own words, which are untrusted and may be long.
    package let reason: String?
    /// The time to try again, if the server specified one.
    package let retry: RetryTime?

    package init(status: Int, host: String, reason: String? = nil, retry: RetryTime? = nil) {
        self.status = status
        self.host = host
        self.reason = reason
        self.retry = retry
    }

    /// - Parameter retry: the time that the API gives in its own way; a Retry-After header has precedence.
    package init(_ response: HTTPResponse, reason: String? = nil, retry: RetryTime? = nil) {
        let asked = response.retryAfter.map { RetryTime(after: $0, from: response.receivedAt) }
        self.init(
            status: response.status, host: response.url.host, reason: reason?.isEmpty == true ? nil : reason,
            retry: asked ?? retry)
    }

    /// Status and reason, for parentheses.
    var summary: String { "HTTP \(status)\(reason.map { ": \($0)" } ?? "")" }
}

/// Counts failures by their effect on the exit code.
package struct FailureTally: Equatable, Sendable {
    private var invalid = 0
    private var retryable = 0
    private var final = 0

    package init() {}

    package var count: Int { invalid + retryable + final }

    package mutating func note(_ error: FetchError) {
        if error.kind == .invalidRequest {
            invalid += 1
        } else if error.isRetryable {
            retryable += 1
        } else {
            final += 1
        }
    }

    /// An invalid request takes precedence, because it must be corrected before anything is tried again.
    package var status: ExitStatus {
        if invalid > 0 { return .usage }
        if final > 0 { return .unavailable }
        return retryable > 0 ? .temporary : .done
    }
}

extension RetryAdviser {
    /// Decides by the meaning that a source gives to a refusal.
    /// - Parameters:
    ///   - patience: seconds to wait after a rate limit without a time.
    ///   - error: the meaning of a response; nil if it is not a refusal.
    init(_ name: String, patience: Int? = nil, error: @escaping @Sendable (HTTPResponse) -> FetchError?) {
        self.init(name) { response in
            guard let error = error(response), error.isRetryable else { return .accept }
            let isLimited = if case .rateLimited = error { true } else { false }
            return .retry(after: error.refusal?.retry?.seconds ?? (isLimited ? patience : nil))
        }
    }
}
