/// Where a service stands in its life.
enum ServiceState: CaseIterable, Sendable {
    /// Its dependencies are not met yet.
    case waiting
    case running
    /// Its input has been closed; it has the grace period to finish.
    case closing
    /// It has got the stop signal; it has the grace period once more.
    case terminating
    /// It has got SIGKILL.
    case killing
    case ended
}

/// What can happen to a service.
enum ServiceEvent: CaseIterable, Sendable {
    case started, startFailed, exited
    case stopRequested, graceElapsed
    /// The person does not want to wait (a second Ctrl-C).
    case hurryRequested
}

/// What the loop has to do about it.
enum ServiceAction: Sendable {
    case closeInput, startGrace, sendStopSignal, kill
}

/// The life of a service as a table of state × event; the loop carries out what it says.
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
        case (.running, .stopRequested): Transition(.closing, .closeInput, .startGrace)
        case (.closing, .graceElapsed): Transition(.terminating, .sendStopSignal, .startGrace)
        case (.terminating, .graceElapsed): Transition(.killing, .kill)
        case (.running, .hurryRequested), (.closing, .hurryRequested), (.terminating, .hurryRequested):
            Transition(.killing, .kill)
        case (.running, .exited), (.closing, .exited), (.terminating, .exited), (.killing, .exited):
            Transition(.ended)

        // Nothing follows: what has ended stays so, a timer may fire late, a request may come twice.
        case (.waiting, .exited), (.waiting, .graceElapsed), (.running, .graceElapsed), (.killing, .graceElapsed),
            (.closing, .stopRequested), (.terminating, .stopRequested), (.killing, .stopRequested),
            (.killing, .hurryRequested),
            (.running, .started), (.closing, .started), (.terminating, .started), (.killing, .started),
            (.running, .startFailed), (.closing, .startFailed), (.terminating, .startFailed), (.killing, .startFailed),
            (.ended, _):
            Transition(state)
        }
    }
}
