package import Formatting
import Scenes
package import ViewMessages

extension Alert {
    package init(_ text: AlertText) {
        let buttons =
            text.offersRetry
            ? [
                Button(control: ControlName.retry, title: "Retry", key: "r", role: .default),
                Button(control: ControlName.dismiss, title: "Close", role: .cancel),
            ] : [Button(control: ControlName.dismiss, title: "OK", role: .default)]
        self.init(
            title: text.title, message: text.message, buttons: buttons, isFailure: text.isFailure ? true : nil)
    }
}
