import InteractorMessages
import ViewMessages

extension Alert {
    /// An alert that is only to be read.
    static func notice(_ title: String, _ message: String) -> Alert {
        Alert(title: title, message: message, buttons: [Button(control: Control.dismiss, title: "OK")])
    }

    /// What went wrong in words for people, with a retry where that makes sense.
    /// - Parameter title: what was tried, such as "Search failed".
    static func failure(_ failure: InteractorOutput.Failed, title: String) -> Alert {
        guard failure.retryable else { return notice(title, cause(of: failure)) }
        let buttons = [
            Button(control: Control.retry, title: "Retry", key: "r"),
            Button(control: Control.dismiss, title: "Close"),
        ]
        return Alert(title: title, message: "\(cause(of: failure)) \(advice(for: failure))", buttons: buttons)
    }

    var offersRetry: Bool { buttons.contains { $0.control == Control.retry } }

    private static func cause(of failure: InteractorOutput.Failed) -> String {
        switch failure.kind {
        case .network: "The store cannot be reached."
        case .timeout: "The store did not answer in time."
        case .rateLimited: "The store asks for a pause after too many requests."
        case .http:
            failure.status.map { "The store answered with an error (\($0))." } ?? "The store answered with an error."
        case .tooLarge: "The store's answer was larger than is allowed."
        case .cancelled: "The request was cancelled."
        case .decode: "The store's answer cannot be understood: \(failure.message)"
        case .invalidRequest: "The request is not valid: \(failure.message)"
        }
    }

    private static func advice(for failure: InteractorOutput.Failed) -> String {
        switch (failure.retryAfter, failure.kind) {
        case (let seconds?, _) where seconds > 0: "Try again in \(duration(seconds))."
        case (_, .rateLimited): "Try again in a minute."
        case (_, .network): "Check the connection and try again."
        default: "Try again."
        }
    }

    private static func duration(_ seconds: Int) -> String {
        switch seconds {
        case 1: "a second"
        case ..<120: "\(seconds) seconds"
        default: "\((seconds + 59) / 60) minutes"
        }
    }
}
