import ScreenModel
import ViewMessages

/// Rows in levels, each with a button that opens and closes what is below it.
struct TreeMarkup {
    let tree: Tree

    func write(to page: inout PageWriter) {
        if tree.rows.isEmpty, let empty = tree.empty {
            page.element(.p, .class("empty"), .autoDirection, text: empty)
        }
        guard !tree.rows.isEmpty else { return }
        page.element(.ul, .class("rows", "tree")) { page in
            page.rows(tree.rows) { row, page in
                page.element(
                    .li, .flag(.row), .key("row", row.id), .of(.ariaLevel, "\(row.depth + 1)"), page.current(row.id)
                ) { page in
                    page.indent(row.depth)
                    toggle(row, in: &page)
                    if tree.isMultiple == true { page.mark(row.id, title: row.title) }
                    page.button(
                        .select(row.id), .class("row"), .flag(.go), .rest(row.id, on: page.scene.screen)
                    ) { page in
                        page.span(row.symbol, "symbol")
                        page.element(.span, .class("main")) { $0.span(row.title, "name", tone: row.tone) }
                        page.span(row.accessory, "acc")
                    }
                    page.rowButtons(row.id, own: nil)
                }
            }
        }
        page.sayWhatIsLeftOut()
    }

    private func toggle(_ row: TreeRow, in page: inout PageWriter) {
        guard let isExpanded = row.isExpanded else { return page.element(.span, .class("leaf")) }
        page.button(
            .toggle(row.id, isExpanded: !isExpanded), .class("toggle"),
            .of(.ariaExpanded, isExpanded ? "true" : "false"),
            .keys(isExpanded ? ["ArrowLeft", "h"] : ["ArrowRight", "l"]), .of(.ariaLabel, row.title)
        ) { $0.text(isExpanded ? "▾" : "▸") }
    }
}
