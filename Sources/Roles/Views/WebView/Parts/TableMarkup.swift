import ScreenModel
import TerminalText
import ViewMessages

struct TableMarkup {
    let table: Table

    /// The most columns; further ones are left out.
    static let mostColumns = 100

    func write(to page: inout PageWriter) { TableElement(table: table, rowKeys: page.rowKeys).write(to: &page) }
}

/// Rows of cells. The first cell is the button that opens its row.
private struct TableElement {
    let table: Table
    private let columns: ArraySlice<Column>
    private let layout: TableLayout

    init(table: Table, rowKeys: [ScreenKey]) {
        self.table = table
        columns = table.columns.prefix(TableMarkup.mostColumns)
        layout = TableLayout(table, columns: columns, rowKeys: rowKeys)
    }

    func write(to page: inout PageWriter) {
        page.window(Part.table(table).section)
        if !table.columns.isEmpty {
            page.element(.div, .class("scroll")) { page in
                page.element(.table) { page in
                    page.element(.thead) { page in page.element(.tr) { head(in: &$0) } }
                    page.element(.tbody) { page in
                        page.rows(table.rows, columns: columns.count + layout.optional.count) { write($0, to: &$1) }
                    }
                }
            }
            page.writeOmission()
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
        for (index, column) in columns.enumerated() {
            let order = table.sort?.column == column.id ? table.sort : nil
            let sign = order.map { $0.isDescending ? " ▾" : " ▴" } ?? ""
            page.element(
                column.title.isEmpty ? .td : .th, column.title.isEmpty ? nil : .of(.scope, "col"), classes(of: index),
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
        page.element(.tr, .flag(.row), page.key("row", row.id), page.current(row.id)) { page in
            let name = row.cells.first?.text ?? ""
            if table.isMultiple == true { page.element(.td) { $0.mark(row.id, title: name) } }
            for index in columns.indices {
                let cell = row.cells.indices.contains(index) ? row.cells[index] : TableCell("")
                page.element(index == 0 ? .th : .td, index == 0 ? .of(.scope, "row") : nil, classes(of: index)) {
                    page in
                    let tone = cell.tone ?? row.tone
                    guard index == 0 else { return write(cell, tone, to: &page) }
                    page.button(
                        .select(row.id), .class("row"), .flag(.go)
                    ) { $0.span(cell.text.isEmpty ? "–" : cell.text, "name", tone: tone) }
                    writeOptional(of: row, to: &page)
                }
            }
            if !page.rowKeys.isEmpty { page.element(.td) { $0.rowButtons(row.id, own: nil) } }
        }
    }

    /// The cells of columns without room are below the name, each with the title of its column.
    private func writeOptional(of row: TableRow, to page: inout PageWriter) {
        let optional = layout.optional.filter { row.cells.indices.contains($0) && !row.cells[$0].text.isEmpty }
        guard !optional.isEmpty else { return }
        page.element(.span, .class("also")) { page in
            for index in optional {
                guard let step = layout.steps[index] else { continue }
                let title = columns[index].title
                page.element(.span, .class("a\(step)"), .autoDirection) { page in
                    if !title.isEmpty { page.text("\(title): ") }
                    write(row.cells[index], row.cells[index].tone ?? row.tone, to: &page)
                }
            }
        }
    }

    private func write(_ cell: TableCell, _ tone: Tone?, to page: inout PageWriter) {
        guard PageAddress.link(cell.text) != nil else { return page.span(cell.text, tone: tone) }
        page.link(cell.text)
    }

    private func classes(of index: Int) -> Attribute? {
        let column = columns[index]
        let alignment: String? =
            switch column.alignment {
            case .end: "end"
            case .center: "center"
            case .start, nil: nil
            }
        return .class(
            alignment, column.grows == true ? "grow" : nil, layout.short.contains(index) ? "short" : nil,
            column.grows == true && layout.growsFreely ? "rest" : nil,
            layout.steps[index].map { "w\($0)" })
    }
}

/// The layout of a table: the columns that it has room for at each width.
///
/// Only the browser knows how wide a page is. So each column with a priority has a least width, in steps that the style sheet
/// has. In less room, its cells are below the names of their rows. The column with the lowest priority goes first, as
/// in a terminal.
struct TableLayout {
    /// The columns that are dropped where there is no room, from left to right.
    let optional: [Int]
    /// The width that a column needs to be one, of the table as a whole; nil where it always is.
    let steps: [Int: Int]
    /// The columns whose texts are so short that they stay in one line.
    let short: Set<Int>
    /// True if only one column grows, and all others are short, so that it may have the rest.
    let growsFreely: Bool

    /// Widths in rem, as in the style sheet. A table with more has the last.
    static let widths = [17, 22, 28, 34, 42, 52, 64]
    /// The width of a character, and of the padding of a cell.
    private static let (character, padding) = (0.55, 1.2)
    /// A column is wide enough with so many characters: longer texts wrap.
    private static let widest = 24
    /// A text of so many stays in one line.
    private static let shortText = 16
    /// The least width of a growing column, and of the first one, which contains the cells of dropped columns.
    private static let growing = 10.0
    /// The button that marks a row.
    private static let mark = 2.5
    private static let measure = 500

    init(_ table: Table, columns: ArraySlice<Column>, rowKeys: [ScreenKey]) {
        optional = columns.indices.filter { $0 > 0 && columns[$0].priority != nil }
        let growing = columns.indices.filter { columns[$0].grows == true }
        guard !optional.isEmpty || !growing.isEmpty else { (steps, short, growsFreely) = ([:], [], false); return }
        let lengths = columns.indices.map { Self.length(of: columns[$0], at: $0, in: table) }
        short = Set(columns.indices.filter { columns[$0].grows != true && lengths[$0] <= Self.shortText })
        growsFreely = growing.count == 1 && short.count == columns.count - 1
        let needs = columns.indices.map { index in
            let isWide = index == 0 || columns[index].grows == true
            return max(Double(lengths[index]) * Self.character, isWide ? Self.growing : 0) + Self.padding
        }
        var total = needs.reduce(0, +) + (table.isMultiple == true ? Self.mark + Self.padding : 0)
        for key in rowKeys { total += Double(key.title.prefix(Self.widest).count + 5) * Self.character }
        var steps: [Int: Int] = [:]
        let leaving = optional.sorted { (columns[$0].priority ?? 0, -$0) < (columns[$1].priority ?? 0, -$1) }
        for column in leaving {
            steps[column] = Self.widths.first { Double($0) >= total } ?? Self.widths.last
            total -= needs[column]
        }
        self.steps = steps
    }

    /// The length of a column's longest text, in characters, as far as that matters.
    private static func length(of column: Column, at index: Int, in table: Table) -> Int {
        guard column.grows != true else { return 0 }
        var length = column.title.count + (column.canBeSorted ? 2 : 0)
        for row in table.rows.prefix(measure) where row.cells.indices.contains(index) && length < widest {
            let text = row.cells[index].text
            guard text.utf8.count > length else { continue }
            length = max(length, CellWidth.of(text.prefix(widest)))
        }
        return min(length, widest)
    }
}
