import TerminalText
import ViewMessages

extension Alert {
    var sanitized: Alert {
        Alert(
            title: Bounded.line(title), message: Sanitizer.block(message), buttons: buttons.map(\.sanitized),
            isFailure: isFailure)
    }
}
