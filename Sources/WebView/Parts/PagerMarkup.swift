import ScreenModel
import ViewMessages

/// One page of several: the picture, and below it the caption with the place among the pages.
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
                    page.text(" \(pager.position) of \(pager.count)")
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
