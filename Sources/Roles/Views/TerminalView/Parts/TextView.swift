import Markdown
import ScreenModel
import TerminalText
import ViewMessages

/// Running text: plain, Markdown or code. A long one is folded: its first lines, and a line that shows how many more there are.
struct TextView: PartView {
    let text: Text

    var isSelectable: Bool { markdown?.links.isEmpty == false }

    /// Nil for other formats, and for what is too long or too costly to be Markdown.
    private var markdown: MarkdownText? {
        text.format == .markdown ? MarkdownMemory.shared.text(of: text.body) : nil
    }

    func layOut(in content: inout Content) {
        content.appendHeading(text.heading, caption: text.caption)
        let style = CellStyle.plain.toned(text.tone)
        let width = min(content.room, Content.measure)
        if let markdown {
            let drawn = MarkdownLines(
                markdown, width: width, room: content.room, left: content.input.columnsLeft, base: style)
            for code in drawn.code { content.scrollSideways(past: code.skipped, hasMore: code.hasMore) }
            layOut(in: &content, whole: drawn.whole) { Array(drawn.lines.prefix($0)) }
        } else if text.format == .code {
            let code = CodeLines(text.body, style, room: content.room, left: content.input.columnsLeft)
            content.scrollSideways(past: code.skipped, hasMore: code.hasMore)
            layOut(in: &content, whole: code.whole) { Array(code.lines.prefix($0)) }
        } else {
            let body = StyledText(text.body, style, marks: text.marks)
            layOut(in: &content) { LineWrapping.wrap(body, width: width, limit: $0) }
        }
    }

    /// - Parameters:
    ///   - whole: the whole texts of lines that can be scrolled sideways, by their index.
    ///   - lines: as many of the lines as are wanted.
    private func layOut(in content: inout Content, whole: [Int: String] = [:], _ lines: (Int) -> [StyledText]) {
        // A fold hides two lines at least: replacing a single line would save nothing.
        guard let fold = text.fold, fold > 0, lines(fold + 2).count > fold + 1 else {
            return append(lines(.max), whole, to: &content)
        }
        let start = content.lines.count
        let id = content.nextFoldID(text.heading ?? "")
        let isFolded = !content.input.unfolded.contains(id)
        append(lines(isFolded ? fold : .max), whole, to: &content)
        content.append(StyledText(isFolded ? "… more (m)" : "less (m)", .quiet))
        content.addFold(Fold(id: id, isFolded: isFolded, lines: start..<content.lines.count))
    }

    /// Appends lines with their links. Of a link that is broken into lines, the first piece is chosen.
    private func append(_ lines: [StyledText], _ whole: [Int: String], to content: inout Content) {
        let start = content.lines.count
        content.append(lines, whole: whole)
        var last: Hyperlink?
        for (number, line) in lines.enumerated() {
            for (link, cells) in line.links where link != last {
                last = link
                content.addChoice(
                    .link, link.address, lines: start + number..<start + number + 1,
                    columns: Content.gutter + cells.lowerBound..<Content.gutter + cells.upperBound)
            }
        }
    }

    func print(on page: inout LinearPage) {
        page.appendHeading(text.heading, caption: text.caption)
        if let markdown {
            let first = page.links.count
            MarkdownLines.print(markdown, on: &page) { first + $0 + 1 }
            for address in markdown.links { page.appendLink(address) }
            return
        }
        let body = text.body + text.tone.note(in: page.words)
        for line in body.split(separator: "\n", omittingEmptySubsequences: false) { page.append(String(line)) }
    }
}

/// A text behind a bar, and below it its author.
struct QuoteView: PartView {
    let quote: Quote

    func layOut(in content: inout Content) {
        let width = min(content.room, Content.measure) - CellWidth.of(Self.bar)
        for line in LineWrapping.wrap(StyledText(quote.text), width: max(width, 1)) {
            content.append(StyledText(Self.bar, .quiet) + line)
        }
        if let author = quote.author { content.append(wrapped: StyledText("— \(author)", .quiet)) }
    }

    private static let bar = "│ "

    func print(on page: inout LinearPage) {
        for line in quote.text.split(separator: "\n", omittingEmptySubsequences: false) { page.append(String(line)) }
        if let author = quote.author { page.append("— \(author)") }
    }
}

/// A line of text, wrapped where it has to be.
struct LabelView: PartView {
    let label: Label

    /// Labels belong together until a heading begins something new.
    func isApart(from previous: any PartView) -> Bool { !(previous is LabelView) || label.style == .heading }

    func layOut(in content: inout Content) {
        content.append(wrapped: StyledText(label.text, style.toned(label.tone), marks: label.marks))
    }

    func print(on page: inout LinearPage) { page.append(label.text + label.tone.note(in: page.words)) }

    private var style: CellStyle {
        switch label.style {
        case .title, .heading: .strong
        case .subtitle: .plain
        case .caption: .quiet
        }
    }
}
