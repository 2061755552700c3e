import ViewMessages

/// Rows that came as JSON. Choosing one tells its id.
struct ListedRows: PickedRows {
    private let rows: [Row]

    init(_ rows: [Row]) {
        self.rows = rows
    }

    var count: Int { rows.count }
    func row(at index: Int) -> Row { rows[index] }
    func texts(at index: Int) -> [String?] {
        [rows[index].title, rows[index].subtitle, rows[index].accessory]
    }
    func indices(of ids: [String]) -> [Int] {
        let places = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
        return ids.compactMap { places[$0] }
    }
    func result(at index: Int) -> [UInt8] { Array(rows[index].id.utf8) }
}
