import Languages
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
        if let markdown {
            let drawn = MarkdownLines(
                markdown, width: min(content.room, Content.measure), room: content.room,
                left: content.input.columnsLeft,
                base: .plain.toned(text.tone))
            for code in drawn.code { content.scroll(code) }
            layOut(in: &content, links: drawn.links.map { ($0, markdown.links[$0.index]) }, whole: drawn.whole) {
                Array(drawn.lines.prefix($0))
            }
        } else if text.format == .code {
            let code = CodeLines(
                text.body, .plain.toned(text.tone), room: content.room, left: content.input.columnsLeft)
            content.scroll(code)
            layOut(in: &content, whole: code.whole) { Array(code.lines.prefix($0)) }
        } else {
            let body = MarkedText(text.body, .plain.toned(text.tone), marks: text.marks)
            let width = content
            layOut(in: &content) { limit in body.styled(width.wrapped(text.body, limit: limit)) }
        }
    }

    /// - Parameters:
    ///   - whole: the whole texts of lines that can be scrolled sideways, by their index.
    ///   - lines: as many of the lines as are wanted.
    private func layOut(
        in content: inout Content, links: [(place: SpanText.Link, address: String)] = [],
        whole: [Int: String] = [:], _ lines: (Int) -> [StyledText]
    ) {
        let start = content.lines.count
        // A fold hides two lines at least: replacing a single line would save nothing.
        guard let fold = text.fold, fold > 0, lines(fold + 2).count > fold + 1 else {
            content.append(lines(.max), whole: whole)
            return addLinks(links, to: &content, from: start, until: .max)
        }
        let id = content.nextFoldID(text.heading ?? "")
        let isFolded = !content.input.unfolded.contains(id)
        content.append(lines(isFolded ? fold : .max), whole: whole)
        addLinks(links, to: &content, from: start, until: isFolded ? fold : .max)
        content.append(StyledText(isFolded ? "… more (m)" : "less (m)", .quiet))
        content.addFold(Fold(id: id, isFolded: isFolded, lines: start..<content.lines.count))
    }

    private func addLinks(
        _ links: [(place: SpanText.Link, address: String)], to content: inout Content, from start: Int, until end: Int
    ) {
        var last: Int?
        // Of a link that is broken into lines, the first piece is chosen.
        for (place, address) in links where place.line < end && place.index != last {
            last = place.index
            let columns = Content.gutter + place.cells.lowerBound..<Content.gutter + place.cells.upperBound
            content.addChoice(.link, address, lines: start + place.line..<start + place.line + 1, columns: columns)
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

/// One line of text, wrapped where it has to be.
struct LabelView: PartView {
    let label: Label

    /// Labels belong together until a heading begins something new.
    func isApart(from previous: any PartView) -> Bool { !(previous is LabelView) || label.style == .heading }

    func layOut(in content: inout Content) {
        let text = MarkedText(label.text, style.toned(label.tone), marks: label.marks)
        content.append(text.styled(content.wrapped(label.text)))
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
