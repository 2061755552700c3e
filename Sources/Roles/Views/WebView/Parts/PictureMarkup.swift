import Languages
import ScreenModel
import ViewMessages

/// A picture, or its caption in a frame.
struct PictureMarkup {
    let picture: Picture

    func write(to page: inout PageWriter) {
        if !page.image(picture.image, alternative: picture.caption) {
            page.element(.p, .class("noimage"), .autoDirection, text: picture.caption)
        }
    }
}

extension PageWriter {
    /// The browser loads it when it comes near the window.
    /// - Returns: false if there is no such image.
    fileprivate mutating func image(_ key: String?, alternative: String) -> Bool {
        guard let key, let size = scene.images[key]?.pixels else { return false }
        element(
            .img, .address(.src, .picture(key)), .of(.alt, alternative), .of(.width, "\(size.width)"),
            .of(.height, "\(size.height)"), .of(.loading, "lazy"))
        return true
    }
}

/// A page of several: the picture, and below it the caption with the place among the pages.
struct PagerMarkup {
    let pager: Pager

    func write(to page: inout PageWriter) {
        page.element(.figure, .class("pager")) { page in
            PictureMarkup(picture: pager.page).write(to: &page)
            page.element(.figcaption) { page in
                turn(
                    Pager.previous, "‹", "previous page", ["ArrowLeft", "ArrowUp", "PageUp", "p", "h", "k"], in: &page)
                page.element(.span) { page in
                    page.span(pager.page.caption)
                    // A caption may name the place itself.
                    let place = page.words("% of %", "\(pager.position)", "\(pager.count)")
                    if !pager.page.caption.hasSuffix(place) { page.text(" " + place) }
                }
                turn(
                    Pager.next, "›", "next page", ["ArrowRight", "ArrowDown", "PageDown", "Space", "n", "l", "j"],
                    in: &page)
            }
        }
    }

    private func turn(_ control: String, _ sign: String, _ title: String, _ keys: [String], in page: inout PageWriter) {
        guard pager.turns.contains(control) else { return }
        page.button(
            .press(control), .class("turn"), .keys(keys), .of(.ariaLabel, page.words[title]), .flag(.go)
        ) { $0.text(sign) }
    }
}

/// Pictures side by side; those that are not here, by their captions.
struct GalleryMarkup {
    let gallery: Gallery

    func write(to page: inout PageWriter) {
        page.heading(gallery.heading)
        guard !gallery.items.isEmpty else { return }
        page.element(.ul, .class("gallery")) { page in
            page.rows(gallery.items) { item, page in
                page.element(.li, .flag(.row), page.key("row", item.id)) { page in
                    page.button(.select(item.id), .class("tile"), .flag(.go)) { page in
                        if !page.image(item.image, alternative: "") {
                            page.element(.span, .class("frame"), .of(.ariaHidden, "true"), text: "▣")
                        }
                        page.span(item.caption)
                    }
                }
            }
        }
        page.writeOmission()
    }
}
