/// How a session ended.
package struct Verdict: Equatable, Sendable {
    /// The exit code of the process.
    package var code: Int32
    /// Why the session could not go on, in one or more lines; nil if it could.
    package var reason: String?
    /// How many things went wrong; the log names them.
    package var problems: Int
    /// The path of the kept log; nil if there is no need to read it.
    package var log: String?
}
