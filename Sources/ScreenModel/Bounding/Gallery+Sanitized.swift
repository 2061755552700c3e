import ViewMessages

extension Gallery {
    var sanitized: Gallery {
        Gallery(
            heading: heading.map(Bounded.line), items: items.map { .init(id: $0.id, caption: Bounded.line($0.caption)) }
        )
    }
}
