/// Gathers output, and knows where the terminal's cursor is and which style is on.
struct Pen {
    var output = ""
    private let inColor: Bool
    /// Nil when the terminal and we may differ about it.
    private var position: Position?
    private var current: CellStyle = .plain

    init(inColor: Bool) {
        self.inColor = inColor
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

    /// - Parameter columns: the screen's width.
    mutating func write(_ cell: Cell, width: Int, columns: Int) {
        style(cell.style)
        let isCluster = cell.character.unicodeScalars.count > 1
        // Terminals differ about the width of clusters. So the cells are wiped before one is written, and nothing is
        // taken for granted about the cursor after it: a difference never shifts the rest of the line.
        if isCluster, width > 1 { output += String(repeating: " ", count: width) + ControlSequence.moveBack(width) }
        output.append(cell.character)
        guard let at = position, !isCluster, at.column + width < columns else {
            position = nil
            return
        }
        position = Position(row: at.row, column: at.column + width)
    }
}
