import ViewMessages

struct ButtonMarkup {
    let button: Button

    func write(to page: inout PageWriter) { page.button(button, class: nil, go: button.isSelectable ?? true) }
}

/// The titles of several screens, of which one is seen.
struct TabsMarkup {
    let tabs: Tabs

    func write(to page: inout PageWriter) {
        guard !tabs.items.isEmpty else { return }
        let shown = page.take(tabs.items.count)
        let seen = tabs.items.firstIndex { $0.control == tabs.selected }
        page.element(.nav, .class("tabs"), .of(.ariaLabel, "Tabs")) { page in
            page.element(.ul) { page in
                for (index, item) in tabs.items.prefix(shown).enumerated() {
                    let turn = index == (seen ?? -1) + 1 ? "]" : seen.map { index == $0 - 1 } == true ? "[" : nil
                    page.element(.li, page.key("tab", item.control)) { page in
                        page.button(
                            .press(item.control), index == seen ? .of(.ariaCurrent, "true") : nil,
                            .keys([turn, item.key.flatMap { $0 == " " ? "Space" : $0 }])
                        ) { page in
                            page.span(item.title)
                            page.key(item.key)
                        }
                    }
                }
            }
        }
        page.writeOmission(tabs.items.count - shown)
    }
}
