import Markdown

/// Markdown as elements. Its links report that they were chosen: the view opens nothing.
struct MarkdownMarkup {
    let text: MarkdownText

    func write(to page: inout PageWriter) {
        let base = page.levelOfTexts
        var index = 0
        while index < text.blocks.count {
            let block = text.blocks[index]
            guard let first = block.containers.first else {
                write(block.content, base: base, to: &page)
                index += 1
                continue
            }
            // Blocks in the same containers are one group.
            var end = index + 1
            while end < text.blocks.count, text.blocks[end].containers.first.map(isSameKind(first)) == true { end += 1 }
            let blocks = text.blocks[index..<end]
            switch first {
            case .quote: page.element(.blockquote) { write(items: blocks, base: base, to: &$0) }
            case .item: page.element(.div, .class("items")) { write(items: blocks, base: base, to: &$0) }
            }
            index = end
        }
    }

    private func isSameKind(_ one: MarkdownText.Container) -> (MarkdownText.Container) -> Bool {
        { other in
            switch (one, other) {
            case (.quote, .quote), (.item, .item): true
            default: false
            }
        }
    }

    /// Writes each block after the marks of the items that contain it.
    private func write(items: ArraySlice<MarkdownText.Block>, base: Int, to page: inout PageWriter) {
        for block in items {
            let marks = block.containers.compactMap { container -> String? in
                if case .item(let mark) = container { mark } else { nil }
            }
            page.element(.div, .class("item")) { page in
                page.indent(marks.count)
                page.element(.span, .class("bullet"), text: marks.last ?? "")
                page.element(.div) { write(block.content, base: base, to: &$0) }
            }
        }
    }

    private func write(_ content: MarkdownText.Block.Content, base: Int, to page: inout PageWriter) {
        switch content {
        case .paragraph(let spans): page.element(.p, .autoDirection) { write(spans, to: &$0) }
        case .heading(let level, let spans): page.heading(base + level) { write(spans, to: &$0) }
        case .code(let code):
            page.element(.pre, .of(.tabindex, "0"), .flag(.go)) { $0.element(.code, text: code) }
        case .rule: page.element(.hr)
        case .table(let table): write(table, to: &page)
        }
    }

    private func write(_ table: MarkdownText.Table, to page: inout PageWriter) {
        func name(_ column: Int) -> Attribute? {
            guard table.alignments.indices.contains(column) else { return nil }
            return switch table.alignments[column] {
            case .left: nil
            case .center: .class("center")
            case .right: .class("end")
            }
        }
        page.element(.div, .class("scroll"), .of(.tabindex, "0")) { page in
            page.element(.table) { page in
                page.element(.thead) { page in
                    page.element(.tr) { page in
                        for (column, cell) in table.header.enumerated() {
                            page.element(cell.isEmpty ? .td : .th, name(column)) { write(cell, to: &$0) }
                        }
                    }
                }
                page.element(.tbody) { page in
                    for row in table.rows {
                        page.element(.tr) { page in
                            for (column, cell) in row.enumerated() {
                                page.element(.td, name(column), .autoDirection) { write(cell, to: &$0) }
                            }
                        }
                    }
                }
            }
        }
    }

    private func write(_ spans: [MarkdownText.Span], to page: inout PageWriter) {
        var index = 0
        while index < spans.count {
            guard let link = spans[index].link, text.links.indices.contains(link) else {
                write(spans[index], to: &page)
                index += 1
                continue
            }
            var end = index + 1
            while end < spans.count, spans[end].link == link { end += 1 }
            let pieces = spans[index..<end]
            page.button(
                .follow(text.links[link]), .class("link"), .of(.title, text.links[link]), .flag(.go)
            ) { page in for span in pieces { write(span, to: &page) } }
            index = end
        }
    }

    private func write(_ span: MarkdownText.Span, to page: inout PageWriter) {
        let elements: [Element] = [
            span.isStrong ? .strong : nil, span.isEmphasized ? .em : nil, span.isStruck ? .s : nil,
            span.isCode ? .code : nil,
        ].compactMap(\.self)
        wrap(elements[...], span.text, to: &page)
    }

    private func wrap(_ elements: ArraySlice<Element>, _ text: String, to page: inout PageWriter) {
        guard let first = elements.first else {
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                if number > 0 { page.element(.br) }
                page.text(String(line))
            }
            return
        }
        page.element(first) { wrap(elements.dropFirst(), text, to: &$0) }
    }
}
