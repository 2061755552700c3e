import Platform
import Encodings
import HTTPTransfer
import JSON

/// The body of an error of Google's APIs. Its reasons are more specific than the status: a 403 may be about a key, a quota, or a
/// private playlist. Older errors have a list `errors`, newer ones `details` (AIP-193), some neither.
struct YouTubeFailure: JSONReadable {
    let error: Lenient<YouTubeFailure.Body>?
    let description: Lenient<String>?  // JSON: error_description

    struct Body: JSONReadable {
        /// The only member where the error is a text.
        let message: Lenient<String>?  // bare
        let errors: Lenient<[Lenient<YouTubeFailure.Detail>]>?
        let details: Lenient<[Lenient<YouTubeFailure.Detail>]>?
    }

    struct Detail: JSONReadable {
        let reason: Lenient<String>?
        let message: Lenient<String>?
        let metadata: Lenient<YouTubeFailure.Metadata>?
    }

    struct Metadata: JSONReadable {
        let limit: Lenient<String>?  // JSON: quota_limit
    }

    /// The error of a response with a status of 400 or more.
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

/// The subject of the error.
extension YouTubeFailure {
    private var errors: [Detail] { error?.value?.errors?.value?.compactMap(\.value) ?? [] }
    private var details: [Detail] { error?.value?.details?.value?.compactMap(\.value) ?? [] }
    /// The most specific ones first.
    private var reasons: [String] { (details + errors).compactMap(\.reason?.value) }
    /// The name of the limit that was reached.
    private var limit: String { details.lazy.compactMap { $0.metadata?.value?.limit?.value }.first ?? "" }

    private var message: String {
        let words = description?.value ?? error?.value?.message?.value
        // Google's messages are HTML.
        return PlainText.withoutTags(words ?? errors.lazy.compactMap(\.message?.value).first ?? "")
    }

    private func has(_ names: String...) -> Bool { reasons.contains { names.contains($0) } }

    private func mentions(_ words: String) -> Bool { message.lowercased().contains(words) }

    /// The key is missing, invalid, or not allowed: from this page or machine, or for this service.
    private var isAboutTheKey: Bool {
        let names = [
            "keyInvalid", "keyExpired", "accessNotConfigured", "ipRefererBlocked", "dailyLimitExceededUnreg",
            "SERVICE_DISABLED", "CONSUMER_INVALID", "CONSUMER_SUSPENDED", "BILLING_DISABLED",
        ]
        return reasons.contains { names.contains($0) || $0.hasPrefix("API_KEY_") }
            || mentions("api key") || has("forbidden") && mentions("requests ") && mentions(" blocked")
    }

    /// The daily quota is used up. What Google calls a rate limit may be a daily one, too.
    private var isAboutTheDay: Bool {
        has("quotaExceeded", "dailyLimitExceeded") || mentions("per day") || limit.lowercased().contains("perday")
    }
}

/// The time zone by which Google counts days (America/Los_Angeles). The C library knows only that of the process.
enum PacificTime {
    private static let day = 86_400
    private static let hour = 3600

    /// The next midnight there.
    /// - Parameter moment: seconds since 1970, from that year to 9999.
    static func nextMidnight(after moment: Int) -> Int {
        let moment = min(max(moment, 0), 253_402_300_799)
        let local = moment - offset(at: moment)
        let midnight = (local / day + 1) * day
        // The clocks change at two in the night, so midnight still has the offset of the evening before.
        return midnight + offset(at: midnight + standardOffset)
    }

    private static let standardOffset = 8 * hour

    /// Seconds behind UTC. From the second Sunday in March to the first one in November, 2:00 standard time to 1:00 standard
    /// time (15 U.S.C. 260a), it is an hour less.
    private static func offset(at moment: Int) -> Int {
        let standard = moment - standardOffset
        let year = CalendarDay(number: standard / day).year
        let start = sunday(onOrAfter: CalendarDay(year, 3, 8)) * day + 2 * hour
        let end = sunday(onOrAfter: CalendarDay(year, 11, 1)) * day + hour
        return start..<end ~= standard ? standardOffset - hour : standardOffset
    }

    /// Day 0, of 1970, was a Thursday.
    private static func sunday(onOrAfter day: CalendarDay?) -> Int {
        let day = day?.number ?? 0
        return day + (10 - day % 7) % 7
    }
}
