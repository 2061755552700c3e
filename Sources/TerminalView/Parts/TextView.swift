import TerminalText
import ViewMessages

/// Running text. A long one is folded: its first lines, and a line that says that there is more.
struct TextView: PartView {
    let text: Text

    var sanitized: Part {
        .text(
            Text(
                heading: text.heading.map(Bounded.line), caption: text.caption.map(Bounded.line),
                body: Sanitizer.block(text.body), fold: text.fold.map(Bounded.number), tone: text.tone,
                marks: text.marks?.map { $0.sanitized(Sanitizer.block) }))
    }

    func layOut(in content: inout Content) {
        content.appendHeading(text.heading, caption: text.caption)
        let fold = text.fold.flatMap { $0 > 0 ? $0 : nil }
        // A fold hides two lines at least: to replace one line by the line that says so would save nothing.
        let body = MarkedText(text.body, .plain.toned(text.tone), marks: text.marks)
        guard let fold, content.wrapped(text.body, limit: fold + 2).count > fold + 1 else {
            return content.append(body.styled(content.wrapped(text.body)))
        }
        let heading = text.heading ?? ""
        let id = content.nextFoldID(heading)
        let isFolded = !content.unfolded.contains(id)
        let start = content.lines.count
        content.append(body.styled(content.wrapped(text.body, limit: isFolded ? fold : .max)))
        content.append(StyledText(isFolded ? "… more (m)" : "less (m)", .quiet))
        content.addFold(Fold(id: id, isFolded: isFolded, lines: start..<content.lines.count))
    }

    func print(on page: inout LinearPage) {
        page.appendHeading(text.heading, caption: text.caption)
        let body = text.body + text.tone.word
        for line in body.split(separator: "\n", omittingEmptySubsequences: false) { page.append(String(line)) }
    }
}
