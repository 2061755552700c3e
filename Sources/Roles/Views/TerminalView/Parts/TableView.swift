import Languages
import ScreenModel
import ViewMessages

/// Rows of cells in columns, below a line of titles that stays in sight. A row's line is made when it is seen. A cell that is
/// an address is a hyperlink.
struct TableView: PartView {
    let table: Table

    var isSelectable: Bool { !table.rows.isEmpty }
    var neededCells: Int? { table.rows.isEmpty ? nil : TableColumns.neededCells(of: table) }

    /// Labels above a table are its heading.
    func isApart(from previous: any PartView) -> Bool { !(previous is LabelView) }

    func layOut(in content: inout Content) {
        let columns = TableColumns(table, room: content.room, left: content.input.columnsLeft)
        let header = content.lines.count
        content.append(columns.header, accessory: columns.mark)
        for (column, cells) in columns.shown where table.columns[column].canBeSorted {
            let columns = Content.gutter + cells.lowerBound..<Content.gutter + cells.upperBound
            content.addArea(line: header, columns: columns, .sort(table.sort(by: table.columns[column])))
        }
        let block = TableLines(table: table, columns: columns)
        let total = table.total ?? 0
        let window = RowWindow(
            offset: total > 0 ? table.offset ?? 0 : 0, count: table.rows.count, total: total, firstLine: header + 1)
        content.append(block, in: window, rows: table.rows.map { ($0.id, nil) }, isMarkable: table.isMultiple == true)
        if window.total == 0, let empty = table.empty { content.append(wrapped: StyledText(empty, .quiet)) }
        content.addHeader(StickyHeader(line: header, lines: header + 1..<header + 1 + window.lineCount))
        content.scrollSideways(past: columns.left, hasMore: columns.right > 0, isTable: true)
        for key in sortingKeys { content.addKey(key) }
    }

    private var sortingKeys: [KeyBinding] {
        let sortable = table.columns.filter(\.canBeSorted)
        guard let first = sortable.first else { return [] }
        let current = sortable.firstIndex { $0.id == table.sort?.column }
        let next = current.map { sortable[($0 + 1) % sortable.count] } ?? first
        var keys = [
            KeyBinding(["s"], .sort(table.sort(by: next)), "s", "sort by %", object: next.title, hint: "s sort")
        ]
        if let current {
            keys.append(KeyBinding(["S"], .sort(table.sort(by: sortable[current])), "S", "reverse the order"))
        }
        return keys
    }

    // MARK: Linear

    func print(on page: inout LinearPage) {
        let titles = table.columns.map { column in
            let title = (column.canBeSorted ? page.mark(column.id) : "") + column.title
            guard let sort = table.sort, sort.column == column.id else { return title }
            return title + " (\(page.words[sort.isDescending ? "sorted, descending" : "sorted"]))"
        }
        if !titles.isEmpty { page.append("\(page.words["columns"]): " + titles.joined(separator: "; ")) }
        for column in table.columns where column.canBeSorted {
            page.addSort(SortChoice(title: column.title, key: column.id, sort: table.sort(by: column)))
        }
        if table.rows.isEmpty, let empty = table.empty { page.append(empty) }
        page.appendRows(offset: table.offset, count: table.rows.count, total: table.total) { page in
            for row in table.rows {
                let line = line(of: row, page.words, isNamed: page.naming == .numbers)
                page.appendRow(id: row.id, title: row.title, line)
            }
        }
    }

    /// The first cell names the row; each other follows the title of its column, unless it is empty.
    /// - Parameter isNamed: false for all cells in the order of the columns, without the titles.
    private func line(of row: TableRow, _ words: Words, isNamed: Bool) -> String {
        let cells = zip(table.columns, row.cells).enumerated().compactMap { index, pair -> String? in
            let (column, cell) = pair
            guard index == 0 || !cell.text.isEmpty || !isNamed else { return nil }
            return (index == 0 || column.title.isEmpty || !isNamed ? "" : column.title + " ") + cell.text
                + cell.tone.note(in: words)
        }
        return cells.joined(separator: "; ") + row.tone.note(in: words)
    }
}

private struct TableLines: LineBlock {
    let table: Table
    let columns: TableColumns

    var count: Int { table.rows.count }

    func line(_ index: Int, room: Int) -> ContentLine {
        let row = table.rows[index]
        let text = columns.line { column in
            guard row.cells.indices.contains(column) else { return StyledText() }
            let cell = row.cells[column]
            // The first cell names the row.
            let style: CellStyle = column == 0 ? .strong : .plain
            return StyledText(cell.text, style.toned(cell.tone ?? row.tone), link: Hyperlink(cell.text))
        }
        return ContentLine(text, room: room)
    }
}
