import ViewMessages

extension Pager {
    var sanitized: Pager {
        Pager(position: Bounded.number(position), count: Bounded.number(count), page: page.sanitized)
    }
}
