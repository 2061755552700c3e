package import ViewMessages

/// A part with rows that a user can filter.
package protocol FilterablePart: Sendable {
    var rowCount: Int { get }
    /// All of its rows are here. A piece is filtered by the role that has the other rows.
    var isWhole: Bool { get }

    /// The texts by which a row is found.
    /// - Parameter index: from 0.
    func texts(ofRow index: Int) -> [String?]

    /// The part with only these rows, in that order.
    func keeping(rows: [Int]) -> Part
}

extension FilterablePart {
    package var isWhole: Bool { true }
}

extension List: FilterablePart {
    package var rowCount: Int { rows.count }
    package var isWhole: Bool { (total ?? 0) <= rows.count }

    package func texts(ofRow index: Int) -> [String?] {
        let row = rows[index]
        return [row.title, row.subtitle, row.accessory]
    }

    package func keeping(rows kept: [Int]) -> Part {
        .list(
            List(
                rows: kept.map { rows[$0] }, empty: kept.isEmpty ? "No row matches" : empty, isMultiple: isMultiple))
    }
}

extension Table: FilterablePart {
    package var rowCount: Int { rows.count }
    package var isWhole: Bool { (total ?? 0) <= rows.count }

    package func texts(ofRow index: Int) -> [String?] { rows[index].cells.map(\.text) }

    package func keeping(rows kept: [Int]) -> Part {
        .table(
            Table(
                columns: columns, rows: kept.map { rows[$0] }, sort: sort,
                empty: kept.isEmpty ? "No row matches" : empty, isMultiple: isMultiple))
    }
}

extension Tree: FilterablePart {
    package var rowCount: Int { rows.count }

    package func texts(ofRow index: Int) -> [String?] { [rows[index].title, rows[index].accessory] }

    package func keeping(rows kept: [Int]) -> Part {
        .tree(
            Tree(
                rows: kept.map { rows[$0] }, empty: kept.isEmpty ? "No row matches" : empty, isMultiple: isMultiple))
    }
}

extension Gallery: FilterablePart {
    package var rowCount: Int { items.count }

    package func texts(ofRow index: Int) -> [String?] { [items[index].caption] }

    package func keeping(rows kept: [Int]) -> Part {
        .gallery(Gallery(heading: heading, items: kept.map { items[$0] }))
    }
}

extension Part {
    /// Nil for a part without rows.
    package var filterable: (any FilterablePart)? {
        switch self {
        case .list(let list): list
        case .table(let table): table
        case .tree(let tree): tree
        case .gallery(let gallery): gallery
        default: nil
        }
    }
}

extension Screen {
    /// True if a user can filter its rows.
    package var isFilterable: Bool { hasRows { $0.isWhole } }

    /// True if there are rows, but only pieces of longer lists. A filter would not find the others.
    package var hasOnlyPieces: Bool { !isFilterable && hasRows { !$0.isWhole } }

    private func hasRows(_ condition: (any FilterablePart) -> Bool) -> Bool {
        parts.contains { $0.filterable.map { $0.rowCount > 0 && condition($0) } ?? false }
    }
}
