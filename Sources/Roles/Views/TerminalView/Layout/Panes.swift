/// The places of a screen's parts and of its preview: beside them on a wide terminal, below them on a high one, else in
/// their place: while the user looks at it alone, or where there is too little room for both.
struct Panes: Equatable, Sendable {
    struct Pane: Equatable, Sendable {
        var column = 0
        var columns: Int
        var rows: Range<Int>

        /// Draws on its cells as if they were the screen, from column 0 on.
        func draw(on screen: inout Frame, _ content: (inout Frame) -> Void) {
            let others = screen.pictures.count
            screen.buffer.narrow(to: column..<column + columns, rows: rows)
            content(&screen)
            screen.buffer.widen()
            for index in others..<max(others, screen.pictures.count) {
                screen.pictures[index].position.column += column
            }
        }

        func contains(_ position: Position) -> Bool {
            rows.contains(position.row) && (column..<column + columns).contains(position.column)
        }
    }

    /// The line between the two.
    enum Border: Equatable, Sendable {
        /// The preview is beside the parts; the border is the preview's first column.
        case vertical
        /// The preview is below the border, which is this row.
        case horizontal(row: Int)
    }

    /// The pane of the preview while that is in their place.
    private(set) var parts: Pane
    private(set) var preview: Pane?
    private(set) var border: Border?
    /// Parts and preview fit on the screen together.
    private(set) var hasRoom = false

    private static let leastColumns = 100
    private static let leastRows = 14
    /// The least columns, and the least rows, of a pane.
    private static let narrowest = 20
    private static let lowest = 3
    /// Texts of a preview need no more columns.
    private static let readable = Content.gutter + Content.measure + Content.margin

    /// Reasons for their places besides the room.
    struct Wish: Equatable, Sendable {
        /// The screen has a preview, and parts that are not the whole screen.
        var hasPreview: Bool
        /// The user looks at the preview in the place of the parts.
        var isOpen: Bool
        var settings: PaneSettings
        /// The columns that the parts need; nil where they take any number.
        var neededColumns: Int?
    }

    init(_ wish: Wish, columns: Int, rows: Range<Int>) {
        parts = Pane(columns: columns, rows: rows)
        guard wish.hasPreview else { return }
        let isBeside = columns >= Self.leastColumns
        hasRoom = isBeside || rows.count >= Self.leastRows
        if wish.isOpen {
            preview = parts
        } else if !hasRoom || wish.settings.isPreviewHidden {
            return
        } else if isBeside {
            parts.columns = Self.columns(wish, in: columns)
            preview = Pane(column: parts.columns, columns: columns - parts.columns, rows: rows)
            border = .vertical
        } else {
            let most = rows.count - 1 - Self.lowest
            let middle = rows.lowerBound + max(Self.lowest, min(wish.settings.rows ?? rows.count * 3 / 5, most))
            parts.rows = rows.lowerBound..<middle
            preview = Pane(columns: columns, rows: middle + 1..<rows.upperBound)
            border = .horizontal(row: middle)
        }
    }

    /// The columns of the parts, which do not depend on the rows.
    static func columns(_ wish: Wish, in columns: Int) -> Int {
        guard wish.hasPreview, columns >= leastColumns, !wish.settings.isPreviewHidden else { return columns }
        let wanted = wish.settings.columns ?? fitting(wish.neededColumns, in: columns)
        return max(narrowest, min(wanted, columns - narrowest))
    }

    /// The columns that the parts need, within limits, and those that are left by a preview of readable lines.
    private static func fitting(_ needed: Int?, in columns: Int) -> Int {
        guard let needed else { return columns / 2 }
        return min(max(needed, columns * 3 / 10, columns - readable), columns * 3 / 5)
    }
}
