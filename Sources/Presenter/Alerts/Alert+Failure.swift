import InteractorMessages
import ViewMessages

extension Alert {
    /// An alert with nothing to decide.
    static func notice(_ title: String, _ message: String) -> Alert {
        Alert(
            title: title, message: message, buttons: [Button(control: ControlName.dismiss, title: "OK", role: .default)]
        )
    }

    /// Says what went wrong, with a retry button where that makes sense.
    /// - Parameter title: what was tried, such as "Search failed".
    /// - Parameter service: who did not answer, such as "The store".
    static func failure(
        _ failure: InteractorOutput.Failed, title: String, service: String, for reader: Reader
    ) -> Alert {
        let wording = FailureWording(failure: failure, service: service, reader: reader)
        var alert = notice(title, wording.text)
        alert.isFailure = true
        guard failure.retryable else { return alert }
        alert.buttons = [
            Button(control: ControlName.retry, title: "Retry", key: "r", role: .default),
            Button(control: ControlName.dismiss, title: "Close", role: .cancel),
        ]
        return alert
    }

    var offersRetry: Bool { buttons.contains { $0.control == ControlName.retry } }
}
