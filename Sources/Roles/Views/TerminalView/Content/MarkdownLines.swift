import Markdown
import TerminalText
import ViewMessages

/// Markdown as lines of a content.
struct MarkdownLines {
    private(set) var lines: [StyledText] = []
    /// The code, as far as it is scrolled, and the whole texts of the lines that can be.
    private(set) var code: [CodeLines] = []
    private(set) var whole: [Int: String] = [:]
    private let width: Int
    private let room: Int
    private let left: Int
    private let base: CellStyle
    private let addresses: [String]

    /// The least width of a text, however deep it is nested.
    private static let narrowest = 8

    /// - Parameters:
    ///   - width: in cells, of running text.
    ///   - room: the cells of code.
    ///   - left: the steps that code is scrolled sideways.
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
        let new: [StyledText] =
            switch block.content {
            case .paragraph(let spans): LineWrapping.wrap(text(spans, base), width: room)
            case .heading(let level, let spans):
                LineWrapping.wrap(text(spans, level == 1 ? .accent : .strong), width: room)
            case .code(let code): lines(of: code, behind: first)
            case .rule: [StyledText(String(repeating: "─", count: room), .quiet)]
            case .table(let table): lines(of: table, room: room)
            }
        for (index, line) in new.enumerated() { lines.append((index == 0 ? first : rest) + line) }
    }

    private mutating func lines(of text: String, behind prefix: StyledText) -> [StyledText] {
        let indent = StyledText("  ")
        let room = max(room - prefix.cells - indent.cells, Self.narrowest)
        let code = CodeLines(Self.code(text), .accessory, room: room, left: left)
        for (index, text) in code.whole { whole[lines.count + index] = (prefix + indent).plain + text }
        self.code.append(code)
        return code.lines.map { indent + $0 }
    }

    private static func code(_ text: String) -> String {
        let text = Sanitizer.block(text)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    private func lines(of table: MarkdownText.Table, room: Int) -> [StyledText] {
        let head = table.header.map { text($0, .strong, isOneLine: true) }
        let rows = [head] + table.rows.map { $0.map { text($0, base, isOneLine: true) } }
        var widths = head.indices.map { column in
            min(rows.map { $0.indices.contains(column) ? $0[column].cells : 0 }.max() ?? 0, room)
        }
        // The widest column gives way.
        var excess = ColumnCells.total(widths) - room
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 3 {
            widths[widest] -= 1
            excess -= 1
        }
        let cells = head.indices.map { column in
            let alignment = table.alignments.indices.contains(column) ? table.alignments[column] : .left
            return ColumnCells(
                width: widths[column],
                alignment: alignment == .right ? .end : alignment == .center ? .center : .start)
        }
        let lines = rows.map { row in
            ColumnCells.line(cells) { row.indices.contains($0) ? row[$0] : StyledText() }
        }
        let rule = StyledText(String(repeating: "─", count: ColumnCells.total(widths)), .quiet)
        return lines.prefix(1) + [rule] + lines.dropFirst()
    }

    /// A text of spans.
    /// - Parameter base: the style that the spans' own styles begin with.
    private func text(_ spans: [MarkdownText.Span], _ base: CellStyle, isOneLine: Bool = false) -> StyledText {
        var text = StyledText()
        for span in spans {
            // Characters that the library decodes, such as `&#27;`, are harmless only now.
            let harmless = isOneLine ? Sanitizer.line(span.text) : Sanitizer.block(span.text)
            let address = span.link.flatMap { addresses.indices.contains($0) ? addresses[$0] : nil }
            text.append(
                harmless, Self.style(of: span, on: base),
                link: address.flatMap { Hyperlink($0, number: span.link ?? 0) })
        }
        return text
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

    private static func prefix(_ containers: [MarkdownText.Container]) -> StyledText {
        containers.reduce(StyledText()) { prefix, container in
            switch container {
            case .quote: prefix + StyledText("│ ", .quiet)
            case .item(let mark): prefix + StyledText("\(mark) ", .quiet)
            }
        }
    }

    // MARK: Linear

    /// Prints it in linear mode.
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
                let lines = line(spans, number: number).split(
                    separator: "\n", omittingEmptySubsequences: false)
                for line in lines { page.append(prefix + line) }
            case .heading(_, let spans):
                page.append(prefix + "-- \(Sanitizer.line(line(spans, number: number))) --")
            case .code(let code):
                for line in Self.code(code).split(separator: "\n", omittingEmptySubsequences: false) {
                    page.append(line.isEmpty ? prefix : prefix + "    " + line)
                }
            case .rule: page.append(prefix + "--")
            case .table(let table):
                let names = table.header.map { Sanitizer.line(line($0, number: number)) }
                for row in table.rows {
                    let cells = zip(names, row).map { name, cell in
                        "\(name): \(Sanitizer.line(line(cell, number: number)))"
                    }
                    page.append(prefix + cells.joined(separator: "; "))
                }
            }
        }
    }

    /// The text with the numbers of its links behind them: `the manual (link 3)`.
    /// - Parameter number: the number of a link, by its index.
    private static func line(_ spans: [MarkdownText.Span], number: (Int) -> Int) -> String {
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
