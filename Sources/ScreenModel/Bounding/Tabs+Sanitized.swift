import ViewMessages

extension Tabs {
    var sanitized: Tabs { Tabs(items: items.map(\.sanitized), selected: selected) }
}
