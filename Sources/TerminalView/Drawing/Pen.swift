import TerminalText

/// Gathers output, and knows where the terminal's cursor is and which style is on.
struct Pen {
    private(set) var output = ""
    private let inColor: Bool
    private let repertoire: Repertoire
    /// Nil when the terminal and we may differ about it.
    private var position: Position?
    private var current: CellStyle = .plain

    init(inColor: Bool, repertoire: Repertoire) {
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
        let parameters = style.parameters(inColor: inColor)
        if parameters != current.parameters(inColor: inColor) { output += ControlSequence.style(parameters) }
        current = style
    }

    mutating func eraseToEndOfLine() {
        style(.plain)
        output += ControlSequence.eraseToEndOfLine
    }

    /// Lines that come in take the current background, so that is the plain one.
    mutating func scroll(_ scroll: Scroll) {
        style(.plain)
        output += ControlSequence.scroll(scroll)
        position = nil
    }

    /// Writes where the pen stands.
    /// - Parameter columns: the screen's width.
    mutating func write(_ cell: Cell, width: Int, columns: Int) {
        style(cell.style)
        let isCertain = isCertain(cell)
        // The cells are wiped before a character is written that may take fewer of them than we think.
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

    /// Whether the terminal and we agree about where the next cell begins.
    func isCertain(_ cell: Cell) -> Bool {
        repertoire == .ascii || cell.isContinuation
            || !cell.endsRightToLeft && CellWidth.isCertain(cell.character)
    }
}
