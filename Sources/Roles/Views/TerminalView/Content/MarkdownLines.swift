import Markdown
import TerminalText
import ViewMessages

/// Markdown as lines of a content.
struct MarkdownLines {
    private(set) var lines: [StyledText] = []
    private(set) var links: [SpanText.Link] = []
    private let width: Int
    /// Its code, as far as it is scrolled, and the whole texts of the lines that can be.
    private(set) var code: [CodeLines] = []
    private(set) var whole: [Int: String] = [:]
    private let room: Int
    private let left: Int
    private let base: CellStyle
    private let addresses: [String]

    /// The least width of a text, however deep it is nested.
    private static let narrowest = 8

    /// - Parameters:
    ///   - width: in cells, of running text.
    ///   - room: the cells of code.
    ///   - left: how many steps code is scrolled sideways.
    init(_ text: MarkdownText, width: Int, room: Int, left: Int, base: CellStyle) {
        self.width = width
        self.room = room
        self.left = left
        self.base = base
        addresses = text.links
        for (index, block) in text.blocks.enumerated() {
            if index > 0, !block.isClose { lines.append(between(text.blocks[index - 1], block)) }
            append(block)
        }
    }

    /// The empty line between two blocks. A quotation that continues is not interrupted.
    private func between(_ before: MarkdownText.Block, _ after: MarkdownText.Block) -> StyledText {
        let common = zip(before.containers, after.containers).prefix { $0 == $1 }.map(\.0)
        return common.contains(.quote) ? Self.prefix(common) : StyledText()
    }

    private mutating func append(_ block: MarkdownText.Block) {
        let first = Self.prefix(block.containers)
        let rest = Self.prefix(
            block.containers.map { container in
                if case .item(let mark) = container {
                    .item(mark: String(repeating: " ", count: mark.count))
                } else {
                    container
                }
            })
        let room = max(width - first.cells, Self.narrowest)
        switch block.content {
        case .paragraph(let spans): append(SpanText(spans, base: base, width: room, addresses: addresses), first, rest)
        case .heading(let level, let spans):
            let style: CellStyle = level == 1 ? .accent : .strong
            append(SpanText(spans, base: style, width: room, addresses: addresses), first, rest)
        case .code(let text): append(code: Self.code(text), first, rest)
        case .rule: lines.append(first + StyledText(String(repeating: "─", count: room), .quiet))
        case .table(let table): append(table, room: room, first, rest)
        }
    }

    private mutating func append(code text: String, _ first: StyledText, _ rest: StyledText) {
        let indent = StyledText("  ")
        let code = CodeLines(
            text, .accessory, room: max(room - first.cells - indent.cells, Self.narrowest), left: left)
        for (index, line) in code.lines.enumerated() {
            let before = (index == 0 ? first : rest) + indent
            whole[lines.count] = code.whole[index].map { before.plain + $0 }
            lines.append(before + line)
        }
        self.code.append(code)
    }

    private static func code(_ text: String) -> String {
        let text = Sanitizer.block(text)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    private mutating func append(_ text: SpanText, _ first: StyledText, _ rest: StyledText) {
        let start = lines.count
        for (index, line) in text.lines.enumerated() { lines.append((index == 0 ? first : rest) + line) }
        for link in text.links {
            let indent = link.line == 0 ? first.cells : rest.cells
            links.append(
                .init(
                    index: link.index, line: start + link.line,
                    cells: link.cells.lowerBound + indent..<link.cells.upperBound + indent))
        }
    }

    private mutating func append(_ table: MarkdownText.Table, room: Int, _ first: StyledText, _ rest: StyledText) {
        let head = table.header.map { SpanText($0, base: CellStyle.strong, width: nil, addresses: addresses) }
        let rows = table.rows.map { $0.map { SpanText($0, base: base, width: nil, addresses: addresses) } }
        let gap = 2
        var widths = head.indices.map { column in
            min(([head] + rows).map { $0.indices.contains(column) ? $0[column].lines[0].cells : 0 }.max() ?? 0, room)
        }
        // The widest column gives way.
        var excess = widths.reduce(0) { $0 + $1 + gap } - gap - room
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 3 {
            widths[widest] -= 1
            excess -= 1
        }
        append(row: head, widths, table, first)
        lines.append(rest + StyledText(String(repeating: "─", count: widths.reduce(0) { $0 + $1 + gap } - gap), .quiet))
        for row in rows { append(row: row, widths, table, rest) }
    }

    private mutating func append(
        row: [SpanText], _ widths: [Int], _ table: MarkdownText.Table, _ prefix: StyledText
    ) {
        var line = prefix
        for (column, width) in widths.enumerated() {
            let cell = row.indices.contains(column) ? row[column] : nil
            let text = (cell?.lines[0] ?? StyledText()).truncated(to: width)
            let space = max(width - text.cells, 0)
            let alignment = table.alignments.indices.contains(column) ? table.alignments[column] : .left
            let left = alignment == .right ? space : alignment == .center ? space / 2 : 0
            line.append(String(repeating: " ", count: left))
            let start = line.cells
            for link in cell?.links ?? [] where link.cells.upperBound <= text.cells {
                links.append(
                    .init(
                        index: link.index, line: lines.count,
                        cells: start + link.cells.lowerBound..<start + link.cells.upperBound))
            }
            line = line + text
            if column < widths.count - 1 { line.append(String(repeating: " ", count: space - left + 2)) }
        }
        lines.append(line)
    }

    private static func prefix(_ containers: [MarkdownText.Container]) -> StyledText {
        containers.reduce(StyledText()) { prefix, container in
            switch container {
            case .quote: prefix + StyledText("│ ", .quiet)
            case .item(let mark): prefix + StyledText("\(mark) ", .quiet)
            }
        }
    }

    // MARK: Linear

    /// What linear mode prints.
    /// - Parameter number: the number of a link, by its index.
    static func print(_ text: MarkdownText, on page: inout LinearPage, number: (Int) -> Int) {
        for block in text.blocks {
            let prefix = block.containers.map { container in
                switch container {
                case .quote: "> "
                case .item(let mark): "\(mark) "
                }
            }.joined()
            switch block.content {
            case .paragraph(let spans):
                let lines = SpanText.line(spans, number: number).split(
                    separator: "\n", omittingEmptySubsequences: false)
                for line in lines { page.append(prefix + line) }
            case .heading(_, let spans):
                page.append(prefix + "-- \(Sanitizer.line(SpanText.line(spans, number: number))) --")
            case .code(let code):
                for line in Self.code(code).split(separator: "\n", omittingEmptySubsequences: false) {
                    page.append(line.isEmpty ? prefix : prefix + "    " + line)
                }
            case .rule: page.append(prefix + "--")
            case .table(let table):
                let names = table.header.map { Sanitizer.line(SpanText.line($0, number: number)) }
                for row in table.rows {
                    let cells = zip(names, row).map { name, cell in
                        "\(name): \(Sanitizer.line(SpanText.line(cell, number: number)))"
                    }
                    page.append(prefix + cells.joined(separator: "; "))
                }
            }
        }
    }
}

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
