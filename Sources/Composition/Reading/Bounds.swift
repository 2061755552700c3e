import Wire

/// What the numbers of a compose file may be at most. Far beyond what makes sense, and small enough that nobody who adds them up
/// has to think of overflow.
enum Bounds {
    /// Of `line_limit` and `queue_limit`; every program takes lines as long.
    static let mostBytes = LineBuffer.highestLimit
    static let longestDuration = Duration.seconds(24 * 3600)
    /// Of deaths in a row.
    static let mostRestarts = 1_000_000
}
