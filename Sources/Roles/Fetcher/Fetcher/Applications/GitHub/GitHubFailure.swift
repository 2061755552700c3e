import Platform
import HTTPTransfer
import JSON

/// The body of an error of this API.
struct GitHubFailure: JSONReadable {
    let message: Lenient<String>?
    let errors: Lenient<GitHubFailure.Details>?

    /// A list, or one detail alone.
    struct Details: JSONReadable {
        let all: [Lenient<Detail>]

        init(from reader: inout JSONReader) throws(JSONError) {
            all = reader.nextByte == UInt8(ascii: "[") ? try reader.read() : [try reader.read()]
        }
    }

    /// An object, or a plain text.
    struct Detail: JSONReadable {
        let message: Lenient<String>?  // bare
        let field: Lenient<String>?
        let code: Lenient<String>?

        var summary: String? { message?.value ?? code?.value.map { "\(field?.value ?? "request"): \($0)" } }
    }

    private var reason: String {
        let details = (errors?.value?.all ?? []).compactMap { $0.value?.summary }.joined(separator: "; ")
        let message = message?.value ?? ""
        return message.isEmpty || details.isEmpty ? message + details : "\(message) (\(details))"
    }

    /// What a response with a status of 400 or more means.
    static func error(in response: HTTPResponse) -> FetchError? {
        guard response.status >= 400 else { return nil }
        let failure: GitHubFailure? = response.failure()
        let refusal = ServerRefusal(response, reason: failure?.reason)
        switch response.status {
        case 401:
            return .unauthorized("GITHUB_TOKEN is not accepted; set one that is valid, or none", refusal)
        case 403 where isLimited(response, failure), 429:
            return .rateLimited(
                ServerRefusal(response, reason: failure?.reason, retry: RetryTime(askedBy: response)))
        case 422 where failure?.message?.value?.hasPrefix("Only the first") != true:
            return .rejected(refusal)
        default:
            return .http(refusal)
        }
    }

    /// A 403 is a rate limit if a header or the message shows it. A secondary limit has no header, and may even show that
    /// requests are left.
    private static func isLimited(_ response: HTTPResponse, _ failure: GitHubFailure?) -> Bool {
        let message = failure?.message?.value?.lowercased() ?? ""
        return response.rateLimit?.remaining == 0 || response.retryAfter != nil || message.contains("rate limit")
            || message.contains("abuse detection")
    }
}
