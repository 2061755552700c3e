import ViewMessages

/// A column that the rows of a table can be sorted by.
struct SortChoice: Equatable, Sendable {
    let title: String
    /// The column's key.
    let key: String
    /// What is asked for without a direction.
    let sort: Sort
}
