package import TerminalText

/// Turns frames into terminal output, writing only what has changed.
///
/// Terminals disagree about the width of some characters (``CellWidth/isCertain(_:)``). So a row is rewritten from the
/// first such character, old or new, and each cell behind one is placed by its absolute position. Whatever width the terminal
/// gives to the character, its neighbours are where they should be.
package struct Painter: Sendable {
    private var pen: Pen
    /// The frame that the terminal shows; nil when unknown.
    private var shown: Frame?
    /// The buffer of the frame before, on which the next one is drawn.
    private var spare: CellBuffer?
    private var digests = RowDigests()
    /// The numbers of the pictures that the terminal keeps, oldest first.
    private var kept: [Int] = []
    /// Pictures that the terminal keeps.
    private static let mostKept = 8

    /// - Parameter hasLinks: true where the terminal has hyperlinks.
    package init(
        inColor: Bool, repertoire: Repertoire = .unicode, theme: Theme = .terminal, hasLinks: Bool = false
    ) {
        pen = Pen(inColor: inColor, repertoire: repertoire, theme: theme, hasLinks: hasLinks)
    }

    /// The styles of looks. After a change, the next frame is painted whole.
    package var theme: Theme {
        get { pen.theme }
        set {
            if newValue != pen.theme { forget() }
            pen.theme = newValue
        }
    }

    /// The terminal's row of the first row of a frame; nil for the whole screen.
    var top: Int? {
        get { pen.top }
        set { pen.top = newValue }
    }

    /// Paints the next frame whole, because the terminal's content is no longer known.
    package mutating func forget() { shown = nil }

    /// A blank buffer for the next frame: two are used in turn. It has the numbers of the frame that is shown.
    package mutating func takeBuffer(_ size: Size) -> CellBuffer {
        var buffer = spare ?? CellBuffer(size)
        spare = nil
        if buffer.size != size { buffer = CellBuffer(size) }
        buffer.reuse(after: shown?.buffer.table ?? CellTable())
        return buffer
    }

    /// - Returns: one synchronized update, to be written in one write; empty when nothing has changed.
    package mutating func paint(_ frame: Frame) -> [UInt8] {
        var frame = frame
        var known = shown.flatMap { $0.buffer.size == frame.buffer.size ? $0 : nil }
        var changed: [Int] = []
        if let old = known {
            if !old.buffer.table.begins(frame.buffer.table) {
                known?.buffer = frame.buffer.translated(old.buffer)
                digests.forget()
            }
            changed = frame.buffer.rowsChanged(from: known?.buffer ?? old.buffer)
            if changed.isEmpty, old.cursor == frame.cursor, old.pictures == frame.pictures {
                spare = frame.buffer
                return []
            }
        } else {
            digests.forget()
        }
        spare = shown?.buffer
        shown = frame
        pen.begin(frame.buffer.table)
        if known?.cursor != nil || known == nil { pen.hideCursor() }
        let before = known?.pictures ?? []
        for picture in before where !frame.pictures.contains(picture) {
            pen.write(sequence: PictureSequence.hide(picture))
        }
        if let known {
            // A terminal would scroll its pictures in a way of its own.
            let mayScroll = before.isEmpty && frame.pictures.isEmpty
            let scroll = mayScroll ? digests.scroll(from: known.buffer, to: frame.buffer, changed: changed) : nil
            pen = Self.shortest(from: known.buffer, to: frame.buffer, changed, pen, scroll)
            digests.follow(changed)
        } else {
            pen.clear()
            if !kept.isEmpty { pen.write(sequence: PictureSequence.forgetAll) }
            kept = []
            let blank = CellBuffer(frame.buffer.size)
            pen = Self.shortest(from: blank, to: frame.buffer, frame.buffer.rowsChanged(from: blank), pen, nil)
        }
        pen.reset()
        for picture in frame.pictures where !before.contains(picture) { show(picture, in: frame) }
        if let cursor = frame.cursor {
            pen.showCursor(at: cursor)
        } else if top != nil {
            // After a resize, the cursor's row is known to be the first.
            pen.move(to: Position(row: 0, column: 0))
        }
        return ControlSequence.beginSynchronizedUpdate.utf8 + pen.output + ControlSequence.endSynchronizedUpdate.utf8
    }

    private mutating func show(_ picture: PlacedDrawing, in frame: Frame) {
        let number = picture.drawing.number
        if picture.drawing.format == .kitty, !kept.contains(number) {
            pen.write(sequence: PictureSequence.send(picture.drawing))
            kept.append(number)
            let shown = Set(frame.pictures.map(\.drawing.number))
            while kept.count > Self.mostKept, let oldest = kept.firstIndex(where: { !shown.contains($0) }) {
                pen.write(sequence: PictureSequence.forget(kept.remove(at: oldest)))
            }
        }
        pen.move(to: picture.position)
        pen.write(sequence: PictureSequence.show(picture))
    }

    /// Lets the terminal scroll rows itself where that takes fewer bytes.
    private static func shortest(
        from old: CellBuffer, to new: CellBuffer, _ changed: [Int], _ pen: Pen, _ scroll: Scroll?
    ) -> Pen {
        var scrolling: Pen?
        if let scroll {
            var pen = pen
            pen.scroll(scroll)
            let moved = old.scrolled(scroll)
            for row in new.rowsChanged(from: moved) { paint(row, of: new, over: moved, with: &pen) }
            scrolling = pen
        }
        var plain = pen
        for row in changed {
            paint(row, of: new, over: old, with: &plain)
            if let scrolling, scrolling.output.count < plain.output.count { return scrolling }
        }
        return plain
    }

    /// Paints a row that differs.
    private static func paint(
        _ row: Int, of target: CellBuffer, over before: CellBuffer, with pen: inout Pen
    ) {
        WorkCount.current?.count { $0.paintedRows += 1 }
        // Zero-based columns on both sides.
        let oldCells = Array(before.packed(row: row))
        let newCells = Array(target.packed(row: row))
        let blankTail = newCells.count - (newCells.reversed().prefix { $0 == .blank }.count)
        let doubtful = firstDoubtful(oldCells, newCells, pen)
        for column in newCells.indices where column >= doubtful || newCells[column] != oldCells[column] {
            let cell = newCells[column]
            if cell.glyph.isPicture, cell == oldCells[column] { continue }
            if column >= blankTail,
                column >= doubtful || oldCells[column...].count(where: { $0 != .blank }) > eraseThreshold
            {
                pen.move(to: Position(row: row, column: column))
                pen.eraseToEndOfLine()
                return
            }
            if cell.glyph.isContinuation { continue }
            let width = 1 + newCells[(column + 1)...].prefix { $0.glyph.isContinuation }.count
            pen.move(to: Position(row: row, column: column), over: newCells)
            pen.write(cell, width: width, columns: newCells.count)
        }
    }

    /// - Returns: the first column to rewrite because of doubtful widths; the end of the row when there is none.
    private static func firstDoubtful(_ old: [PackedCell], _ new: [PackedCell], _ pen: Pen) -> Int {
        let first = new.indices.first { !pen.isCertain(old[$0]) || !pen.isCertain(new[$0]) } ?? new.count
        return old[first...] == new[first...] ? new.count : first
    }

    /// Erasing takes fewer bytes than writing more blanks than this.
    private static let eraseThreshold = 4
}
