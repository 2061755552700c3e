/// A list or a table of which a piece is here, among the rows of a page.
struct LinearWindow: Equatable, Sendable {
    /// The number of the first of all its rows.
    let first: Int
    let rows: RowWindow

    /// Rows that a command asks for at once.
    private static let most = 1000

    /// The rows with these numbers, as `didScroll` counts them; nil where they are here, or belong to something else.
    func missing(_ numbers: ClosedRange<Int>) -> Range<Int>? {
        let lower = max(numbers.lowerBound, first) - first
        let upper = min(numbers.upperBound, first + rows.total - 1) - first
        guard lower <= upper, lower < rows.rows.lowerBound || upper >= rows.rows.upperBound else { return nil }
        return lower..<min(upper, lower + Self.most - 1) + 1
    }
}
