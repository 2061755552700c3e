/// The life of a service as a table of state × event.
struct Transition: Equatable, Sendable {
    let state: ServiceState
    let actions: [ServiceAction]

    private init(_ state: ServiceState, _ actions: ServiceAction...) {
        self.state = state
        self.actions = actions
    }

    static func from(_ state: ServiceState, on event: ServiceEvent) -> Transition {
        switch (state, event) {
        case (.waiting, .started): Transition(.running)
        case (.waiting, .startFailed), (.waiting, .stopRequested), (.waiting, .hurryRequested): Transition(.ended)
        // A successor that could not be started has died, too.
        case (.running, .died), (.waiting, .died): Transition(.backingOff, .startBackoff)
        case (.running, .inputClosed): Transition(.notReading, .startGrace)
        case (.notReading, .graceElapsed): Transition(.dismissed, .sendStopSignal, .startGrace)
        case (.notReading, .died): Transition(.backingOff, .startBackoff)
        case (.notReading, .exited): Transition(.ended)
        case (.notReading, .swapRequested): Transition(.yielding, .yieldInput, .startFarewell)
        case (.notReading, .stopRequested): Transition(.closing, .closeInput, .startFarewell)
        case (.notReading, .hurryRequested): Transition(.killing, .kill)
        case (.dismissed, .graceElapsed): Transition(.dismissed, .kill)
        case (.dismissed, .died): Transition(.backingOff, .startBackoff)
        case (.dismissed, .exited): Transition(.ended)
        // The process was signalled already.
        case (.dismissed, .swapRequested): Transition(.retiring, .yieldInput, .startGrace)
        case (.dismissed, .stopRequested): Transition(.terminating, .closeInput, .startGrace)
        case (.dismissed, .hurryRequested): Transition(.killing, .kill)
        case (.backingOff, .backoffElapsed): Transition(.waiting)
        case (.backingOff, .stopRequested), (.backingOff, .hurryRequested): Transition(.ended)
        case (.running, .swapRequested): Transition(.yielding, .yieldInput, .startFarewell)
        case (.yielding, .graceElapsed): Transition(.retiring, .sendStopSignal, .startGrace)
        case (.yielding, .exited): Transition(.waiting)
        case (.yielding, .stopRequested): Transition(.closing, .closeInput, .startFarewell)
        case (.yielding, .hurryRequested): Transition(.killing, .kill)
        // The successor gets the unfinished input, as after a death.
        case (.retiring, .graceElapsed): Transition(.retiring, .kill)
        case (.retiring, .exited): Transition(.waiting)
        case (.retiring, .stopRequested): Transition(.terminating, .closeInput, .startGrace)
        case (.retiring, .hurryRequested): Transition(.killing, .kill)
        case (.backingOff, .swapRequested), (.ended, .swapRequested): Transition(.waiting)
        case (.running, .stopRequested): Transition(.closing, .closeInput, .startFarewell)
        case (.closing, .graceElapsed): Transition(.terminating, .sendStopSignal, .startGrace)
        case (.terminating, .graceElapsed): Transition(.killing, .kill)
        case (.running, .hurryRequested), (.closing, .hurryRequested), (.terminating, .hurryRequested):
            Transition(.killing, .kill)
        case (.running, .exited), (.closing, .exited), (.terminating, .exited), (.killing, .exited):
            Transition(.ended)

        // Nothing follows: an ended service stays ended, a timer may fire late, a request may come twice.
        case (.waiting, .exited), (.waiting, .graceElapsed), (.running, .graceElapsed), (.killing, .graceElapsed),
            (.backingOff, .exited), (.backingOff, .graceElapsed), (.backingOff, .started), (.backingOff, .startFailed),
            (.closing, .died), (.terminating, .died), (.killing, .died), (.backingOff, .died),
            (.waiting, .backoffElapsed), (.running, .backoffElapsed), (.closing, .backoffElapsed),
            (.terminating, .backoffElapsed), (.killing, .backoffElapsed),
            (.closing, .stopRequested), (.terminating, .stopRequested), (.killing, .stopRequested),
            (.killing, .hurryRequested),
            (.yielding, .started), (.yielding, .startFailed), (.yielding, .died), (.yielding, .backoffElapsed),
            (.waiting, .swapRequested), (.yielding, .swapRequested), (.closing, .swapRequested),
            (.terminating, .swapRequested), (.killing, .swapRequested),
            (.notReading, .started), (.notReading, .startFailed), (.notReading, .backoffElapsed),
            (.notReading, .inputClosed), (.dismissed, .inputClosed), (.retiring, .inputClosed),
            (.dismissed, .started), (.dismissed, .startFailed), (.dismissed, .backoffElapsed),
            (.retiring, .started), (.retiring, .startFailed), (.retiring, .died), (.retiring, .backoffElapsed),
            (.retiring, .swapRequested), (.waiting, .inputClosed), (.backingOff, .inputClosed),
            (.yielding, .inputClosed), (.closing, .inputClosed), (.terminating, .inputClosed),
            (.killing, .inputClosed),
            (.running, .started), (.closing, .started), (.terminating, .started), (.killing, .started),
            (.running, .startFailed), (.closing, .startFailed), (.terminating, .startFailed), (.killing, .startFailed),
            (.ended, _):
            Transition(state)
        }
    }
}

enum ServiceState: CaseIterable, Sendable {
    /// The service's dependencies are not met yet.
    case waiting
    case running
    /// The process has closed stdin but keeps running; it has the grace period to end, then another process replaces
    /// it.
    case notReading
    /// The process was sent the stop signal because it had closed stdin; it has the grace period once more.
    case dismissed
    /// The process has died; another one replaces it after a delay.
    case backingOff
    /// The process's stdin was closed so that another one can replace it; it has some time to finish (``ServiceLife/Farewell``).
    case yielding
    /// The process was sent the stop signal so that another one can replace it; it has the grace period to end.
    case retiring
    /// The process's stdin was closed; it has some time to finish.
    case closing
    /// The process was sent the stop signal; it has the grace period to end.
    case terminating
    /// The process was sent SIGKILL.
    case killing
    case ended

    /// True if the service has a process that has not ended.
    var isAlive: Bool {
        switch self {
        case .running, .notReading, .dismissed, .yielding, .retiring, .closing, .terminating, .killing: true
        case .waiting, .backingOff, .ended: false
        }
    }

    /// True if the process was sent the stop signal.
    var isSignalled: Bool {
        switch self {
        case .dismissed, .retiring, .terminating: true
        case .waiting, .running, .notReading, .backingOff, .yielding, .closing, .killing, .ended: false
        }
    }

    /// True if the end of the service has not been requested yet.
    var isStoppable: Bool {
        switch self {
        case .waiting, .running, .notReading, .dismissed, .backingOff, .yielding, .retiring: true
        case .closing, .terminating, .killing, .ended: false
        }
    }
}

enum ServiceEvent: CaseIterable, Sendable {
    case started, startFailed, exited
    /// The process has ended, and is to be replaced.
    case died
    case backoffElapsed
    /// The process has closed stdin, and would be replaced if it ended.
    case inputClosed
    /// Another process is to replace this one, or to follow one that has ended.
    case swapRequested
    case stopRequested, graceElapsed
    /// The user does not want to wait (a second Ctrl-C).
    case hurryRequested
}

/// An action that a transition asks for.
enum ServiceAction: Sendable {
    case closeInput, yieldInput, startFarewell, startGrace, sendStopSignal, kill, startBackoff
}
