import ViewMessages

/// The place of a part of a kind that this view does not have.
struct UnknownPartMarkup {
    let part: UnknownPart

    func write(to page: inout PageWriter) {
        page.element(
            .p, .class("text", "caption"), .autoDirection,
            text: part.fallback ?? "This view cannot show “\(part.kind ?? "")”")
    }
}

struct ButtonMarkup {
    let button: Button

    func write(to page: inout PageWriter) { page.button(button, class: nil, go: button.isSelectable ?? true) }
}
