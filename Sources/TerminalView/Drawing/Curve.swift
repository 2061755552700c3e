/// A curve in dots, two by four to a cell (braille).
struct Curve {
    let lines: [String]

    /// - Parameter places: from 0 at the bottom to 1 at the top, from left to right over the whole width.
    init(_ places: [Double], size: Size) {
        let (columns, rows) = (size.columns * 2, size.rows * 4)
        var dots = [UInt32](repeating: 0, count: size.columns * size.rows)
        var before: Int?
        for column in 0..<(places.isEmpty ? 0 : columns) {
            let heights = Self.heights(of: places, column: column, of: columns).map {
                Int(($0 * Double(rows - 1)).rounded())
            }
            var (lowest, highest) = (heights.min() ?? 0, heights.max() ?? 0)
            // Joined with what is left of it, however steep.
            if let before, before < lowest { lowest = before + 1 }
            if let before, before > highest { highest = before - 1 }
            before = heights.last
            for height in lowest...highest {
                let row = rows - 1 - height
                dots[row / 4 * size.columns + column / 2] |= Self.dots[column % 2][row % 4]
            }
        }
        lines = (0..<size.rows).map { row in
            var line = String.UnicodeScalarView()
            for dots in dots[row * size.columns..<(row + 1) * size.columns] {
                line.append(dots == 0 ? " " : Unicode.Scalar(0x2800 + dots) ?? " ")
            }
            return String(line)
        }
    }

    /// The places at one column of dots: one between two neighbours, or all that fall into it.
    private static func heights(of places: [Double], column: Int, of columns: Int) -> [Double] {
        if places.count > columns {
            return Array(places[column * places.count / columns..<(column + 1) * places.count / columns])
        }
        let at = Double(column) * Double(places.count - 1) / Double(max(columns - 1, 1))
        let left = Int(at)
        let right = min(left + 1, places.count - 1)
        return [places[left] + (places[right] - places[left]) * (at - Double(left))]
    }

    /// The bits of the dots in U+2800 and what follows it, by column and row.
    private static let dots: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
}
