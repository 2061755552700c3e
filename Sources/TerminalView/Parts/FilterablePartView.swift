import ViewMessages

/// A part with rows that a person can filter.
protocol FilterablePartView: PartView {
    var rowCount: Int { get }

    /// What a row is found by.
    /// - Parameter index: from 0.
    func texts(ofRow index: Int) -> [String?]

    /// The part with only these rows, in that order.
    func keeping(rows: [Int]) -> Part
}
