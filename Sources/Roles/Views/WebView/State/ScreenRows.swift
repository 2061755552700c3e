import FuzzySearch
import Markdown
import ScreenModel
package import ViewMessages

extension Screen {
    /// All parts that are seen, from top to bottom.
    package var allParts: [Part] { (head ?? []) + parts + (preview ?? []) }

    /// The rows with what a user reads for them, from top to bottom.
    package var rowTexts: [(id: String, text: String)] {
        parts.flatMap { part -> [(id: String, text: String)] in
            switch part {
            case .list(let list): list.rows.map { ($0.id, $0.title) }
            case .table(let table): table.rows.map { ($0.id, $0.cells.map(\.text).joined(separator: "; ")) }
            case .tree(let tree): tree.rows.map { ($0.id, $0.title) }
            case .gallery(let gallery): gallery.items.map { ($0.id, $0.caption) }
            default: []
            }
        }
    }

    /// The row that is selected when the screen appears.
    var selectedRow: String? {
        for case .list(let list) in parts where list.selected != nil { return list.selected }
        return nil
    }

    func hasRow(_ id: String) -> Bool { rowTexts.contains { $0.id == id } }

    /// The rows here that have keys of their own, and not that one.
    func rows(without control: String) -> Set<String> {
        Set(
            parts.flatMap { part -> [String] in
                guard case .list(let list) = part else { return [] }
                return list.rows.filter { $0.keys?.contains(control) == false }.map(\.id)
            })
    }

    /// The controls of the buttons that are seen: of the parts, not of an alert.
    var controls: Set<String> {
        Set(
            allParts.flatMap { part -> [String] in
                switch part {
                case .button(let button): [button.control]
                case .tabs(let tabs): tabs.items.map(\.control)
                case .pager(let pager): pager.turns
                default: []
                }
            })
    }
}

extension Screen {
    /// The addresses that its texts lead to.
    var links: [String] {
        allParts.flatMap { part -> [String] in
            guard case .text(let text) = part, text.format == .markdown else { return [] }
            return MarkdownMemory.shared.text(of: text.body)?.links ?? []
        }
    }
}

/// The rows of a screen that match what a user has typed, by the measure of the terminal's filter, the best first.
struct PageFilter {
    let query: FuzzyQuery

    init(_ text: String) { query = FuzzyQuery(text) }

    /// The parts, each with only the best of its rows.
    func parts(_ parts: [Part]) -> [Part] {
        guard !query.isEmpty else { return parts }
        var scorer = FuzzyScorer()
        return parts.map { part in
            guard let source = part.filterable, source.isWhole else { return part }
            var texts = RowTexts()
            var best = BestRows()
            for row in 0..<source.rowCount {
                texts.append(source.texts(ofRow: row))
                guard let score = texts.score(row, query, &scorer) else { continue }
                best.add(row, score: score, length: texts.length(of: row))
            }
            return source.keeping(rows: best.rows)
        }
    }
}
