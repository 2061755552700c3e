import ViewMessages

extension Table {
    /// No view shows more.
    private static let mostColumns = 256

    var sanitized: Table {
        let columns = columns.prefix(Self.mostColumns).map(\.sanitized)
        let rows = rows.map { row in
            TableRow(
                id: row.id,
                cells: row.cells.prefix(columns.count).map { TableCell(Bounded.line($0.text), tone: $0.tone) },
                tone: row.tone)
        }
        return Table(
            columns: columns, rows: rows, sort: sort, empty: empty.map(Bounded.line),
            offset: offset.map(Bounded.number), total: total.map(Bounded.number), isMultiple: isMultiple)
    }
}

extension Column {
    fileprivate var sanitized: Column {
        var column = self
        column.title = Bounded.line(title)
        column.priority = priority.map(Bounded.number)
        return column
    }
}
