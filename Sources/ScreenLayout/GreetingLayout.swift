import Formatting
import Scenes
package import ViewMessages

/// A label, and the button that fills it.
package enum GreetingLayout {
    /// - Parameter text: empty before the button is pressed.
    package static func parts(_ text: String) -> [Part] {
        [
            .label(Label(text, style: .heading)),
            .button(Button(control: ControlName.greet, title: GreetingText.button, key: "s")),
        ]
    }
}
