import CMarkGFM

/// Walks through what cmark-gfm has parsed. It keeps its own stack of open blocks, so deep nesting cannot overflow the call stack.
struct MarkdownReader {
    private(set) var result = MarkdownText()
    /// Deeper blocks look as if they stood at this depth.
    private static let deepest = 12
    private static let mostColumns = 64

    private struct List {
        var number: Int?
        var isTight: Bool
        /// True if nothing of the list has been read.
        var isFirst = true
    }

    private var containers: [MarkdownText.Container] = []
    /// Containers that were left out because they were too deep.
    private var hidden = 0
    private var lists: [List] = []
    private var spans: [MarkdownText.Span] = []
    private var style = MarkdownText.Span(text: "")
    private var (strong, emphasis, struck) = (0, 0, 0)
    private var table: MarkdownText.Table?
    private var row: [[MarkdownText.Span]] = []

    /// - Returns: nil for a text that would take too much time or memory.
    init?(_ text: String) {
        let cost = MarkdownCost(text)
        guard cost.isAffordable else { return nil }
        let hasTables = cost.hasAffordableTables
        guard let document = Leash.shared.run({ ParsedDocument(text, hasTables: hasTables) }) else { return nil }
        // The walk leads through nodes of the document, which has to live as long.
        withExtendedLifetime(document) { walk(document.root) }
    }

    private mutating func walk(_ root: OpaquePointer) {
        guard let walk = cmark_iter_new(root) else { return }
        defer { cmark_iter_free(walk) }
        while true {
            let event = cmark_iter_next(walk)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(walk) else { break }
            if event == CMARK_EVENT_ENTER { enter(node) } else { leave(node) }
        }
    }

    private static func kind(_ node: OpaquePointer) -> String {
        String(cString: cmark_node_get_type_string(node))
    }

    private static func literal(_ node: OpaquePointer) -> String {
        cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    }

    // MARK: Blocks

    private mutating func enter(_ node: OpaquePointer) {
        switch Self.kind(node) {
        case "block_quote": push(.quote)
        case "list":
            let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
            lists.append(
                List(
                    number: isOrdered ? Int(cmark_node_get_list_start(node)) : nil,
                    isTight: cmark_node_get_list_tight(node) != 0))
        case "item": pushItem()
        case "code_block": append(.code(Self.literal(node)))
        case "html_block": appendHTML(Self.literal(node))
        case "thematic_break": append(.rule)
        case "table": begin(table: node)
        case "table_cell": spans = []
        case "text": append(text: Self.literal(node))
        case "softbreak": append(text: " ")
        case "linebreak": append(text: "\n")
        case "code":
            style.isCode = true
            append(text: Self.literal(node))
            style.isCode = false
        case "html_inline": if Self.literal(node).lowercased().hasPrefix("<br") { append(text: "\n") }
        case "strong": strong += 1
        case "emph": emphasis += 1
        case "strikethrough": struck += 1
        case "link": enter(link: cmark_node_get_url(node).map { String(cString: $0) } ?? "")
        default: break
        }
    }

    private mutating func leave(_ node: OpaquePointer) {
        switch Self.kind(node) {
        case "block_quote", "item": pop()
        case "list": lists.removeLast()
        case "paragraph": if let spans = takeSpans() { append(.paragraph(spans)) }
        case "heading":
            if let spans = takeSpans() { append(.heading(level: Int(cmark_node_get_heading_level(node)), spans)) }
        case "table_cell": if row.count < Self.mostColumns { row.append(takeSpans() ?? []) }
        case "table_header":
            table?.header = row
            row = []
        case "table_row":
            table?.rows.append(row)
            row = []
        case "table":
            if let table { append(.table(table)) }
            table = nil
        case "strong": strong -= 1
        case "emph": emphasis -= 1
        case "strikethrough": struck -= 1
        case "link": style.link = nil
        default: break
        }
    }

    private mutating func push(_ container: MarkdownText.Container) {
        if containers.count < Self.deepest { containers.append(container) } else { hidden += 1 }
    }

    private mutating func pop() {
        if hidden > 0 { hidden -= 1 } else { containers.removeLast() }
    }

    private mutating func pushItem() {
        guard let list = lists.last else { return push(.item(mark: "•")) }
        push(.item(mark: list.number.map { "\($0)." } ?? "•"))
        // A start may be as large as a number can be.
        lists[lists.count - 1].number = list.number.map { $0 &+ 1 }
    }

    private mutating func append(_ content: MarkdownText.Block.Content) {
        let isClose = !(lists.first?.isFirst ?? true) && lists.last?.isTight == true
        result.blocks.append(.init(content: content, containers: containers, isClose: isClose))
        for index in lists.indices { lists[index].isFirst = false }
        // The mark of an item is at its first block alone.
        for index in containers.indices {
            if case .item(let mark) = containers[index] {
                containers[index] = .item(mark: String(repeating: " ", count: mark.count))
            }
        }
    }

    /// Markup of another kind is left out; the text in it is kept.
    private mutating func appendHTML(_ html: String) {
        var text = ""
        var isTag = false
        for character in html {
            if character == "<" { isTag = true }
            if !isTag { text.append(character) }
            if character == ">" { isTag = false }
        }
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        if !lines.isEmpty { append(.paragraph([.init(text: lines.joined(separator: "\n"))])) }
    }

    private mutating func begin(table node: OpaquePointer) {
        var table = MarkdownText.Table()
        let columns = Int(cmark_gfm_extensions_get_table_columns(node))
        if let alignments = cmark_gfm_extensions_get_table_alignments(node) {
            table.alignments = (0..<min(columns, Self.mostColumns)).map { column in
                switch alignments[column] {
                case UInt8(ascii: "c"): .center
                case UInt8(ascii: "r"): .right
                default: .left
                }
            }
        }
        self.table = table
        row = []
    }

    // MARK: Texts

    private mutating func enter(link address: String) {
        guard LinkAddress.isSafe(address) else { return }
        style.link = result.links.count
        result.links.append(address)
    }

    private mutating func append(text: String) {
        guard !text.isEmpty else { return }
        (style.isStrong, style.isEmphasized, style.isStruck) = (strong > 0, emphasis > 0, struck > 0)
        if let last = spans.last, last.looks(like: style) {
            spans[spans.count - 1].text += text
        } else {
            spans.append(style)
            spans[spans.count - 1].text = text
        }
    }

    private mutating func takeSpans() -> [MarkdownText.Span]? {
        defer { spans = [] }
        return spans.isEmpty ? nil : spans
    }
}

extension MarkdownText.Span {
    fileprivate func looks(like other: Self) -> Bool {
        (isStrong, isEmphasized, isStruck, isCode) == (other.isStrong, other.isEmphasized, other.isStruck, other.isCode)
            && link == other.link
    }
}

/// A document that cmark-gfm has made of a text. The holder of this object owns it, on any thread.
final class ParsedDocument: @unchecked Sendable {
    let root: OpaquePointer

    /// The library's list of extensions belongs to the whole process, so it is filled once.
    private static let hasSyntax: Bool = {
        cmark_gfm_core_extensions_ensure_registered()
        return true
    }()

    /// - Returns: nil without memory.
    init?(_ text: String, hasTables: Bool) {
        guard Self.hasSyntax, let parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8) else {
            return nil
        }
        defer { cmark_parser_free(parser) }
        for name in hasTables ? ["table", "strikethrough"] : ["strikethrough"] {
            if let syntax = cmark_find_syntax_extension(name) {
                cmark_parser_attach_syntax_extension(parser, syntax)
            }
        }
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let root = cmark_parser_finish(parser) else { return nil }
        self.root = root
    }

    deinit { cmark_node_free(root) }
}
