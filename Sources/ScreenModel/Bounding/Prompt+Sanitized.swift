import TerminalText
import ViewMessages

extension Prompt {
    var sanitized: Prompt {
        Prompt(
            placeholder: Bounded.line(placeholder), text: Sanitizer.line(text), isLive: isLive, picksRows: picksRows)
    }
}
