package import Wire

/// What the linear mode has to have done, in order.
package enum LinearEffect: Equatable, Sendable {
    /// The memory goes out in the same write, so that no kill can come between the two.
    case send(Event, LinearMemory)
    /// Text for the session's output; then the memory, if any, is told.
    case print(String, LinearMemory?)
    /// A line for the diagnostics.
    case complain(String)
    /// Go on where an earlier process was.
    case resume(LinearMemory)
    /// Whether what is typed next is a secret, which no terminal shows.
    case hideInput(Bool)
    case end(ExitStatus)
}
