import ViewMessages

/// A part with rows that a person can filter.
protocol FilterablePartView: PartView {
    var rowCount: Int { get }
    /// All of its rows are here. Those of a piece are found by whoever has the others.
    var isWhole: Bool { get }

    /// What a row is found by.
    /// - Parameter index: from 0.
    func texts(ofRow index: Int) -> [String?]

    /// The part with only these rows, in that order.
    func keeping(rows: [Int]) -> Part
}

extension FilterablePartView {
    var isWhole: Bool { true }
}

extension Screen {
    /// Whether a person can filter its rows.
    var isFilterable: Bool { hasRows { $0.isWhole } }

    /// Whether there are rows, but only pieces of longer lists. A filter would not find the others.
    var hasOnlyPieces: Bool { !isFilterable && hasRows { !$0.isWhole } }

    private func hasRows(_ condition: (any FilterablePartView) -> Bool) -> Bool {
        parts.contains { ($0.view as? any FilterablePartView).map { $0.rowCount > 0 && condition($0) } ?? false }
    }
}
