import ScreenModel
import ViewMessages

extension PageWriter {
    /// An alert in front of the screen.
    /// - Parameter close: what the button of an alert does that has none of its own.
    mutating func dialog(_ alert: Alert, isFailure: Bool, close: ActionValue?) {
        let (title, text) = (nextID(), nextID())
        element(
            .dialog, .flag(.open), .of(.role, "alertdialog"), .of(.ariaModal, "true"), .of(.ariaLabelledby, title),
            .of(.ariaDescribedby, text), .class(isFailure ? "failure" : nil)
        ) { page in
            // Enter presses nothing where every button destroys something.
            let hasDefault = close != nil || alert.defaultButton != nil
            page.element(
                .h2, .of(.id, title), .of(.tabindex, "-1"), .flag(.autofocus, if: !hasDefault), .autoDirection,
                text: alert.title)
            page.element(.div, .of(.id, text), .class("text")) { page in
                for line in alert.message.split(separator: "\n", omittingEmptySubsequences: false) {
                    page.element(.p, .autoDirection) { $0.link(String(line)) }
                }
            }
            page.element(.p, .class("buttons")) { page in
                let (chosen, cancel) = (alert.defaultButton, alert.cancelButton)
                for (index, button) in alert.buttons.enumerated() {
                    let keys = [button.key].compactMap { DeclaredKey($0)?.name } + (button == cancel ? ["Escape"] : [])
                    page.button(
                        .press(button.control), .keys(keys), .flag(.go), .flag(.autofocus, if: index == chosen),
                        .class(index == chosen ? "primary" : nil, button.role == .destructive ? "danger" : nil)
                    ) { page in
                        page.span(button.title)
                        page.key(button.key)
                    }
                }
                if let close {
                    page.button(close, .class("primary"), .keys(["Escape", "q"]), .flag(.go), .flag(.autofocus)) {
                        page in
                        page.text(page.words.title("close"))
                    }
                }
            }
        }
    }
}
