package import InteractorMessages
import JSON
import Scenes
package import Wire

/// The words of an alert, and whether what has failed can be tried again.
package struct AlertText: JSONCodable, Equatable, Sendable {
    package var title: String
    package var message: String
    /// Whether the alert says that something failed.
    package var isFailure: Bool = false  // JSON: failure
    /// Whether the person may press “retry”.
    package var offersRetry: Bool = false

    /// An alert with nothing to decide.
    package static func notice(_ title: String, _ message: String) -> AlertText {
        AlertText(title: title, message: message)
    }

    /// Says what went wrong.
    /// - Parameter title: what was tried, such as "The search failed".
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
