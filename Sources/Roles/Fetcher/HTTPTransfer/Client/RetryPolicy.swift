import Platform

/// The rules for retries of failed requests; one policy for all servers.
package struct RetryPolicy: Equatable, Sendable {
    /// Retries at most; 0 for none.
    package var limit: Int
    /// The time after its first attempt in which a request may be retried. Nil for the request's own timeout, which then covers
    /// all attempts and the waits between them, so a user never waits longer.
    package var budget: Duration?

    /// The wait before the second attempt; it doubles each time.
    static let firstDelay = Duration.milliseconds(500)
    static let longestDelay = Duration.seconds(60)
    private static let backoff = Backoff(firstDelay...longestDelay)

    package init(limit: Int = 2, budget: Duration? = nil) {
        self.limit = limit
        self.budget = budget
    }

    /// The wait before the next attempt; nil for no more attempts.
    /// - Parameters:
    ///   - attempts: the number so far.
    ///   - asked: seconds that the server asked for.
    ///   - left: the rest of the budget.
    ///   - chance: from 0 to 1; spreads clients that failed at the same moment.
    func delay(attempts: Int, asked: Int?, left: Duration, chance: Double) -> Duration? {
        guard attempts <= limit else { return nil }
        let delay =
            if let asked, asked > 0 {
                // Not sooner than the server asked; with jitter.
                Duration.seconds(min(asked, Self.longestAsked)) + Self.firstDelay * chance
            } else {
                Self.backoff.delay(after: attempts, chance: chance)
            }
        return delay < left ? delay : nil
    }

    /// Bounded, so a server's mistake cannot stop a client for a year.
    private static let longestAsked = 86_400
}

/// The reason why a request may be retried.
struct RetryCause: Equatable {
    /// Words such as `HTTP 503`.
    let summary: String
    /// Seconds to wait, as the server asked.
    let asked: Int?

    private init(_ summary: String, asked: Int? = nil) {
        self.summary = summary
        self.asked = asked
    }

    /// Nil for a final result: a success, a permanent failure, or a request that must not be sent twice.
    init?(_ result: Result<HTTPResponse, TransferError>, to request: HTTPRequest) {
        guard request.isIdempotent else { return nil }
        switch result {
        case .success(let response):
            guard response.status >= 400 else { return nil }
            let advice = request.adviser?.advice(response) ?? RetryAdvice(statusOf: response)
            guard case .retry(let after) = advice else { return nil }
            self.init("HTTP \(response.status)", asked: after)
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

/// A response's advice about retrying.
package enum RetryAdvice: Equatable, Sendable {
    /// The response is final, whatever its status.
    case accept
    /// A failure after which the same request may succeed.
    /// - Parameter after: seconds from now, if the server asked for a time.
    case retry(after: Int?)

    /// The advice that follows from the status alone.
    init(statusOf response: HTTPResponse) {
        let asked = response.patience
        self =
            switch response.status {
            case 408, 429, 500, 502, 503, 504: .retry(after: asked)
            case 403 where asked != nil: .retry(after: asked)
            default: .accept
            }
    }
}

/// Derives advice from an API's responses. It sees only refusals: statuses of 400 and more.
package struct RetryAdviser: Equatable, Sendable {
    /// The name by which advisers differ.
    package let name: String
    package let advice: @Sendable (HTTPResponse) -> RetryAdvice

    package init(_ name: String, advice: @escaping @Sendable (HTTPResponse) -> RetryAdvice) {
        self.name = name
        self.advice = advice
    }

    package static func == (one: RetryAdviser, other: RetryAdviser) -> Bool { one.name == other.name }
}

/// The Retry-After header (RFC 9110 §10.2.3): seconds, or a date.
enum RetryAfter {
    /// Parts of a second, which some servers send, count as a whole one, so that no request is sent too early.
    /// - Parameter now: seconds since 1970.
    /// - Returns: seconds from `now`, never negative; nil for another text.
    static func seconds(_ value: String, now: Int) -> Int? {
        let parts = value.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }) {
            let seconds = Int(parts[0]) ?? .max
            let isMore = parts.count == 2 && parts[1].utf8.contains { $0 != UInt8(ascii: "0") }
            return isMore && seconds < .max ? seconds + 1 : seconds
        }
        // libcurl's own parser returns 0 both for nonsense and for "now".
        return HTTPDate.seconds(value).map { max(0, $0 - now) }
    }
}
