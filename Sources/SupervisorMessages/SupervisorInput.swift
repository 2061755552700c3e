import JSON

/// What can be asked of a running session over its control socket: one event a line, as everywhere.
package enum SupervisorInput {
    /// Answered with ``SupervisorOutput/Described``.
    package struct Describe: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.describe"

        package init() {}
    }

    /// From now on the connection carries a record of each event that passes (see `Recording`), until it is closed.
    package struct Tap: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.tap"
        /// Patterns, as in a compose file; empty for every type.
        package var types: [String]
        /// Only what this service sends or receives.
        package var service: String?
        /// First what a process that takes the service's place now would be sent, then
        /// ``SupervisorOutput/CaughtUp``.
        package var catchesUp: Bool?
        /// Before all else the header of a cassette (see `Recording`).
        package var isLabelled: Bool?

        package init(
            types: [String] = [], service: String? = nil, catchesUp: Bool? = nil, isLabelled: Bool? = nil
        ) {
            self.types = types
            self.service = service
            self.catchesUp = catchesUp
            self.isLabelled = isLabelled
        }
    }

    /// From now on each line of the connection is an event to be put on the bus; at its end comes
    /// ``SupervisorOutput/Sent``.
    package struct Send: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.send"

        package init() {}
    }

    /// Replaces the process of a service. Answered with ``SupervisorOutput/Swapped`` once the new one has proved itself.
    package struct Swap: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.swap"
        package var service: String
        /// The program's absolute path and its arguments; nil for the command that it has.
        package var command: [String]?
        /// Where the command is run; nil for where the service is.
        package var folder: String?

        package init(service: String, command: [String]? = nil, folder: String? = nil) {
            self.service = service
            self.command = command
            self.folder = folder
        }
    }

    /// Stops a service, or the session. Answered with ``SupervisorOutput/Stopping``; a session's end closes the connection.
    package struct Stop: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.stop"
        package var service: String?

        package init(service: String? = nil) {
            self.service = service
        }
    }

    /// Answered with a ``SupervisorOutput/Logged`` for each of the last lines of the log, and for those that come, if
    /// it follows.
    package struct ReadLog: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.readLog"
        package var service: String?
        package var follows: Bool

        package init(service: String? = nil, follows: Bool = false) {
            self.service = service
            self.follows = follows
        }
    }
}
