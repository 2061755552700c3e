import ViewMessages

/// Pictures side by side, by their captions.
struct GalleryMarkup {
    let gallery: Gallery

    func write(to page: inout PageWriter) {
        page.heading(gallery.heading)
        guard !gallery.items.isEmpty else { return }
        page.element(.ul, .class("gallery")) { page in
            page.rows(gallery.items) { item, page in
                page.element(.li, .flag(.row), .key("row", item.id)) { page in
                    page.button(.select(item.id), .class("tile"), .flag(.go)) { page in
                        page.element(.span, .class("frame"), .of(.ariaHidden, "true"), text: "▣")
                        page.span(item.caption)
                    }
                }
            }
        }
        page.sayWhatIsLeftOut()
    }
}
