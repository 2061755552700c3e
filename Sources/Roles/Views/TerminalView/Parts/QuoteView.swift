import TerminalText
import ViewMessages

/// A text behind a bar, and below it who said it.
struct QuoteView: PartView {
    let quote: Quote

    func layOut(in content: inout Content) {
        let width = min(content.room, Content.measure) - CellWidth.of(Self.bar)
        for line in LineWrapping.wrap(quote.text, width: max(width, 1)) {
            content.append(StyledText(Self.bar, .quiet) + StyledText(line))
        }
        if let author = quote.author { content.append(wrapped: "— \(author)", .quiet) }
    }

    private static let bar = "│ "

    func print(on page: inout LinearPage) {
        for line in quote.text.split(separator: "\n", omittingEmptySubsequences: false) { page.append(String(line)) }
        if let author = quote.author { page.append("— \(author)") }
    }
}
