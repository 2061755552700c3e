import ViewMessages

extension Facts {
    var sanitized: Facts {
        Facts(
            heading: heading.map(Bounded.line),
            items: items.map {
                .init(label: Bounded.line($0.label), value: Bounded.line($0.value), tone: $0.tone)
            })
    }
}
