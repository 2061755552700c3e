import TerminalText

/// Gathers output, and keeps track of the terminal's cursor, style and link.
struct Pen {
    private(set) var output: [UInt8] = []
    private let inColor: Bool
    private let repertoire: Repertoire
    /// The repertoire, asked for each cell.
    private let isUnicode: Bool
    private let isASCII: Bool
    private let hasLinks: Bool
    var theme: Theme
    /// Nil when the terminal may have its cursor elsewhere.
    private var position: Position?
    private var current: CellStyle = .plain
    private var currentParameters: [String] = []
    /// 0 for none.
    private var currentLink: UInt32 = 0
    /// The rows that the terminal scrolls; nil for all. They stay from frame to frame.
    private var margins: Range<Int>?
    /// The table of the cells that are written.
    private var table = CellTable()
    /// The terminal's row of the first row, where the rows above are not ours; nil for the whole screen.
    var top: Int?

    init(inColor: Bool, repertoire: Repertoire, theme: Theme, hasLinks: Bool) {
        self.hasLinks = hasLinks
        self.theme = theme
        self.inColor = inColor
        self.repertoire = repertoire
        isUnicode = repertoire == .unicode
        isASCII = repertoire == .ascii
    }

    /// Begins a frame. The last one has reset style and link.
    mutating func begin(_ table: CellTable) {
        (output, position, self.table) = ([], nil, table)
    }

    private mutating func append(_ text: String) { output += text.utf8 }

    /// Writes what leaves the cursor at an unknown place.
    mutating func write(sequence: String) {
        guard !sequence.isEmpty else { return }
        append(sequence)
        position = nil
    }

    mutating func hideCursor() { append(ControlSequence.hideCursor) }

    mutating func showCursor(at position: Position) {
        move(to: position)
        append(ControlSequence.showCursor)
    }

    /// The sequence that moves to a place among our rows.
    private func moving(to target: Position) -> String {
        ControlSequence.move(to: Position(row: target.row + (top ?? 0), column: target.column))
    }

    mutating func clear() {
        margins = nil
        guard top == nil else {
            append(ControlSequence.wholeScreen + ControlSequence.plainStyle)
            append(moving(to: Position(row: 0, column: 0)) + ControlSequence.eraseBelow)
            return
        }
        append(ControlSequence.wholeScreen + ControlSequence.plainStyle + ControlSequence.clearScreen)
    }

    /// - Parameter row: the cells that the target's row shows already, where the cursor may rewrite it on its way.
    mutating func move(to target: Position, over row: [PackedCell] = []) {
        defer { position = target }
        guard position != target else { return }
        if let position, position.row == target.row, position.column < target.column {
            if row.count > target.column, write(gap: row[position.column..<target.column]) { return }
            append(ControlSequence.moveForward(target.column - position.column))
        } else {
            append(shortWay(to: target) ?? moving(to: target))
        }
    }

    /// The way to the beginning of a neighbouring row. Margins stop the one way and scroll on the other.
    private func shortWay(to target: Position) -> String? {
        guard let position, target.column == 0 else { return nil }
        if target.row == position.row + 1, target.row != margins?.upperBound { return ControlSequence.nextLine }
        guard target.row == position.row - 1, position.row != margins?.lowerBound else { return nil }
        return (position.column == 0 ? "" : "\r") + ControlSequence.moveUp
    }

    mutating func style(_ style: CellStyle) {
        guard style != current else { return }
        let parameters = theme.applied(to: style).parameters(inColor: inColor)
        if parameters != currentParameters { append(ControlSequence.style(change(to: parameters))) }
        current = style
        currentParameters = parameters
    }

    /// Parameters that are only added need no reset.
    private func change(to parameters: [String]) -> [String] {
        let isMore = currentParameters.allSatisfy(parameters.contains)
        if isMore { return parameters.filter { !currentParameters.contains($0) } }
        return parameters.isEmpty ? [] : ["0"] + parameters
    }

    /// Moves over a few blanks by writing them, which takes fewer bytes than to move.
    /// - Parameter gap: the cells between the cursor and its destination, in its row.
    /// - Returns: true when they were written.
    private mutating func write(gap: ArraySlice<PackedCell>) -> Bool {
        guard 1...Self.widestGap ~= gap.count, gap.allSatisfy({ $0 == .blank }), currentLink == 0,
            looksAlikeOnBlank(.plain)
        else { return false }
        append(String(repeating: " ", count: gap.count))
        return true
    }

    private static let widestGap = 3

    private func looksAlikeOnBlank(_ style: CellStyle) -> Bool {
        theme.applied(to: current).looksAlikeOnBlank(theme.applied(to: style))
    }

    private mutating func link(_ link: UInt32) {
        guard hasLinks, link != currentLink else { return }
        append(table.link(link).map { ControlSequence.begin($0) } ?? ControlSequence.endLink)
        currentLink = link
    }

    /// Ends style and link.
    mutating func reset() {
        link(0)
        style(.plain)
    }

    mutating func eraseToEndOfLine() {
        reset()
        append(ControlSequence.eraseToEndOfLine)
    }

    /// Lines that scroll in take the current background, so the style is reset first.
    mutating func scroll(_ scroll: Scroll) {
        reset()
        if margins != scroll.rows {
            let top = top ?? 0
            append(ControlSequence.margins(scroll.rows.lowerBound + top..<scroll.rows.upperBound + top))
            margins = scroll.rows
            position = top > 0 ? nil : Position(row: 0, column: 0)
        }
        let isUp = scroll.distance > 0
        move(to: Position(row: isUp ? scroll.rows.upperBound - 1 : scroll.rows.lowerBound, column: 0))
        let index = isUp ? ControlSequence.index : ControlSequence.reverseIndex
        append(String(repeating: index, count: abs(scroll.distance)))
    }

    /// Writes at the cursor.
    /// - Parameter columns: the screen's width.
    mutating func write(_ cell: PackedCell, width: Int, columns: Int) {
        link(cell.link)
        if cell.style != current, !cell.glyph.isSpace || !looksAlikeOnBlank(cell.style) { style(cell.style) }
        let isCertain = isCertain(cell)
        // The character may take fewer cells than expected, so they are blanked first.
        if !isCertain, width > 1, let position {
            append(String(repeating: " ", count: width) + moving(to: position))
        }
        if let scalar = cell.glyph.scalar, isUnicode || scalar.isASCII {
            output += scalar.utf8
        } else {
            append(repertoire.text(for: table.character(of: cell.glyph), cells: width))
        }
        if cell.glyph.endsRightToLeft, isUnicode { append(ControlSequence.leftToRightMark) }
        guard let at = position, isCertain, at.column + width < columns else {
            position = nil
            return
        }
        position = Position(row: at.row, column: at.column + width)
    }

    /// True when the position of the cursor behind the cell is certain.
    func isCertain(_ cell: PackedCell) -> Bool {
        isASCII || cell.glyph.isContinuation || cell.glyph.isCertain && !cell.glyph.endsRightToLeft
    }
}
