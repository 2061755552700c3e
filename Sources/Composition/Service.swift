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
    /// Nil where the service itself says that it is ready, or nobody asks.
    package var healthCheck: HealthCheck?
    /// Other names by which files that are merged later mean it.
    package var aliases: [String] = []
    /// How a successor regains what its predecessor knew.
    package var recovery = Recovery.none
    /// The files that belong to it; empty while nothing is watched.
    package var watch: [WatchRule] = []
    /// Descriptors of this process that each process of the service gets, beside its standard streams. No file can name them.
    package var inherited: [Inherited] = []

    /// A descriptor, by its numbers here and there.
    package struct Inherited: Equatable, Sendable {
        package var ours: Int32
        package var theirs: Int32

        /// - Parameters:
        ///   - ours: from 10 up, so that the standard streams of the child do not take its place.
        ///   - theirs: from 3 up.
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
        /// Its check has succeeded; or, without one, it has sent `process.output.ready`.
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
