import ScreenModel
import TerminalText
import ViewMessages

/// Which columns of a table are seen, and how wide they are.
///
/// Where there is too little room, the columns with the lowest priority go first. If the others still have no room, they are
/// scrolled past the first, which names the rows.
struct TableColumns: Sendable {
    private struct Place {
        /// Its index in the table.
        let column: Int
        var width: Int
        let alignment: Column.Alignment
    }

    private var places: [Place] = []
    private let titles: [StyledText]
    /// Columns that are scrolled out of sight, to both sides.
    private(set) var outOfSight = (left: 0, right: 0)

    private static let gap = 2
    /// A column that does not grow is no wider, however long its cells are.
    private static let widest = 40
    /// A column that grows is not cut below this, unless it needs less.
    private static let narrowest = 8
    /// The same for the first column: it names the rows, so others are left out before it is cut further.
    private static let narrowestFirst = 20
    /// The cells for the mark that there are columns out of sight, with the gap before it.
    private static let mark = 4

    /// - Parameters:
    ///   - room: the cells of a line.
    ///   - left: how many columns the user has scrolled.
    init(_ table: Table, room: Int, left: Int) {
        titles = table.columns.map { Self.title(of: $0, in: table) }
        let natural = Self.naturalWidths(of: table, titles)
        var least = table.columns.indices.map { column in
            guard table.columns[column].grows == true else { return min(natural[column], Self.widest) }
            return min(natural[column], column == 0 ? Self.narrowestFirst : Self.narrowest)
        }
        var seen = Self.fitting(table.columns, least, room: room)
        if let first = seen.first, Self.total(seen.map { least[$0] }) > room {
            least[first] = min(least[first], max(room / 2, 1))
            seen = scroll(seen, least, room: room - Self.mark, by: left)
        }
        places = seen.map {
            Place(column: $0, width: least[$0], alignment: table.columns[$0].alignment ?? .start)
        }
        let isScrolled = outOfSight != (0, 0)
        widen(table.columns, natural, room: isScrolled ? room - Self.mark : room)
    }

    /// With a place for the sign of the order, so that no column moves when another is sorted.
    private static func title(of column: Column, in table: Table) -> StyledText {
        let isSorted = table.sort?.column == column.id
        let title = StyledText(column.title, isSorted ? .strong : .quiet)
        guard isSorted || column.canBeSorted else { return title }
        let sign = StyledText(isSorted ? table.sort?.isDescending == true ? "▼" : "▲" : " ", .accent)
        return column.alignment == .end ? sign + StyledText(" ") + title : title + StyledText(" ") + sign
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

    /// What all columns need without being cut.
    static func neededCells(of table: Table) -> Int {
        var some = table
        some.rows = Array(table.rows.prefix(mostMeasured))
        let natural = naturalWidths(of: some, table.columns.map { title(of: $0, in: table) })
        return total(zip(table.columns, natural).map { $0.grows == true ? $1 : min($1, widest) })
    }

    /// So many rows decide how much of the screen a table needs.
    private static let mostMeasured = 500

    /// The columns that are left when those with the lowest priority are left out, one after the other, while all are too wide.
    private static func fitting(_ columns: [Column], _ widths: [Int], room: Int) -> [Int] {
        var total = total(widths)
        var dropped: Set<Int> = []
        let candidates = columns.indices.filter { $0 > 0 && columns[$0].priority != nil }
            .sorted { (columns[$0].priority ?? 0, -$0) < (columns[$1].priority ?? 0, -$1) }
        for column in candidates where total > room {
            dropped.insert(column)
            total -= widths[column] + gap
        }
        return columns.indices.filter { !dropped.contains($0) }
    }

    private static func total(_ widths: [Int]) -> Int {
        widths.reduce(0, +) + max(widths.count - 1, 0) * gap
    }

    /// The first column, and as many of the others as have room behind those that are scrolled past.
    private mutating func scroll(_ columns: [Int], _ widths: [Int], room: Int, by left: Int) -> [Int] {
        guard let first = columns.first, columns.count > 1 else { return columns }
        let others = columns.dropFirst()
        // The last ones always stay in sight.
        var fromEnd = Self.total([widths[first]])
        let most =
            others.count
            - max(
                others.reversed().prefix { column in
                    fromEnd += widths[column] + Self.gap
                    return fromEnd <= room
                }.count, 1)
        let skipped = min(left, most)
        var taken = widths[first]
        let seen = others.dropFirst(skipped).prefix { column in
            taken += widths[column] + Self.gap
            return taken <= room
        }
        let shown = seen.isEmpty ? Array(others.dropFirst(skipped).prefix(1)) : Array(seen)
        outOfSight = (skipped, others.count - skipped - shown.count)
        return [first] + shown
    }

    /// Gives the room that is left to the columns that grow: first what their cells need, then the rest, in equal shares.
    private mutating func widen(_ columns: [Column], _ natural: [Int], room: Int) {
        let growing = places.indices.filter { columns[places[$0].column].grows == true }
        var free = room - Self.total(places.map(\.width))
        for (index, place) in growing.enumerated() where free > 0 {
            let share = min(natural[places[place].column] - places[place].width, free / (growing.count - index))
            places[place].width += max(share, 0)
            free -= max(share, 0)
        }
        for (index, place) in growing.enumerated() where free > 0 {
            let share = free / (growing.count - index)
            places[place].width += share
            free -= share
        }
    }

    // MARK: Drawing

    /// The columns in sight, with the cells of a line that each has.
    var shown: [(column: Int, cells: Range<Int>)] {
        var start = 0
        return places.map { place in
            defer { start += place.width + Self.gap }
            return (place.column, start..<start + place.width)
        }
    }

    var header: StyledText { line { titles[$0] } }

    /// Says at the right of the header that there are columns out of sight.
    var mark: StyledText {
        guard outOfSight != (0, 0) else { return StyledText() }
        return StyledText((outOfSight.left > 0 ? "‹" : " ") + (outOfSight.right > 0 ? "›" : " "), .accent)
    }

    /// - Parameter text: the text of a column.
    func line(_ text: (Int) -> StyledText) -> StyledText {
        var line = StyledText()
        for (index, place) in places.enumerated() {
            if index > 0 { line.append(String(repeating: " ", count: Self.gap)) }
            let text = text(place.column).truncated(to: place.width)
            let free = place.width - text.cells
            let before =
                switch place.alignment {
                case .start: 0
                case .center: free / 2
                case .end: free
                }
            line.append(String(repeating: " ", count: before))
            line = line + text
            if index < places.count - 1 { line.append(String(repeating: " ", count: free - before)) }
        }
        return line
    }

    var scrollingKeys: [KeyBinding] {
        var keys: [KeyBinding] = []
        if outOfSight.left > 0 {
            keys.append(
                KeyBinding([.left, "h"], .scrollColumns(by: -1), "← h", "columns to the left", hint: "←→ columns"))
        }
        if outOfSight.right > 0 {
            let hint = keys.isEmpty ? "→ columns" : nil
            keys.append(KeyBinding([.right, "l"], .scrollColumns(by: 1), "→ l", "columns to the right", hint: hint))
        }
        return keys
    }
}
