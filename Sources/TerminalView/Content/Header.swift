/// A line that stays in sight while the lines that it belongs to are.
struct Header: Equatable, Sendable {
    /// In ``Content/lines``.
    let line: Int
    /// What it belongs to, right below it.
    let lines: Range<Int>
}
