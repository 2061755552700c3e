import Composition
import SafeText

/// Rows of plain text in aligned columns, two spaces apart.
struct TextTable: CustomStringConvertible {
    var header: [String]
    var rows: [[String]]

    var description: String {
        let cells = ([header] + rows).map { $0.map(\.printable) }
        let widths = header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let isLast = column == row.count - 1
                return cell.0 + (isLast ? "" : String(repeating: " ", count: cell.1 - cell.0.count + 2))
            }.joined() + "\n"
        }.joined()
    }
}
