/// What can happen to a service.
enum ServiceEvent: CaseIterable, Sendable {
    case started, startFailed, exited
    /// Its process has ended, and is to be replaced.
    case died
    case backoffElapsed
    /// Its process has closed stdin, and would be replaced if it ended.
    case inputClosed
    /// Another process is to replace this one, or to follow one that has ended.
    case swapRequested
    case stopRequested, graceElapsed
    /// The person does not want to wait (a second Ctrl-C).
    case hurryRequested
}

/// What a transition asks for.
enum ServiceAction: Sendable {
    case closeInput, yieldInput, startGrace, sendStopSignal, kill, startBackoff
}
