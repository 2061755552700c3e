/// How a program of ours ends; the few codes that a script can act on (sysexits.h).
package enum ExitStatus: Int32, Sendable, Error {
    case done = 0
    /// The command line is wrong.
    case usage = 64
    /// The input is bad, where the program was told to be strict.
    case badInput = 65
    /// A service that is needed is not there.
    case unavailable = 69
    /// A defect of ours.
    case defect = 70
    /// It may work later.
    case temporary = 75
}
