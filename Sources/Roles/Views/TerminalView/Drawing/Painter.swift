package import TerminalText

/// Turns frames into terminal output, writing only what has changed.
///
/// Terminals disagree about the width of some characters (``CellWidth/isCertain(_:)``). So a row is rewritten from the
/// first such character, old or new, and each cell behind one is placed by its absolute position. Whatever width the terminal
/// gives to the character, its neighbours are where they should be.
package struct Painter: Sendable {
    private let inColor: Bool
    private let repertoire: Repertoire
    private let hasLinks: Bool
    /// After a change, the next frame is painted whole.
    package var theme: Theme { didSet { if theme != oldValue { forget() } } }
    /// What the terminal shows; nil when unknown.
    private var shown: Frame?
    private var margins: Range<Int>?
    /// The numbers of the pictures that the terminal keeps, oldest first.
    private var kept: [Int] = []
    private static let mostKept = 8

    /// - Parameter hasLinks: whether the terminal has hyperlinks.
    package init(
        inColor: Bool, repertoire: Repertoire = .unicode, theme: Theme = .terminal, hasLinks: Bool = false
    ) {
        self.theme = theme
        self.hasLinks = hasLinks
        self.inColor = inColor
        self.repertoire = repertoire
    }

    /// Paints the next frame whole, because the terminal's content is no longer known.
    package mutating func forget() { shown = nil }

    /// - Returns: one synchronized update, to be written in one write; empty when nothing has changed.
    package mutating func paint(_ frame: Frame) -> [UInt8] {
        let known = shown.flatMap { $0.buffer.size == frame.buffer.size ? $0 : nil }
        if let known, known.buffer == frame.buffer, known.cursor == frame.cursor,
            known.pictures == frame.pictures
        {
            return []
        }
        shown = frame
        var pen = Pen(inColor: inColor, repertoire: repertoire, theme: theme, hasLinks: hasLinks, margins: margins)
        if known?.cursor != nil || known == nil { pen.hideCursor() }
        let before = known?.pictures ?? []
        for picture in before where !frame.pictures.contains(picture) {
            pen.write(sequence: PictureSequence.hide(picture))
        }
        if let known {
            // A terminal would scroll its pictures in a way of its own.
            pen = Self.shortest(
                from: known.buffer, to: frame.buffer, pen, mayScroll: before.isEmpty && frame.pictures.isEmpty)
        } else {
            pen.clear()
            if !kept.isEmpty { pen.write(sequence: PictureSequence.forgetAll) }
            kept = []
            Self.paint(frame.buffer, over: CellBuffer(frame.buffer.size), with: &pen)
        }
        pen.reset()
        for picture in frame.pictures where !before.contains(picture) { show(picture, in: frame, with: &pen) }
        margins = pen.margins
        if let cursor = frame.cursor { pen.showCursor(at: cursor) }
        return Array(
            (ControlSequence.beginSynchronizedUpdate + pen.output + ControlSequence.endSynchronizedUpdate).utf8)
    }

    private mutating func show(_ picture: PlacedDrawing, in frame: Frame, with pen: inout Pen) {
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
    private static func shortest(from old: CellBuffer, to new: CellBuffer, _ pen: Pen, mayScroll: Bool) -> Pen {
        var plain = pen
        paint(new, over: old, with: &plain)
        guard mayScroll, let scroll = Scroll(from: old, to: new) else { return plain }
        var scrolling = pen
        scrolling.scroll(scroll)
        paint(new, over: old.scrolled(scroll), with: &scrolling)
        return scrolling.output.utf8.count < plain.output.utf8.count ? scrolling : plain
    }

    private static func paint(_ target: CellBuffer, over before: CellBuffer, with pen: inout Pen) {
        for row in 0..<target.size.rows { paint(row, of: target, over: before, with: &pen) }
    }

    private static func paint(
        _ row: Int, of target: CellBuffer, over before: CellBuffer, with pen: inout Pen
    ) {
        let old = before.row(row)
        let new = target.row(row)
        guard old != new else { return }
        // Zero-based columns on both sides.
        var oldCells = Array(old)
        let newCells = Array(new)
        let blankTail = newCells.count - (newCells.reversed().prefix { $0 == .blank }.count)
        let doubtful = firstDoubtful(oldCells, newCells, pen)
        for column in newCells.indices where column >= doubtful || newCells[column] != oldCells[column] {
            let cell = newCells[column]
            if cell.picture != nil, cell == oldCells[column] { continue }
            if column >= blankTail,
                column >= doubtful || oldCells[column...].filter({ $0 != .blank }).count > eraseThreshold
            {
                pen.move(to: Position(row: row, column: column))
                pen.eraseToEndOfLine()
                return
            }
            if cell == .blank, column < doubtful, isWorthErasing(from: column, oldCells, newCells, pen) {
                pen.move(to: Position(row: row, column: column), over: newCells)
                pen.eraseToEndOfLine()
                oldCells.replaceSubrange(column..., with: repeatElement(.blank, count: oldCells.count - column))
                continue
            }
            if cell.isContinuation { continue }
            let width = 1 + newCells[(column + 1)...].prefix { $0.isContinuation }.count
            pen.move(to: Position(row: row, column: column), over: newCells)
            pen.write(cell, width: width, columns: newCells.count)
        }
    }

    /// - Returns: the first column to rewrite because of doubtful widths; the end of the row when there is none.
    private static func firstDoubtful(_ old: [Cell], _ new: [Cell], _ pen: Pen) -> Int {
        let first = new.indices.first { !pen.isCertain(old[$0]) || !pen.isCertain(new[$0]) } ?? new.count
        return old[first...] == new[first...] ? new.count : first
    }

    /// Whether erasing to the end of the row and writing again what follows the blanks takes fewer bytes than writing them.
    private static func isWorthErasing(from column: Int, _ old: [Cell], _ new: [Cell], _ pen: Pen) -> Bool {
        let end = new[column...].firstIndex { $0 != .blank } ?? new.count
        let blanks = old[column..<end].count { $0 != .blank }
        guard blanks > costOfErasing, new[end...].allSatisfy({ pen.isCertain($0) && $0.picture == nil }) else {
            return false
        }
        let again = (end..<new.count).count { new[$0] == old[$0] && new[$0] != .blank }
        return blanks > costOfErasing + again * costOfWritingAgain
    }

    /// In bytes, with the reset of the style.
    private static let costOfErasing = 8
    /// In bytes, at most, with a move and a style.
    private static let costOfWritingAgain = 16
    /// Erasing takes fewer bytes than writing more blanks than this.
    private static let eraseThreshold = 4
}

/// A stretch of rows that has moved up or down. The terminal can move it itself.
package struct Scroll: Equatable, Sendable {
    /// The rows within which the content moves.
    package let rows: Range<Int>
    /// Rows upwards; negative downwards. Never 0, and smaller than the stretch.
    package let distance: Int

    package init?(rows: Range<Int>, distance: Int) {
        guard distance != 0, abs(distance) < rows.count else { return nil }
        self.rows = rows
        self.distance = distance
    }

    /// Finds the distance by which most of the changed rows have moved. The caller checks that it shortens the output; nothing
    /// else depends on it.
    package init?(from old: CellBuffer, to new: CellBuffer) {
        guard old.size == new.size else { return nil }
        let changed = (0..<new.size.rows).filter { old.row($0) != new.row($0) }
        guard changed.count >= Self.fewest else { return nil }
        let digests = (0..<old.size.rows).map { Self.digest(of: old.row($0)) }
        var places: [Int: [Int]] = [:]
        for (row, digest) in digests.enumerated() { places[digest, default: []].append(row) }
        let blank = Self.digest(of: CellBuffer(Size(columns: old.size.columns, rows: 1)).row(0))
        var votes: [Int: [Int]] = [:]
        for row in changed {
            let digest = Self.digest(of: new.row(row))
            guard digest != blank else { continue }
            for place in places[digest] ?? [] where place != row { votes[place - row, default: []].append(row) }
        }
        let best = votes.max { ($0.value.count, -abs($0.key), $0.key) < ($1.value.count, -abs($1.key), $1.key) }
        guard let (distance, rows) = best, rows.count >= Self.fewest - 1, var first = rows.first, var last = rows.last
        else { return nil }
        // A row that has moved and changed a little, as at the end of a scroll bar, belongs to the stretch.
        func hasMoved(_ row: Int) -> Bool {
            guard 0..<new.size.rows ~= row, 0..<new.size.rows ~= row + distance else { return false }
            let moved = Self.differences(new.row(row), old.row(row + distance))
            return moved < Self.differences(new.row(row), old.row(row))
        }
        while hasMoved(first - 1) { first -= 1 }
        while hasMoved(last + 1) { last += 1 }
        self.init(rows: min(first, first + distance)..<max(last, last + distance) + 1, distance: distance)
    }

    /// Scrolling fewer changed rows gains nothing.
    private static let fewest = 3

    private static func differences(_ one: ArraySlice<Cell>, _ other: ArraySlice<Cell>) -> Int {
        zip(one, other).count { $0 != $1 }
    }

    /// Equal rows have equal digests. Others mostly have not; where they do, only time is lost.
    private static func digest(of row: ArraySlice<Cell>) -> Int {
        row.reduce(0) { sum, cell in
            let scalar = Int(cell.character.unicodeScalars.first?.value ?? 0)
            // By an odd number, so that no cell is shifted out by those behind it.
            return sum &* 31 &+ (scalar * 2 + (cell.style.isReversed ? 1 : 0))
        }
    }
}
