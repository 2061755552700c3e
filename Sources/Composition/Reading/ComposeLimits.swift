import Wire

/// Upper limits of the numbers in a compose file: beyond anything sensible, and small enough that sums cannot overflow.
enum ComposeLimits {
    /// Of `line_limit` and `queue_limit`; every program accepts lines of this length.
    static let mostBytes = LineBuffer.highestLimit
    static let longestDuration = Duration.seconds(24 * 3600)
    /// Of what is repeated, so that it leaves time for other things.
    static let shortestInterval = Duration.milliseconds(10)
    /// Of failed checks in a row.
    static let mostRetries = 1000
    /// Of deaths in a row.
    static let mostRestarts = 1_000_000
    /// Of the rules in one file.
    static let mostRules = 1000
    /// Of what a rule says, in bytes: it stands in every refusal.
    static let longestReason = 500
    /// Of an application's description, in bytes: it is one line of a list.
    static let longestDescription = 200
}
