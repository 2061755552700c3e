import ViewMessages

extension Tree {
    var sanitized: Tree {
        Tree(
            rows: rows.map {
                TreeRow(
                    id: $0.id, title: Bounded.line($0.title), depth: Bounded.number($0.depth),
                    isExpanded: $0.isExpanded, symbol: $0.symbol.map(Bounded.line),
                    accessory: $0.accessory.map(Bounded.line), tone: $0.tone)
            }, empty: empty.map(Bounded.line), isMultiple: isMultiple)
    }
}
