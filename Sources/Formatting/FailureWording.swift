import InteractorMessages

/// A failure in words for people: the cause, and what can be done about it.
struct FailureWording {
    let failure: InteractorOutput.Failed
    /// Who did not answer, such as "The store".
    let service: String
    let reader: Reader

    var text: String { advice.map { "\(cause) \($0)" } ?? cause }

    private var cause: String {
        switch failure.kind {
        case .network: "\(service) cannot be reached."
        case .timeout: "\(service) did not answer in time."
        case .rateLimited where !failure.retryable: "\(service) answers no more requests: the quota is used up."
        case .rateLimited: "\(service) asks for a pause after too many requests."
        case .http where !failure.retryable: "\(service) answered with an error\(status): \(failure.message)"
        case .http: "\(service) answered with an error\(status)."
        case .tooLarge: "\(service)'s answer was larger than is allowed."
        case .cancelled: "The request was cancelled."
        case .decode: "\(service)'s answer cannot be understood: \(failure.message)"
        case .invalidRequest: "The request is not valid: \(failure.message)"
        case .unauthorized: "\(service) refuses access: \(failure.message)"
        case .local: "\(service) cannot be asked from here: \(failure.message)"
        case .notFound: "\(service) does not have what was asked for."
        }
    }

    private var status: String { failure.status.map { " (\($0))" } ?? "" }

    private var advice: String? {
        if let time = reader.time(failure.retryAt) { return "Requests are possible again at \(time)." }
        guard failure.retryable else { return nil }
        return switch (failure.retryAfter, failure.kind) {
        case (let seconds?, _) where seconds > 0: "Try again in \(Self.duration(seconds))."
        case (_, .rateLimited): "Try again in a minute."
        case (_, .network): "Check the connection and try again."
        default: "Try again."
        }
    }

    private static func duration(_ seconds: Int) -> String {
        switch seconds {
        case 1: "a second"
        case ..<120: "\(seconds) seconds"
        case ..<7200: "\(seconds / 60 + (seconds % 60 > 0 ? 1 : 0)) minutes"
        case ..<172_800: "\(seconds / 3600 + (seconds % 3600 > 0 ? 1 : 0)) hours"
        default: "some days"
        }
    }
}
