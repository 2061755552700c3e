import TerminalText

/// Gathers output, and keeps track of the terminal's cursor and style.
struct Pen {
    private(set) var output = ""
    private let inColor: Bool
    private let repertoire: Repertoire
    private let theme: Theme
    /// Nil when the terminal may have its cursor elsewhere.
    private var position: Position?
    private var current: CellStyle = .plain
    private var currentParameters = ""

    init(inColor: Bool, repertoire: Repertoire, theme: Theme) {
        self.theme = theme
        self.inColor = inColor
        self.repertoire = repertoire
    }

    mutating func hideCursor() { output += ControlSequence.hideCursor }

    mutating func showCursor(at position: Position) {
        move(to: position)
        output += ControlSequence.showCursor
    }

    mutating func clear() {
        output += ControlSequence.plainStyle + ControlSequence.clearScreen
    }

    mutating func move(to target: Position) {
        defer { position = target }
        guard position != target else { return }
        if let position, position.row == target.row, position.column < target.column {
            output += ControlSequence.moveForward(target.column - position.column)
        } else {
            output += ControlSequence.move(to: target)
        }
    }

    mutating func style(_ style: CellStyle) {
        guard style != current else { return }
        let parameters = theme.applied(to: style).parameters(inColor: inColor)
        if parameters != currentParameters { output += ControlSequence.style(parameters) }
        current = style
        currentParameters = parameters
    }

    mutating func eraseToEndOfLine() {
        style(.plain)
        output += ControlSequence.eraseToEndOfLine
    }

    /// Lines that scroll in take the current background, so the style is reset first.
    mutating func scroll(_ scroll: Scroll) {
        style(.plain)
        output += ControlSequence.scroll(scroll)
        position = nil
    }

    /// Writes at the cursor.
    /// - Parameter columns: the screen's width.
    mutating func write(_ cell: Cell, width: Int, columns: Int) {
        style(cell.style)
        let isCertain = isCertain(cell)
        // The character may take fewer cells than expected, so they are blanked first.
        if !isCertain, width > 1, let position {
            output += String(repeating: " ", count: width) + ControlSequence.move(to: position)
        }
        output += repertoire.text(for: cell.character, cells: width)
        if cell.endsRightToLeft, repertoire == .unicode { output += ControlSequence.leftToRightMark }
        guard let at = position, isCertain, at.column + width < columns else {
            position = nil
            return
        }
        position = Position(row: at.row, column: at.column + width)
    }

    /// Whether the position of the cursor behind the cell is certain.
    func isCertain(_ cell: Cell) -> Bool {
        repertoire == .ascii || cell.isContinuation
            || !cell.endsRightToLeft && CellWidth.isCertain(cell.character)
    }
}
