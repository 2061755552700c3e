package import Wire

/// A process of a session. Key names and meanings are those of the Compose Specification where it has them.
package struct Service: Equatable, Sendable {
    package var name: String
    /// The program and its arguments, never a shell line.
    package var command: [String]
    /// Variables in addition to the supervisor's own environment.
    package var environment: [String: String] = [:]
    package var workingDirectory: String?
    /// True if the service gets the session's terminal as descriptors 3 (input) and 4 (output).
    package var tty = false
    /// True if the session ends when this service does, with its exit code.
    package var exitOnEnd = false
    package var receives: [MessagePattern] = []
    package var sends: [MessagePattern] = []
    package var dependsOn: [Dependency] = []
    /// The number of the signal; SIGTERM by default.
    package var stopSignal: Int32 = 15
    /// The time that the service may take to end after its input has been closed, and again after the stop signal.
    package var stopGracePeriod: Duration = .seconds(2)
    package var restart = RestartMode.never
    /// Exit codes other than 0 that mean success.
    package var successExitCodes: [Int32] = []
    /// Nil if the service itself reports that it is ready, or none depends on that.
    package var healthCheck: HealthCheck?
    /// Other names by which files that are merged later mean it.
    package var aliases: [String] = []
    /// The way in which a successor regains what its predecessor knew.
    package var recovery = Recovery.none
    /// The files that belong to it; empty while nothing is watched.
    package var watch: [WatchRule] = []
    /// True if recordings of the service can be compared: not if it reads a clock or looks at the machine.
    package var isTested = true
    /// Descriptors of this process that each process of the service gets, beside its standard streams. No file can name them.
    package var inherited: [Inherited] = []

    /// A descriptor, by its numbers here and there.
    package struct Inherited: Equatable, Sendable {
        package var ours: Int32
        package var theirs: Int32

        /// - Parameters:
        /// - ours: a descriptor of this process, from 10 up, so that the standard streams of the child do not take its place.
        /// - theirs: a descriptor of the child, from 3 up.
        package init(ours: Int32, theirs: Int32) {
            self.ours = ours
            self.theirs = theirs
        }
    }

    package init(name: String, command: [String]) {
        self.name = name
        self.command = command
    }
}

/// A condition on another service for this one to start.
package struct Dependency: Equatable, Sendable {
    package enum Condition: String, CaseIterable, Sendable {
        case started = "service_started"
        /// The service's check has succeeded; or, without one, it has sent `process.output.ready`.
        case healthy = "service_healthy"
        case completedSuccessfully = "service_completed_successfully"
    }

    package var service: String
    package var condition: Condition

    package init(service: String, condition: Condition = .started) {
        self.service = service
        self.condition = condition
    }
}

extension Dependency: CustomStringConvertible {
    /// `catalog`, or with a condition other than "started" `catalog (service_healthy)`.
    package var description: String { condition == .started ? service : "\(service) (\(condition.rawValue))" }
}

/// The ends of a process after which its service is restarted.
package enum RestartMode: Equatable, Sendable {
    case never
    /// Restarts after a failure; at most that many times in a row.
    case onFailure(limit: Int)
    case always(limit: Int)

    /// The number of deaths in a row that end the session by default.
    package static let standardLimit = 10
}

/// The input that a successor is sent before anything new.
package enum Recovery: Equatable, Sendable {
    /// The lines that the predecessor has not read, and no others.
    case none
    /// The requests that the predecessor has received and not answered, in order. `notices` are inputs that have no
    /// answer, `progress` outputs that do not count as an answer.
    case redeliver(notices: [MessagePattern], progress: [MessagePattern])
    /// All that the predecessor has received since its last snapshot. As many of the successor's output lines are dropped as the
    /// predecessor had written since, so that each effect happens once. For deterministic roles.
    case replay
    /// The newest state of each type and subject.
    case latest
}

/// A program that tests whether a service works: it ends with 0 if so (Compose Specification, "healthcheck").
///
/// The first check begins with the service's process. While the service has not been healthy yet, and has run for less than
/// `startPeriod`, it is checked every `startInterval`, and failures don't count; after that every `interval`.
package struct HealthCheck: Equatable, Sendable {
    /// The program and its arguments, never a shell line.
    package var command: [String]
    /// The time from the end of a check to the beginning of the next one.
    package var interval = Duration.seconds(30)
    /// The time after which a check is killed and has failed.
    package var timeout = Duration.seconds(30)
    /// The number of failures in a row that make the service unhealthy.
    package var retries = 3
    package var startPeriod = Duration.seconds(30)
    package var startInterval = Duration.seconds(1)

    package init(command: [String]) { self.command = command }
}
