import ScreenModel
import ViewMessages

/// Rows of buttons.
struct ListMarkup {
    let list: List

    func write(to page: inout PageWriter) {
        if list.rows.isEmpty, let empty = list.empty {
            page.element(.p, .class("empty"), .autoDirection, text: empty)
        }
        page.window(Part.list(list).section)
        guard !list.rows.isEmpty else { return }
        page.element(.ul, .class("rows")) { page in
            page.rows(list.rows) { row, page in
                page.element(.li, .flag(.row), page.key("row", row.id), page.current(row.id)) { page in
                    if list.isMultiple == true { page.mark(row.id, title: row.title) }
                    page.button(
                        .select(row.id), .class("row"), .flag(.go)
                    ) { page in
                        page.span(row.symbol, "symbol")
                        // The title decides on which side both begin.
                        page.element(.span, .class("main"), .autoDirection) { page in
                            page.element(.span, .class("name", row.tone?.className), text: row.title)
                            page.word(of: row.tone)
                            if row.subtitle?.isEmpty == false {
                                page.element(.span, .class("sub")) { $0.span(row.subtitle) }
                            }
                        }
                        page.span(row.accessory, "acc")
                    }
                    page.rowButtons(row.id, own: row.keys)
                }
            }
        }
        page.writeOmission()
    }
}

extension PageWriter {
    /// Marks the row on which the selection rests, if the screen asks for it.
    func current(_ row: String) -> Attribute? { scene.highlighted == row ? .of(.ariaCurrent, "true") : nil }
}

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
                    .li, .flag(.row), page.key("row", row.id), .of(.ariaLevel, "\(row.depth + 1)"), page.current(row.id)
                ) { page in
                    page.indent(row.depth)
                    toggle(row, in: &page)
                    if tree.isMultiple == true { page.mark(row.id, title: row.title) }
                    page.button(
                        .select(row.id), .class("row"), .flag(.go)
                    ) { page in
                        page.span(row.symbol, "symbol")
                        page.element(.span, .class("main"), .autoDirection) {
                            $0.span(row.title, "name", tone: row.tone)
                        }
                        page.span(row.accessory, "acc")
                    }
                    page.rowButtons(row.id, own: nil)
                }
            }
        }
        page.writeOmission()
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
