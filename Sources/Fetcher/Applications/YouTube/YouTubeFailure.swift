import HTTPTransfer

/// The body of an error of Google's APIs. Its reasons say more than its status: a 403 may be about a key, a quota, or a
/// playlist that is not public. Older errors have a list `errors`, newer ones `details` (AIP-193), some neither.
struct YouTubeFailure: Decodable {
    private let message: String
    /// From what says most to what says least.
    private let reasons: [String]
    /// The name of the limit that was reached.
    private let limit: String

    private enum Key: String, CodingKey { case error, description = "error_description" }

    private struct Body: Decodable {
        let message: String?
        let errors: [Lenient<Detail>]
        let details: [Lenient<Detail>]

        private enum Key: String, CodingKey { case message, errors, details }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            message = members.lenient(.message)
            errors = members.lenient(.errors) ?? []
            details = members.lenient(.details) ?? []
        }
    }

    private struct Detail: Decodable {
        let reason: String?
        let message: String?
        let limit: String?

        private enum Key: String, CodingKey { case reason, message, metadata }
        private enum MetadataKey: String, CodingKey { case limit = "quota_limit" }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            reason = members.lenient(.reason)
            message = members.lenient(.message)
            let metadata = try? members.nestedContainer(keyedBy: MetadataKey.self, forKey: .metadata)
            limit = metadata?.lenient(.limit)
        }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        let body = members.lenient(.error, as: Body.self)
        let errors = body?.errors.compactMap(\.value) ?? []
        let details = body?.details.compactMap(\.value) ?? []
        reasons = (details + errors).compactMap(\.reason)
        limit = details.lazy.compactMap(\.limit).first ?? ""
        let text: String? = members.lenient(.description) ?? members.lenient(.error)
        // Google writes its messages for web pages.
        message = PlainText.withoutTags(body?.message ?? errors.lazy.compactMap(\.message).first ?? text ?? "")
    }

    /// What a response with a status of 400 or more means.
    static func error(in response: HTTPResponse) -> FetchError? {
        guard response.status >= 400 else { return nil }
        let failure: YouTubeFailure? = response.failure()
        let refusal = ServerRefusal(response, reason: failure?.message)
        guard response.status < 500, let failure else {
            return response.status == 401
                ? keyRefused(refusal) : FetchError(statusOf: response, reason: failure?.message)
        }
        if failure.isAboutTheKey || response.status == 401 { return keyRefused(refusal) }
        if failure.isAboutTheDay {
            return .quotaExceeded(ServerRefusal(response, reason: failure.message, retry: nextDay(response)))
        }
        if failure.has("rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED") {
            return .rateLimited(refusal)
        }
        if failure.has("playlistNotFound", "videoNotFound", "playlistItemsNotAccessible") { return .notFound(refusal) }
        return FetchError(statusOf: response, reason: failure.message)
    }

    private static func keyRefused(_ refusal: ServerRefusal) -> FetchError {
        .unauthorized("YOUTUBE_API_KEY is not accepted; set a key for the YouTube Data API v3", refusal)
    }

    private static func nextDay(_ response: HTTPResponse) -> RetryTime {
        RetryTime(at: PacificTime.nextMidnight(after: response.receivedAt), from: response.receivedAt)
    }
}

/// What it is about.
extension YouTubeFailure {
    private func has(_ names: String...) -> Bool { reasons.contains { names.contains($0) } }

    private func says(_ words: String) -> Bool { message.lowercased().contains(words) }

    /// There is none, it is none, or it may not be used for this: from this page or machine, for this service.
    private var isAboutTheKey: Bool {
        let names = [
            "keyInvalid", "keyExpired", "accessNotConfigured", "ipRefererBlocked", "dailyLimitExceededUnreg",
            "SERVICE_DISABLED", "CONSUMER_INVALID", "CONSUMER_SUSPENDED", "BILLING_DISABLED",
        ]
        return reasons.contains { names.contains($0) || $0.hasPrefix("API_KEY_") }
            || says("api key") || has("forbidden") && says("requests ") && says(" blocked")
    }

    /// The quota of a day is spent. What Google calls a rate may be one of a day as well.
    private var isAboutTheDay: Bool {
        has("quotaExceeded", "dailyLimitExceeded") || says("per day") || limit.lowercased().contains("perday")
    }
}
