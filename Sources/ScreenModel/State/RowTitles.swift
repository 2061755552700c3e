/// What a person reads for the rows of a screen.
package struct RowTitles {
    private let texts: [String: String]

    /// Rows that are named one by one; the others are counted.
    private static let most = 5

    /// - Parameter rows: id and text of each.
    package init(_ rows: [(id: String, text: String)]) {
        texts = Dictionary(rows.map { ($0.id, $0.text) }) { first, _ in first }
    }

    /// - Parameter rows: their ids.
    /// - Returns: a line each, and how many more there are; nil where none of them is here.
    package func text(of rows: [String]) -> String? {
        let named = rows.lazy.compactMap { texts[$0] }.prefix(Self.most)
        let rest = rows.count - named.count
        guard !named.isEmpty || rest > 1 else { return nil }
        return (Array(named) + (rest > 0 ? ["… +\(rest)"] : [])).joined(separator: "\n")
    }
}
