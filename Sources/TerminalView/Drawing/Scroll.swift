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
