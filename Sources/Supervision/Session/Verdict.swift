/// How a session ended.
package struct Verdict: Equatable, Sendable {
    /// What the process should exit with.
    package var code: Int32
    /// Why it could not go on, where that is so; a line or several.
    package var reason: String?
    /// How many things went wrong on the way; the log tells them.
    package var problems: Int
    /// Where the log is kept; nil when there is no need to read it.
    package var log: String?
}
