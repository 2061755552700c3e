package import InteractorMessages
import JSON
import Scenes
package import Wire

/// The text of an alert, and whether a retry is possible.
package struct AlertText: JSONCodable, Equatable, Sendable {
    package var title: String
    package var message: String
    package var isFailure: Bool = false  // JSON: failure
    /// True if the user may press “retry”.
    package var offersRetry: Bool = false

    /// An alert with nothing to decide.
    package static func notice(_ title: String, _ message: String) -> AlertText {
        AlertText(title: title, message: message)
    }

    /// Reports a failure.
    /// - Parameter title: such as "The search failed", in the reader's language.
    /// - Parameter service: the service without an answer, such as "The store", in the reader's language.
    package static func failure(
        _ failure: InteractorOutput.Failed, title: String, service: String, for reader: Reader
    ) -> AlertText {
        let wording = FailureWording(failure: failure, service: service, reader: reader)
        return AlertText(title: title, message: wording.text, isFailure: true, offersRetry: failure.retryable)
    }

    /// Reports that a screen was too long for the bus.
    /// - Parameter part: the largest part of the screen, such as "the table, with 800,000 bytes".
    package static func tooLarge(
        _ line: ProcessInput.Refused, longest part: String? = nil, for reader: Reader
    ) -> AlertText {
        .notice(
            reader["Too much for one screen"],
            reader(
                "This screen has %; Viperline shows at most % (line_limit in the compose file) and leaves out the rest.",
                reader.count(line.bytes, "% byte", "% bytes"), reader.number(line.limit))
                + (part.map { " " + reader("Most of it is %.", $0) } ?? ""))
    }

    /// Reports that a request was too long for the bus.
    package static func unsent(_ line: ProcessInput.Refused, for reader: Reader) -> AlertText {
        .notice(
            reader["This could not be done"],
            reader(
                "The request % has %; at most % can be sent (line_limit in the compose file).", line.type,
                reader.count(line.bytes, "% byte", "% bytes"), reader.number(line.limit)))
    }
}

extension AlertText: SceneWarning {}

/// A failure in plain words: the cause, and what the user can do about it.
struct FailureWording {
    let failure: InteractorOutput.Failed
    /// The service without an answer, such as "The store".
    let service: String
    let reader: Reader

    var text: String { advice.map { "\(cause) \($0)" } ?? cause }

    private var cause: String {
        switch failure.kind {
        // Host, port and reason.
        case .network where !failure.message.isEmpty:
            reader("% cannot be reached: %.", service, failure.message)
        case .network: reader("% cannot be reached.", service)
        case .timeout where !failure.message.isEmpty:
            reader("% did not answer in time: %.", service, failure.message)
        case .timeout: reader("% did not answer in time.", service)
        case .rateLimited where !failure.retryable:
            reader("% answers no more requests: the quota is used up.", service)
        case .rateLimited: reader("% asks for a pause after too many requests.", service)
        case .http where !failure.retryable:
            reader("% answered with an error%: %", service, status, failure.message)
        case .http: reader("% answered with an error%.", service, status)
        case .tooLarge: reader("%'s answer was over the size limit.", service)
        case .cancelled: reader["The request was cancelled."]
        case .decode: reader("%'s answer cannot be understood: %", service, failure.message)
        case .invalidRequest: reader("The request is not valid: %", failure.message)
        case .unauthorized: reader("% refuses access: %", service, failure.message)
        case .local: reader("% cannot be asked from here: %", service, failure.message)
        case .notFound: reader("% does not have what was asked for.", service)
        }
    }

    private var status: String { failure.status.map { " (\($0))" } ?? "" }

    private var advice: String? {
        if let time = reader.time(failure.retryAt) { return reader("Requests are possible again at %.", time) }
        guard failure.retryable else { return nil }
        return switch (failure.retryAfter, failure.kind) {
        case (let seconds?, _) where seconds > 0: reader("Try again in %.", duration(seconds))
        case (_, .rateLimited): reader["Try again in a minute."]
        case (_, .network): reader["Check the connection and try again."]
        default: reader["Try again."]
        }
    }

    private func duration(_ seconds: Int) -> String {
        switch seconds {
        case 1: reader["a second"]
        case ..<120: reader("% seconds", "\(seconds)")
        case ..<7200: reader("% minutes", "\(seconds / 60 + (seconds % 60 > 0 ? 1 : 0))")
        case ..<172_800: reader("% hours", "\(seconds / 3600 + (seconds % 3600 > 0 ? 1 : 0))")
        default: reader["some days"]
        }
    }
}
