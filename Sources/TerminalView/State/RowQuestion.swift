/// Rows that are asked for, and the screen that they are missing on.
struct RowQuestion: Equatable, Sendable {
    let missing: Range<Int>
    /// Counts the screens of the scene.
    let screen: Int
}
