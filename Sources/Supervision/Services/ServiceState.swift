/// Where a service stands in its life.
enum ServiceState: CaseIterable, Sendable {
    /// Its dependencies are not met yet.
    case waiting
    case running
    /// Its process has closed stdin but goes on; it has the grace period to end, then another process replaces it.
    case notReading
    /// Its process has died; another one replaces it after a delay.
    case backingOff
    /// Its stdin was closed so that another process can replace it; it has the grace period to finish.
    case yielding
    /// Its stdin was closed; it has the grace period to finish.
    case closing
    /// It was sent the stop signal; it has the grace period once more.
    case terminating
    /// It was sent SIGKILL.
    case killing
    case ended

    /// Whether the service has a process that has not ended.
    var isAlive: Bool {
        switch self {
        case .running, .notReading, .yielding, .closing, .terminating, .killing: true
        case .waiting, .backingOff, .ended: false
        }
    }

    /// Whether nobody has asked for its end yet.
    var isStoppable: Bool {
        switch self {
        case .waiting, .running, .notReading, .backingOff, .yielding: true
        case .closing, .terminating, .killing, .ended: false
        }
    }
}
