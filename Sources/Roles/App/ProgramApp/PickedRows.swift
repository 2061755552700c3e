import FuzzySearch
import ViewMessages

/// Rows that a user chooses among.
protocol PickedRows: Sendable {
    var count: Int { get }
    /// The row for the view.
    func row(at index: Int) -> Row
    /// Adds the texts that the filter searches, up to that of a row.
    func add(to texts: inout RowTexts, upTo end: Int)
    /// The texts that the filter searches where they are.
    var packed: PackedTexts { get }
    /// The indices of the rows with these ids, in that order; unknown ids are skipped.
    func indices(of ids: [String]) -> [Int]
    /// The result of choosing the row.
    func result(at index: Int) -> [UInt8]
    /// The row as an argument of a command.
    func text(at index: Int) -> [UInt8]
}

/// Rows from JSON. The result of choosing one is its id.
struct ListedRows: PickedRows {
    private let rows: [Row]

    init(_ rows: [Row]) {
        self.rows = rows
    }

    var count: Int { rows.count }
    func row(at index: Int) -> Row { rows[index] }
    func add(to texts: inout RowTexts, upTo end: Int) {
        for row in rows[texts.count..<max(texts.count, min(end, count))] {
            texts.append([row.title, row.subtitle, row.accessory])
        }
    }
    var packed: PackedTexts { PackedTexts() }
    /// Places of the rows with these bytes: two ids that Unicode calls equal may name two files.
    func indices(of ids: [String]) -> [Int] {
        let places = Dictionary(rows.enumerated().map { (Array($1.id.utf8), $0) }) { first, _ in first }
        return ids.compactMap { places[Array($0.utf8)] }
    }
    func result(at index: Int) -> [UInt8] { Array(rows[index].id.utf8) }
    func text(at index: Int) -> [UInt8] { result(at: index) }
}
