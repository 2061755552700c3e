import ViewMessages

/// Labels and their values. A value that is an address is a link, which the browser opens.
struct FactsMarkup {
    let facts: Facts

    func write(to page: inout PageWriter) {
        page.heading(facts.heading)
        guard !facts.items.isEmpty else { return }
        let shown = page.take(facts.items.count)
        page.element(.dl) { page in
            for item in facts.items.prefix(shown) {
                page.element(.dt, .autoDirection, text: item.label)
                page.element(.dd, .class(item.tone?.className), .autoDirection) { page in
                    page.link(item.value)
                    page.word(of: item.tone)
                }
            }
        }
        page.writeOmission(facts.items.count - shown)
    }
}

extension PageWriter {
    /// A text, which is a link if it is an address as a whole.
    mutating func link(_ text: String) {
        guard let address = PageAddress.link(text) else { return self.text(text) }
        element(
            .a, .address(.href, address), .of(.rel, "noreferrer noopener"), .of(.target, "_blank"), text: text)
    }
}

/// Work under way, and a bar.
struct ProgressMarkup {
    let progress: Progress

    func write(to page: inout PageWriter) {
        let id = page.nextID()
        page.element(.div, .class("progress", progress.tone?.className)) { page in
            page.element(.label, .of(.for, id)) { page in
                page.span(progress.label)
                page.span(progress.caption, "caption")
                page.word(of: progress.tone)
            }
            let percent = progress.fraction.map { Int($0 * 100) }
            page.element(
                .progress, .of(.id, id), .of(.max, "100"), .of(.value, ifPresent: percent.map(String.init)),
                text: percent.map { "\($0) %" } ?? "")
            if let percent { page.element(.span, .class("percent"), text: "\(percent) %") }
        }
    }
}
