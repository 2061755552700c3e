import ScreenModel
import ViewMessages

/// Rows of cells. The first cell is the button that opens its row.
struct TableMarkup {
    let table: Table

    /// More columns are left out.
    private static let mostColumns = 100

    private var columns: ArraySlice<Column> { table.columns.prefix(Self.mostColumns) }

    func write(to page: inout PageWriter) {
        page.window(offset: table.offset, count: table.rows.count, total: table.total)
        if !table.columns.isEmpty {
            page.element(.div, .class("scroll")) { page in
                page.element(.table) { page in
                    page.element(.thead) { page in page.element(.tr) { head(in: &$0) } }
                    page.element(.tbody) { page in
                        page.rows(table.rows, columns: columns.count) { write($0, to: &$1) }
                    }
                }
            }
            page.sayWhatIsLeftOut()
        }
        if table.rows.isEmpty, let empty = table.empty {
            page.element(.p, .class("empty"), .autoDirection, text: empty)
        }
    }

    private func head(in page: inout PageWriter) {
        if table.isMultiple == true { page.element(.td) }
        let sortable = columns.filter(\.canBeSorted)
        let current = sortable.firstIndex { $0.id == table.sort?.column }
        let next = current.map { sortable[($0 + 1) % sortable.count].id } ?? sortable.first?.id
        for column in columns {
            let order = table.sort?.column == column.id ? table.sort : nil
            let sign = order.map { $0.isDescending ? " ▾" : " ▴" } ?? ""
            page.element(
                column.title.isEmpty ? .td : .th, column.title.isEmpty ? nil : .of(.scope, "col"), Self.name(column),
                .of(.ariaSort, ifPresent: order.map { $0.isDescending ? "descending" : "ascending" })
            ) { page in
                guard column.canBeSorted else { return page.span(column.title) }
                let keys = [column.id == next ? "s" : nil, order != nil ? "S" : nil]
                page.button(.sort(table.sort(by: column)), .class("sort"), .keys(keys)) { page in
                    page.span(column.title)
                    page.element(.span, .of(.ariaHidden, "true"), text: sign)
                }
            }
        }
        if !page.rowKeys.isEmpty { page.element(.td) }
    }

    private func write(_ row: TableRow, to page: inout PageWriter) {
        page.element(.tr, .flag(.row), .key("row", row.id), page.current(row.id)) { page in
            let name = row.cells.first?.text ?? ""
            if table.isMultiple == true { page.element(.td) { $0.mark(row.id, title: name) } }
            for (index, column) in columns.enumerated() {
                let cell = row.cells.indices.contains(index) ? row.cells[index] : TableCell("")
                page.element(index == 0 ? .th : .td, index == 0 ? .of(.scope, "row") : nil, Self.name(column)) { page in
                    let tone = cell.tone ?? row.tone
                    guard index == 0 else { return write(cell, tone, to: &page) }
                    page.button(
                        .select(row.id), .class("row"), .flag(.go), .rest(row.id, on: page.scene.screen)
                    ) { $0.span(cell.text.isEmpty ? "–" : cell.text, "name", tone: tone) }
                }
            }
            if !page.rowKeys.isEmpty { page.element(.td) { $0.rowButtons(row.id, own: nil) } }
        }
    }

    private func write(_ cell: TableCell, _ tone: Tone?, to page: inout PageWriter) {
        guard Address.link(cell.text) != nil else { return page.span(cell.text, tone: tone) }
        page.link(cell.text)
    }

    private static func name(_ column: Column) -> Attribute? {
        let names: [String?] =
            switch column.alignment {
            case .end: ["end"]
            case .center: ["center"]
            case .start, nil: []
            }
        return .class(names.first ?? nil, column.grows == true ? "grow" : nil, column.priority == nil ? nil : "low")
    }
}
