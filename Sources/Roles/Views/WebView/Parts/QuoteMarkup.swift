import ViewMessages

/// A text, and below it who said it. There is no `cite` for the author: in HTML, that element is for the title of a work, as the
/// specification states.
struct QuoteMarkup {
    let quote: Quote

    func write(to page: inout PageWriter) {
        page.element(.blockquote) { page in
            page.element(.p, .class("text"), .autoDirection, text: quote.text)
            guard let author = quote.author else { return }
            page.element(.footer, .class("caption"), .autoDirection, text: "— \(author)")
        }
    }
}
