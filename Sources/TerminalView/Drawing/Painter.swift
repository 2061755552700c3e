/// Turns frames into what has to be written for the terminal to show them: only cells that have changed.
package struct Painter: Sendable {
    private let inColor: Bool
    /// What the terminal shows; nil when that is not known.
    private var shown: Frame?

    package init(inColor: Bool) {
        self.inColor = inColor
    }

    /// The terminal's content is no longer known: the next frame is painted whole.
    package mutating func forget() { shown = nil }

    /// - Returns: the bytes of one synchronized update, to be written at once; none when nothing has changed.
    package mutating func paint(_ frame: Frame) -> [UInt8] {
        let known = shown.flatMap { $0.buffer.size == frame.buffer.size ? $0 : nil }
        guard frame != known else { return [] }
        shown = frame
        var pen = Pen(inColor: inColor)
        if known?.cursor != nil || known == nil { pen.output += ControlSequence.hideCursor }
        if known == nil { pen.clear() }
        let before = known?.buffer ?? CellBuffer(frame.buffer.size)
        for row in 0..<frame.buffer.size.rows { Self.paint(row, of: frame.buffer, over: before, with: &pen) }
        pen.style(.plain)
        if let cursor = frame.cursor {
            pen.move(to: cursor)
            pen.output += ControlSequence.showCursor
        }
        return Array(
            (ControlSequence.beginSynchronizedUpdate + pen.output + ControlSequence.endSynchronizedUpdate).utf8)
    }

    private static func paint(
        _ row: Int, of target: CellBuffer, over before: CellBuffer, with pen: inout Pen
    ) {
        let old = before.row(row)
        let new = target.row(row)
        guard old != new else { return }
        // Zero-based columns on both sides.
        let (oldCells, newCells) = (Array(old), Array(new))
        let blankTail = newCells.count - (newCells.reversed().prefix { $0 == .blank }.count)
        for column in newCells.indices where newCells[column] != oldCells[column] {
            let cell = newCells[column]
            if column >= blankTail, oldCells[column...].filter({ $0 != .blank }).count > eraseThreshold {
                pen.move(to: Position(row: row, column: column))
                pen.eraseToEndOfLine()
                return
            }
            if cell.isContinuation { continue }
            let width = 1 + newCells[(column + 1)...].prefix { $0.isContinuation }.count
            pen.move(to: Position(row: row, column: column))
            pen.write(cell, width: width, columns: newCells.count)
        }
    }

    /// From so many blanks on, erasing costs less than writing them.
    private static let eraseThreshold = 4
}
