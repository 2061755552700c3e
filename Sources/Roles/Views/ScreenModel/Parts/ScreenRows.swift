import Markdown
package import ViewMessages

extension Screen {
    /// All parts that are seen, from top to bottom.
    package var allParts: [Part] { (head ?? []) + parts + (preview ?? []) }

    /// The row that is selected when the screen appears, by its id; nil for the first.
    package var selectedRow: String? {
        parts.lazy.compactMap { if case .list(let list) = $0 { list.selected } else { nil } }.first
    }

    var mostMarked: Int {
        parts.lazy.compactMap { if case .list(let list) = $0 { list.most } else { nil } }.first ?? Int.max
    }

    /// The first row below fields that count at once, such as filters: the user is there for the rows. Nil without such fields or rows.
    package var rowBelowFilters: String? {
        guard let form = parts.firstIndex(where: \.hasLiveFields) else { return nil }
        return parts[form...].lazy.flatMap(\.rowIDs).first
    }

    /// True for fields that count at once, such as filters, with nothing so far that they could filter.
    package var hasOnlyFilters: Bool {
        activity == nil && parts.contains(where: \.hasLiveFields) && parts.allSatisfy(\.rowIDs.isEmpty)
    }

    /// True while there is nothing but a search field: views show what to do there.
    package var awaitsSearch: Bool { parts.isEmpty && activity == nil && prompt?.text.isEmpty == true }

    /// True for an empty list and keys of the screen: the user can search nothing, and needs the keys.
    package var isEmptyWithKeys: Bool {
        guard activity == nil, !picksRows, keys?.contains(where: { $0.isForRow != true }) == true else { return false }
        return parts.contains { $0.filterable != nil } && parts.allSatisfy(\.rowIDs.isEmpty)
    }

    /// The rows with their names, from top to bottom.
    package var rowTexts: [(id: String, text: String)] {
        parts.flatMap { part -> [(id: String, text: String)] in
            switch part {
            case .list(let list): list.rows.map { ($0.id, $0.title) }
            case .table(let table): table.rows.map { ($0.id, $0.title) }
            case .tree(let tree): tree.rows.map { ($0.id, $0.title) }
            case .gallery(let gallery): gallery.items.map { ($0.id, $0.caption) }
            default: []
            }
        }
    }

    /// True if a user can choose that row. Those of a preview can only be read.
    package func hasRow(_ id: String) -> Bool { rowParts.contains { $0.hasRow(id) } }

    /// The parts whose rows can be chosen.
    var rowParts: [Part] { (head ?? []) + parts }

    func hasMarkableRow(_ id: String) -> Bool { rowParts.contains { $0.isMarkable && $0.hasRow(id) } }

    func treeRow(_ id: String) -> TreeRow? {
        for case .tree(let tree) in rowParts {
            if let row = tree.rows.first(where: { $0.id == id }) { return row }
        }
        return nil
    }

    /// The rows here that have keys of their own, and not that one.
    func rows(without control: String) -> Set<String> {
        Set(
            rowParts.flatMap { part -> [String] in
                guard case .list(let list) = part else { return [] }
                return list.rows.filter { $0.keys?.contains(control) == false }.map(\.id)
            })
    }

    /// The controls of the buttons that are seen: of the parts, not of an alert.
    package var controls: Set<String> {
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

    package var sortableColumns: [Column] {
        allParts.flatMap { part -> [Column] in
            guard case .table(let table) = part else { return [] }
            return table.columns.filter(\.canBeSorted)
        }
    }

    /// The addresses that its texts lead to.
    package var links: [String] {
        allParts.flatMap { part -> [String] in
            guard case .text(let text) = part, text.format == .markdown else { return [] }
            return MarkdownMemory.shared.text(of: text.body)?.links ?? []
        }
    }
}

extension TableRow {
    /// The first cell with a text names the row.
    package var title: String { cells.first { !$0.text.isEmpty }?.text ?? "" }
}

extension Part {
    /// The ids of its rows, from top to bottom.
    package var rowIDs: [String] {
        switch self {
        case .list(let list): list.rows.map(\.id)
        case .table(let table): table.rows.map(\.id)
        case .tree(let tree): tree.rows.map(\.id)
        case .gallery(let gallery): gallery.items.map(\.id)
        default: []
        }
    }

    func hasRow(_ id: String) -> Bool {
        switch self {
        case .list(let list): list.rows.contains { $0.id == id }
        case .table(let table): table.rows.contains { $0.id == id }
        case .tree(let tree): tree.rows.contains { $0.id == id }
        case .gallery(let gallery): gallery.items.contains { $0.id == id }
        default: false
        }
    }

    fileprivate var hasLiveFields: Bool {
        if case .form(let form) = self { form.fields.contains { $0.isLive == true } } else { false }
    }
}
