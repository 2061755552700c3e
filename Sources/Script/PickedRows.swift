import ViewMessages

/// Rows of which a person chooses.
protocol PickedRows: Sendable {
    var count: Int { get }
    /// As it is shown.
    func row(at index: Int) -> Row
    /// What it is found by.
    func texts(at index: Int) -> [String?]
    func index(of id: String) -> Int?
    /// What is told when it is chosen.
    func result(at index: Int) -> [UInt8]
}
