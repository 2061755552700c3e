import TerminalText
import ViewMessages

extension Text {
    var sanitized: Text {
        Text(
            heading: heading.map(Bounded.line), caption: caption.map(Bounded.line), body: Sanitizer.block(body),
            fold: fold.map(Bounded.number), tone: tone, marks: marks?.map { $0.sanitized(Sanitizer.block) },
            format: format)
    }
}
