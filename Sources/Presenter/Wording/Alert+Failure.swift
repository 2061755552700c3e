import InteractorMessages
import ViewMessages

extension Alert {
    /// An alert that is only to be read.
    static func notice(_ title: String, _ message: String) -> Alert {
        Alert(title: title, message: message, buttons: [Button(control: Control.dismiss, title: "OK")])
    }

    /// What went wrong in words for people, with a retry where that makes sense.
    /// - Parameter title: what was tried, such as "Search failed".
    /// - Parameter service: who did not answer, such as "The store".
    static func failure(
        _ failure: InteractorOutput.Failed, title: String, service: String, for reader: Reader
    ) -> Alert {
        let wording = FailureWording(failure: failure, service: service, reader: reader)
        guard failure.retryable else { return notice(title, wording.text) }
        let buttons = [
            Button(control: Control.retry, title: "Retry", key: "r"),
            Button(control: Control.dismiss, title: "Close"),
        ]
        return Alert(title: title, message: wording.text, buttons: buttons)
    }

    var offersRetry: Bool { buttons.contains { $0.control == Control.retry } }
}
