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
}

/// Finds out which rows have moved. The digests of the rows that are shown are kept, so that a frame costs those that have changed.
struct RowDigests: Sendable {
    /// Digests of the rows that are shown; nil for those that no search needed yet.
    private var shown: [Int?] = []
    /// Digests of the rows that replace them.
    private var next: [Int: Int] = [:]

    /// Scrolling fewer changed rows gains nothing.
    private static let fewest = 3

    /// Other rows are shown, or none.
    mutating func forget() { (shown, next) = ([], [:]) }

    /// The new rows are the shown ones now.
    mutating func follow(_ changed: [Int]) {
        for row in changed where shown.indices.contains(row) { shown[row] = next[row] }
        next = [:]
    }

    /// Finds the distance by which most of the changed rows have moved. The caller checks that it shortens the output; nothing
    /// else depends on it.
    mutating func scroll(from old: CellBuffer, to new: CellBuffer, changed: [Int]) -> Scroll? {
        next = [:]
        guard changed.count >= Self.fewest else { return nil }
        if shown.count != old.size.rows { shown = Array(repeating: nil, count: old.size.rows) }
        let blank = Self.digest(of: Array(repeating: .blank, count: old.size.columns)[...])
        var rows: [Int: [Int]] = [:]
        for row in changed {
            let digest = Self.digest(of: new.packed(row: row))
            next[row] = digest
            if digest != blank { rows[digest, default: []].append(row) }
        }
        guard !rows.isEmpty else { return nil }
        var votes: [Int: [Int]] = [:]
        for place in shown.indices {
            let digest = shown[place] ?? Self.digest(of: old.packed(row: place))
            shown[place] = digest
            for row in rows[digest] ?? [] where place != row { votes[place - row, default: []].append(row) }
        }
        let best = votes.max { ($0.value.count, -abs($0.key), $0.key) < ($1.value.count, -abs($1.key), $1.key) }
        guard let (distance, moved) = best, moved.count >= Self.fewest - 1, var first = moved.first,
            var last = moved.last
        else { return nil }
        // A row that has moved and changed a little, as at the end of a scroll bar, belongs to the stretch.
        func hasMoved(_ row: Int) -> Bool {
            guard 0..<new.size.rows ~= row, 0..<new.size.rows ~= row + distance else { return false }
            let moved = Self.differences(new.packed(row: row), old.packed(row: row + distance))
            return moved < Self.differences(new.packed(row: row), old.packed(row: row))
        }
        while hasMoved(first - 1) { first -= 1 }
        while hasMoved(last + 1) { last += 1 }
        return Scroll(rows: min(first, first + distance)..<max(last, last + distance) + 1, distance: distance)
    }

    private static func differences(_ one: ArraySlice<PackedCell>, _ other: ArraySlice<PackedCell>) -> Int {
        zip(one, other).count { $0 != $1 }
    }

    /// Equal rows have equal digests, as long as one table has their numbers. Others mostly have not; where they do, only time is lost.
    private static func digest(of row: ArraySlice<PackedCell>) -> Int {
        WorkCount.current?.count { $0.digests += 1 }
        return row.reduce(0) { sum, cell in
            // An odd number, so that no cell is shifted out by those behind it.
            sum &* 31 &+ (Int(cell.glyph.bits) * 2 + (cell.style.isReversed ? 1 : 0))
        }
    }
}
