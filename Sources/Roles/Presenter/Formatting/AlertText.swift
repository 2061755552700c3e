package import InteractorMessages
import JSON
import Scenes
package import Wire

/// The text of an alert, and whether a retry is possible.
package struct AlertText: JSONCodable, Equatable, Sendable {
    package var title: String
    package var message: String
    /// Whether the alert reports a failure.
    package var isFailure: Bool = false  // JSON: failure
    /// Whether the user may press “retry”.
    package var offersRetry: Bool = false

    /// An alert with nothing to decide.
    package static func notice(_ title: String, _ message: String) -> AlertText {
        AlertText(title: title, message: message)
    }

    /// Reports a failure.
    /// - Parameter title: such as "The search failed".
    /// - Parameter service: who did not answer, such as "The store".
    package static func failure(
        _ failure: InteractorOutput.Failed, title: String, service: String, for reader: Reader
    ) -> AlertText {
        let wording = FailureWording(failure: failure, service: service, reader: reader)
        return AlertText(title: title, message: wording.text, isFailure: true, offersRetry: failure.retryable)
    }
}

extension AlertText: SceneWarning {
    package static func tooLarge(_ line: ProcessInput.Refused) -> AlertText { tooLarge(line, longest: nil) }

    /// - Parameter part: what most of the screen is, such as "the table, with 800,000 bytes".
    package static func tooLarge(_ line: ProcessInput.Refused, longest part: String?) -> AlertText {
        .notice(
            "Too much for one screen",
            "This screen has \(Quantity.text(line.bytes, "byte", "bytes")); at most \(Quantity.grouped(line.limit)) can be "
                + "shown (line_limit in the compose file). What is beyond that is left out."
                + (part.map { " Most of it is \($0)." } ?? ""))
    }

    package static func notTold(_ line: ProcessInput.Refused) -> AlertText {
        .notice(
            "This could not be done",
            "The request \(line.type) has \(Quantity.text(line.bytes, "byte", "bytes")); at most "
                + "\(Quantity.grouped(line.limit)) can be sent (line_limit in the compose file).")
    }
}

/// A failure in plain words: the cause, and what the user can do about it.
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
