import HTTPTransfer

/// The body of an error of Google's APIs. Its `reason` says more than its status: a 403 may be about a key, a quota, or
/// a playlist that is not public.
struct YouTubeFailure: Decodable {
    private let error: Body

    private struct Body: Decodable {
        let message: String?
        let errors: [Lenient<Detail>]?
    }

    private struct Detail: Decodable {
        let reason: String?
        let message: String?
    }

    /// What a response with a status of 400 or more means.
    static func error(in response: HTTPResponse) -> FetchError? {
        guard response.status >= 400 else { return nil }
        let failure: YouTubeFailure? = response.failure()
        let refusal = ServerRefusal(response, reason: failure?.message)
        switch failure?.reason {
        case "keyInvalid", "keyExpired", "accessNotConfigured", "ipRefererBlocked":
            return keyRefused(refusal)
        case "badRequest" where failure?.message.contains("API key") == true:
            return keyRefused(refusal)
        case "quotaExceeded", "dailyLimitExceeded":
            return .quotaExceeded(refusal)
        case "rateLimitExceeded", "userRateLimitExceeded":
            return .rateLimited(refusal)
        case "playlistNotFound", "videoNotFound":
            return .notFound(refusal)
        default:
            return response.status == 401
                ? keyRefused(refusal) : FetchError(statusOf: response, reason: failure?.message)
        }
    }

    private static func keyRefused(_ refusal: ServerRefusal) -> FetchError {
        .unauthorized("YOUTUBE_API_KEY is not accepted; set a key for the YouTube Data API v3", refusal)
    }

    private var details: [Detail] { (error.errors ?? []).compactMap(\.value) }

    private var reason: String? { details.lazy.compactMap(\.reason).first }

    /// Google writes its messages for web pages.
    private var message: String { PlainText.withoutTags(error.message ?? details.first?.message ?? "") }
}
