import Platform
import HTTPTransfer
import JSON

/// The body of an error of this API.
struct GitHubFailure: JSONReadable {
    private var message = ""
    private var details: [String] = []

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "message": message = try reader.readLeniently() ?? ""
            case "errors" where reader.nextByte == UInt8(ascii: "["):
                let list = try reader.readLeniently([Lenient<Detail>].self) ?? []
                details = list.compactMap { $0.value?.summary }
            case "errors": details = [try reader.readLeniently(Detail.self)?.summary].compactMap(\.self)
            default: try reader.skipValue()
            }
        }
    }

    /// An object, or a plain text.
    struct Detail: JSONReadable {
        let summary: String?

        init(from reader: inout JSONReader) throws(JSONError) {
            guard reader.nextByte != UInt8(ascii: "\"") else {
                summary = try reader.string()
                return
            }
            var field: String?
            var code: String?
            var message: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "field": field = try reader.readLeniently()
                case "code": code = try reader.readLeniently()
                case "message": message = try reader.readLeniently()
                default: try reader.skipValue()
                }
            }
            summary = message ?? code.map { "\(field ?? "request"): \($0)" }
        }
    }

    private var reason: String {
        let details = details.joined(separator: "; ")
        if message.isEmpty || details.isEmpty { return message + details }
        return "\(message) (\(details))"
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
        case 422 where failure?.message.hasPrefix("Only the first") != true:
            return .rejected(refusal)
        default:
            return .http(refusal)
        }
    }

    /// A 403 is a rate limit if a header or the message shows it. A secondary limit has no header, and may even show that
    /// requests are left.
    private static func isLimited(_ response: HTTPResponse, _ failure: GitHubFailure?) -> Bool {
        let message = failure?.message.lowercased() ?? ""
        return response.rateLimit?.remaining == 0 || response.retryAfter != nil || message.contains("rate limit")
            || message.contains("abuse detection")
    }
}
