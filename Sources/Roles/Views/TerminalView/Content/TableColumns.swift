import ScreenModel
import TerminalText
import ViewMessages

/// A column's cells in a line of several columns.
struct ColumnCells: Sendable {
    var width: Int
    var alignment = Column.Alignment.start

    static let gap = 2

    static func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + max(widths.count - 1, 0) * gap }

    /// - Parameter text: the text of a column, by its index.
    static func line(_ columns: [ColumnCells], _ text: (Int) -> StyledText) -> StyledText {
        var line = StyledText()
        for (index, column) in columns.enumerated() {
            let isLast = index == columns.count - 1
            line += text(index).fitted(to: column.width, column.alignment, endsLine: isLast)
            if !isLast { line += .blanks(gap) }
        }
        return line
    }
}

/// The columns of a table that are seen, and their widths.
///
/// Where there is too little room, the columns with the lowest priority go first. If the others still have no room, they are
/// scrolled past the first, which names the rows.
struct TableColumns: Sendable {
    /// Indices of the columns in sight, and their cells.
    private var indices: [Int]
    private var cells: [ColumnCells]
    private let titles: [StyledText]
    /// Columns that are scrolled out of sight to the left, and to the right.
    private(set) var left = 0
    private(set) var right = 0

    /// A column that does not grow is no wider, however long its cells are.
    private static let widest = 40
    /// A column that grows is not cut below this, unless it needs less.
    private static let narrowest = 8
    /// The same for the first column: it names the rows, so others are left out before it is cut further.
    private static let narrowestFirst = 20
    /// The cells for the mark that there are columns out of sight, with the gap before it.
    private static let mark = 4
    /// Rows that decide how much of the screen a table needs.
    private static let mostMeasured = 500

    /// - Parameters:
    ///   - room: the cells of a line.
    ///   - skipped: the columns that the user has scrolled past.
    init(_ table: Table, room: Int, left skipped: Int) {
        titles = table.columns.map { Self.title(of: $0, in: table) }
        let natural = Self.naturalWidths(of: table, titles)
        var least = table.columns.indices.map { column in
            guard table.columns[column].grows == true else { return min(natural[column], Self.widest) }
            return min(natural[column], column == 0 ? Self.narrowestFirst : Self.narrowest)
        }
        indices = Self.fitting(table.columns, least, room: room)
        cells = []
        if let first = indices.first, ColumnCells.total(indices.map { least[$0] }) > room {
            least[first] = min(least[first], max(room / 2, 1))
            scroll(past: skipped, least, room: room - Self.mark)
        }
        cells = indices.map { ColumnCells(width: least[$0], alignment: table.columns[$0].alignment ?? .start) }
        widen(table.columns, natural, room: left + right > 0 ? room - Self.mark : room)
    }

    /// The title with a place for the sign of the order, so that no column moves when another is sorted.
    private static func title(of column: Column, in table: Table) -> StyledText {
        let isSorted = table.sort?.column == column.id
        let title = StyledText(column.title, isSorted ? .strong : .quiet)
        guard isSorted || column.canBeSorted else { return title }
        let sign = StyledText(isSorted ? table.sort?.isDescending == true ? "▼" : "▲" : " ", .accent)
        return column.alignment == .end ? sign + .blanks(1) + title : title + .blanks(1) + sign
    }

    private static func naturalWidths(of table: Table, _ titles: [StyledText]) -> [Int] {
        var widths = titles.map { max($0.cells, 1) }
        for row in table.rows {
            for (index, cell) in row.cells.prefix(widths.count).enumerated() where cell.text.utf8.count > widths[index]
            {
                widths[index] = max(widths[index], CellWidth.of(cell.text.prefix(cells: Content.measure)))
            }
        }
        return widths
    }

    /// The cells that all columns need without being cut.
    static func neededCells(of table: Table) -> Int {
        var some = table
        some.rows = Array(table.rows.prefix(mostMeasured))
        let natural = naturalWidths(of: some, table.columns.map { title(of: $0, in: table) })
        return ColumnCells.total(zip(table.columns, natural).map { $0.grows == true ? $1 : min($1, widest) })
    }

    /// The columns that are left when those with the lowest priority are left out, one after the other, while all are too wide.
    private static func fitting(_ columns: [Column], _ widths: [Int], room: Int) -> [Int] {
        var total = ColumnCells.total(widths)
        var dropped: Set<Int> = []
        let candidates = columns.indices.filter { $0 > 0 && columns[$0].priority != nil }
            .sorted { (columns[$0].priority ?? 0, -$0) < (columns[$1].priority ?? 0, -$1) }
        for column in candidates where total > room {
            dropped.insert(column)
            total -= widths[column] + ColumnCells.gap
        }
        return columns.indices.filter { !dropped.contains($0) }
    }

    /// Keeps the first column, and as many of the others as have room behind those that are scrolled past.
    private mutating func scroll(past skipped: Int, _ widths: [Int], room: Int) {
        guard let first = indices.first, indices.count > 1 else { return }
        let others = indices.dropFirst()
        func fitting(_ columns: some Sequence<Int>) -> Int {
            var taken = widths[first]
            let fitting = columns.prefix { column in
                taken += widths[column] + ColumnCells.gap
                return taken <= room
            }
            return max(Array(fitting).count, 1)
        }
        // The last ones always stay in sight.
        left = min(skipped, others.count - fitting(others.reversed()))
        let shown = others.dropFirst(left)
        indices = [first] + shown.prefix(fitting(shown))
        right = others.count - left - (indices.count - 1)
    }

    /// Gives the room that is left to the columns that grow: first what their cells need, then the rest, in equal shares.
    private mutating func widen(_ columns: [Column], _ natural: [Int], room: Int) {
        let growing = indices.indices.filter { columns[indices[$0]].grows == true }
        for isNeeded in [true, false] {
            var free = room - ColumnCells.total(cells.map(\.width))
            for (index, place) in growing.enumerated() where free > 0 {
                let need = isNeeded ? natural[indices[place]] - cells[place].width : free
                let share = max(min(need, free / (growing.count - index)), 0)
                cells[place].width += share
                free -= share
            }
        }
    }

    // MARK: Drawing

    /// The columns in sight, with the cells of a line that each has.
    var shown: [(column: Int, cells: Range<Int>)] {
        var start = 0
        return zip(indices, cells).map { column, cells in
            defer { start += cells.width + ColumnCells.gap }
            return (column, start..<start + cells.width)
        }
    }

    var header: StyledText { line { titles[$0] } }

    /// The sign at the right of the header that there are columns out of sight.
    var mark: StyledText {
        left + right == 0 ? StyledText() : StyledText((left > 0 ? "‹" : " ") + (right > 0 ? "›" : " "), .accent)
    }

    func line(_ text: (Int) -> StyledText) -> StyledText { ColumnCells.line(cells) { text(indices[$0]) } }
}
