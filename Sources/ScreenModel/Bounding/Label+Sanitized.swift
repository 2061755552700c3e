import TerminalText
import ViewMessages

extension Label {
    var sanitized: Label {
        Label(
            Sanitizer.line(text), style: style, tone: tone, marks: marks?.map { $0.sanitized(Sanitizer.line) })
    }
}
