import ViewMessages

/// Rows of which a person chooses.
protocol PickedRows: Sendable {
    var count: Int { get }
    /// As it is shown.
    func row(at index: Int) -> Row
    /// What it is found by.
    func texts(at index: Int) -> [String?]
    /// The places of those that are here, in the order of the ids.
    func indices(of ids: [String]) -> [Int]
    /// What is told when it is chosen.
    func result(at index: Int) -> [UInt8]
}
