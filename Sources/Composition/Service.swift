package import Wire

/// One process of a session. Key names and meanings are those of the Compose Specification where it has them.
package struct Service: Equatable, Sendable {
    package var name: String
    /// The program and its arguments, never a shell line.
    package var command: [String]
    /// Added to the supervisor's own environment.
    package var environment: [String: String] = [:]
    package var workingDirectory: String?
    /// Gets the session's terminal as descriptors 3 (input) and 4 (output).
    package var tty = false
    /// The session ends when this service does, with its exit code.
    package var exitOnEnd = false
    package var receives: [MessagePattern] = []
    package var sends: [MessagePattern] = []
    package var dependsOn: [Dependency] = []
    /// Its number; SIGTERM unless the file says otherwise.
    package var stopSignal: Int32 = 15
    /// How long the service may take to end after its input has been closed, and again after the stop signal.
    package var stopGracePeriod: Duration = .seconds(2)
    package var restart = RestartMode.never
    /// Exit codes besides 0 that mean success.
    package var successExitCodes: [Int32] = []
    /// How a successor regains what its predecessor knew.
    package var recovery = Recovery.none
    /// The files that belong to it; empty while nothing is watched.
    package var watch: [WatchRule] = []

    package init(name: String, command: [String]) {
        self.name = name
        self.command = command
    }
}

/// A condition on another service for this one to start.
package struct Dependency: Equatable, Sendable {
    package enum Condition: String, CaseIterable, Sendable {
        case started = "service_started"
        /// It has sent `process.output.ready`.
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
