/// Exit codes of our programs: the few that a script can act on (sysexits.h).
package enum ExitStatus: Int32, Sendable, Error {
    case done = 0
    /// The command line is wrong.
    case usage = 64
    /// The input is invalid and the program was told to be strict.
    case badInput = 65
    /// A required service is unavailable.
    case unavailable = 69
    /// A bug in the program.
    case defect = 70
    /// Temporary: a retry may succeed.
    case temporary = 75
}
