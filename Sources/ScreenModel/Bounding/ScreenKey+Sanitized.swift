import TerminalText
package import ViewMessages

extension ScreenKey {
    /// More are left out: nobody could learn them.
    package static let most = 100

    var sanitized: ScreenKey {
        ScreenKey(
            control: control, title: Bounded.line(title), character: DeclaredKey(character)?.text, isForRow: isForRow,
            confirm: confirm.map {
                Confirmation(
                    title: Bounded.line($0.title), message: $0.message.map(Sanitizer.block),
                    button: $0.button.map(Bounded.line))
            })
    }
}
