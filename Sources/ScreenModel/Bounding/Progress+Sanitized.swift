import ViewMessages

extension Progress {
    var sanitized: Progress {
        Progress(
            label: Bounded.line(label), fraction: fraction.map(Bounded.fraction), caption: caption.map(Bounded.line),
            tone: tone)
    }
}
