import TerminalText
import Markdown
import ScreenModel
import ViewMessages

/// Running text: plain, Markdown or code. Of a long one the first lines are shown, and the rest behind a button.
struct TextMarkup {
    let text: Text

    /// Characters that count as a line. Only the browser knows how long a line is on the page.
    private static let lineLength = 80

    func write(to page: inout PageWriter) {
        page.heading(text.heading, caption: text.caption)
        if text.format == .markdown, let markdown = MarkdownMemory.shared.text(of: text.body) {
            return folded(linesOf: text.body, in: &page) { page in
                page.element(.div, .class("md", text.tone?.className), .autoDirection) {
                    MarkdownMarkup(text: markdown).write(to: &$0)
                }
            }
        }
        if text.format == .code {
            return page.element(.pre, .of(.tabindex, "0"), .flag(.go)) { page in
                page.element(.code, .class(text.tone?.className), text: text.body)
            }
        }
        guard let place = foldPlace else { return paragraph(text.body, marks: text.marks, in: &page) }
        paragraph(String(text.body[..<place]), marks: text.marks, in: &page)
        page.element(.details, .class("fold")) { page in
            page.element(.summary, .keys(["m"]), text: page.words.title("more"))
            paragraph(String(text.body[place...].drop { $0 == "\n" || $0 == " " }), marks: nil, in: &page)
        }
    }

    private func paragraph(_ body: String, marks: [Mark]?, in page: inout PageWriter) {
        page.element(.p, .class("text"), .autoDirection) {
            MarkedMarkup(text: body, marks: marks, tone: text.tone).write(to: &$0)
        }
    }

    /// The place where the rest of a long text begins; nil for a text that is shown as a whole.
    private var foldPlace: String.Index? {
        guard let fold = text.fold, fold > 0 else { return nil }
        var (lines, column) = (0, 0)
        var blank: String.Index?
        for index in text.body.indices {
            let character = text.body[index]
            if character == " " { blank = index }
            column += 1
            guard character == "\n" || column > Self.lineLength else { continue }
            lines += 1
            column = 0
            // A fold hides two lines at least.
            if lines == fold {
                let place = character == "\n" ? index : blank ?? index
                let rest = text.body[place...]
                return rest.count > 2 * Self.lineLength || rest.filter { $0 == "\n" }.count > 2 ? place : nil
            }
        }
        return nil
    }

    private func folded(linesOf body: String, in page: inout PageWriter, _ content: (inout PageWriter) -> Void) {
        guard let fold = text.fold, fold > 0, body.utf8.count > (fold + 2) * Self.lineLength else {
            return content(&page)
        }
        page.element(.details, .class("fold")) { page in
            page.element(.summary, .keys(["m"]), text: page.words.title("more"))
            content(&page)
        }
    }
}

/// A text, and below it its author. There is no `cite` for the author: in HTML, that element is for the title of a work.
struct QuoteMarkup {
    let quote: Quote

    func write(to page: inout PageWriter) {
        page.element(.blockquote) { page in
            page.element(.p, .class("text"), .autoDirection, text: quote.text)
            guard let author = quote.author else { return }
            page.element(.footer, .class("caption"), .autoDirection, text: "— \(author)")
        }
    }
}

/// A line of text.
struct LabelMarkup {
    let label: Label

    func write(to page: inout PageWriter) {
        guard !label.text.isEmpty, !isTitle(of: page.scene.screen) else { return }
        let text = MarkedMarkup(text: label.text, marks: label.marks, tone: label.tone)
        guard label.style != .heading else { return page.heading(2) { text.write(to: &$0) } }
        page.element(.p, .class(label.style.rawValue), .autoDirection) { text.write(to: &$0) }
    }

    /// The title of the screen is on the page already.
    private func isTitle(of screen: Screen) -> Bool {
        label.style == .title && Sanitizer.line(label.text) == Sanitizer.line(screen.title) && label.tone == nil
            && label.marks == nil
    }
}

/// A text whose marked pieces have tones of their own.
struct MarkedMarkup {
    let text: String
    let marks: [Mark]?
    let tone: Tone?

    func write(to page: inout PageWriter) {
        page.element(.span, .class(tone?.className)) { page in
            var at = text.startIndex
            for piece in MarkedPieces.find(marks, in: text) {
                page.text(String(text[at..<piece.range.lowerBound]))
                page.element(.span, .class(piece.tone.className), text: String(text[piece.range]))
                at = piece.range.upperBound
            }
            page.text(String(text[at...]))
        }
        page.word(of: tone)
    }
}

/// The place of a part of a kind that this view does not have.
struct UnknownPartMarkup {
    let part: UnknownPart

    func write(to page: inout PageWriter) {
        page.element(
            .p, .class("text", "caption"), .autoDirection,
            text: part.fallback ?? "This view cannot show “\(part.kind ?? "")”")
    }
}
