import ViewMessages

extension List {
    var sanitized: List {
        List(
            rows: rows.map(\.sanitized), empty: empty.map(Bounded.line), offset: offset.map(Bounded.number),
            total: total.map(Bounded.number), isMultiple: isMultiple, selected: selected)
    }
}

extension Row {
    fileprivate var sanitized: Row {
        Row(
            id: id, title: Bounded.line(title), symbol: symbol.map(Bounded.line),
            subtitle: subtitle.map(Bounded.line), accessory: accessory.map(Bounded.line), tone: tone, keys: keys)
    }
}
