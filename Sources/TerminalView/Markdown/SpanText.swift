import Markdown
import TerminalText
import ViewMessages

/// A text of spans, broken into lines that keep their spans' styles and links.
struct SpanText {
    /// A link in a line.
    struct Link: Equatable {
        var index: Int
        var line: Int
        var cells: Range<Int>
    }

    private(set) var lines: [StyledText] = []
    private(set) var links: [Link] = []

    /// - Parameters:
    ///   - base: what the spans' own styles begin with.
    ///   - width: in cells; nil for one line.
    ///   - addresses: what the links lead to, by their indices.
    init(_ spans: [MarkdownText.Span], base: CellStyle, width: Int?, addresses: [String]) {
        // What the library decodes, such as `&#27;`, is harmless only now.
        let texts = spans.map { width == nil ? Sanitizer.line($0.text) : Sanitizer.block($0.text) }
        let characters = zip(texts.indices, texts).flatMap { index, text in text.map { (character: $0, span: index) } }
        let whole = String(characters.map(\.character))
        var next = 0
        for line in width.map({ LineWrapping.wrap(whole, width: max($0, 1)) }) ?? [whole] {
            var styled = StyledText()
            var run = (text: "", span: -1)
            func end() {
                guard run.span >= 0 else { return }
                let start = styled.cells
                let span = spans[run.span]
                let address = span.link.flatMap { addresses.indices.contains($0) ? addresses[$0] : nil }
                styled.append(
                    run.text, Self.style(of: span, on: base),
                    link: address.flatMap { Hyperlink($0, number: span.link ?? 0) })
                guard let index = span.link, styled.cells > start else { return }
                // A link may have several spans, as where a word of it is emphasised.
                if let last = links.last, last.index == index, last.line == lines.count, last.cells.upperBound == start
                {
                    links[links.count - 1].cells = last.cells.lowerBound..<styled.cells
                } else {
                    links.append(Link(index: index, line: lines.count, cells: start..<styled.cells))
                }
            }
            for character in line {
                while next < characters.count, characters[next].character != character { next += 1 }
                let span = next < characters.count ? characters[next].span : run.span
                if span != run.span {
                    end()
                    run = ("", span)
                }
                run.text.append(character)
                next += 1
            }
            end()
            lines.append(styled)
        }
    }

    private static func style(of span: MarkdownText.Span, on base: CellStyle) -> CellStyle {
        if span.isCode { return .accessory }
        var style = base
        if span.link != nil { style = CellStyle.plain.toned(.accent) }
        if span.isStrong { style.isBold = true }
        if span.isEmphasized { style.isItalic = true }
        if span.isStruck { style.isDim = true }
        if span.link != nil { style.isUnderlined = true }
        return style
    }

    // MARK: Linear

    /// The text with the numbers of its links behind them: `the manual (link 3)`.
    /// - Parameter number: the number of a link, by its index.
    static func line(_ spans: [MarkdownText.Span], number: (Int) -> Int) -> String {
        var text = ""
        for (index, span) in spans.enumerated() {
            text += Sanitizer.block(span.text)
            // A link of several spans has its number once, at the end.
            let next = index + 1 < spans.count ? spans[index + 1].link : nil
            if let link = span.link, link != next { text += " (link \(number(link)))" }
        }
        return text
    }
}
