import ViewMessages

extension Chart {
    var sanitized: Chart {
        Chart(
            kind,
            points: points.map {
                .init(
                    Bounded.value($0.value), label: $0.label.map(Bounded.line), caption: $0.caption.map(Bounded.line),
                    tone: $0.tone)
            },
            alternative: Bounded.line(alternative), heading: heading.map(Bounded.line),
            caption: caption.map(Bounded.line), minimum: minimum.map(Bounded.value),
            maximum: maximum.map(Bounded.value), tone: tone)
    }
}
