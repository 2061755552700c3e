package import ViewMessages

extension Table {
    /// What asking for that column means: the other direction, if the rows are sorted by it; else its own first one.
    package func sort(by column: Column) -> Sort {
        guard let sort, sort.column == column.id else {
            return Sort(column: column.id, isDescending: column.alignment == .end)
        }
        return Sort(column: column.id, isDescending: !sort.isDescending)
    }
}

extension Column {
    package var canBeSorted: Bool { isSortable == true }
}
