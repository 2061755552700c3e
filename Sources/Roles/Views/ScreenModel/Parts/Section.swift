package import ViewMessages

/// The rows of a list or a table that are here, where it has others.
package struct Section: Equatable, Sendable {
    /// Counted from 0.
    package let rows: Range<Int>
    package let total: Int

    /// - Returns: nil where all rows are here.
    fileprivate init?(offset: Int?, count: Int, total: Int?) {
        guard let total, total > 0 else { return nil }
        let first = Bounded.number(offset ?? 0)
        rows = first..<first + count
        self.total = max(Bounded.number(total), rows.upperBound)
        guard rows != 0..<self.total else { return nil }
    }
}

extension Part {
    package var section: Section? {
        switch self {
        case .list(let list): Section(offset: list.offset, count: list.rows.count, total: list.total)
        case .table(let table): Section(offset: table.offset, count: table.rows.count, total: table.total)
        default: nil
        }
    }
}

extension Screen {
    /// The section whose other rows `didScroll` asks for: of several, the first.
    package var section: Section? { parts.lazy.compactMap(\.section).first }
}
