import JSON

/// Requests to a running session over its control socket, one event per line.
package enum SupervisorInput {
    /// Answered with ``SupervisorOutput/Described``.
    package struct Describe: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.describe"
    }

    /// Answered with a record of each event that passes (see `Recording`), until the connection is closed.
    package struct Tap: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.tap"
        /// Patterns, as in a compose file; empty for every type.
        package var types: [String]  // init: []
        /// The service whose events are wanted, sent or received; nil for all.
        package var service: String?
        /// Begin with what a new process of the service would be sent now, then ``SupervisorOutput/CaughtUp``.
        package var catchesUp: Bool?
        /// Begin with the header of a cassette (see `Recording`).
        package var isLabelled: Bool?
    }

    /// All further lines of the connection are events for the bus; at their end comes ``SupervisorOutput/Sent``.
    package struct Send: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.send"
    }

    /// Replaces the process of a service. Answered with ``SupervisorOutput/Swapped`` once the new process has proved itself.
    package struct Swap: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.swap"
        package var service: String
        /// The program's absolute path and its arguments; nil for the present command.
        package var command: [String]?
        /// The command's working directory; nil for the present one.
        package var folder: String?
    }

    /// Stops a service, or the session. Answered with ``SupervisorOutput/Stopping``; the connection closes when the session
    /// ends.
    package struct Stop: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.stop"
        package var service: String?
    }

    /// Answered with a ``SupervisorOutput/Logged`` for each of the last lines of the log and, if it follows, for each new one.
    package struct ReadLog: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.input.readLog"
        /// Services whose lines are wanted; empty for all.
        package var services: [String] = []
        package var follows: Bool  // init: false
        /// The time from which lines are wanted: UTC in milliseconds, as in ``SupervisorOutput/Logged``.
        package var since: String?
        /// The most of the existing lines to send; new ones follow.
        package var last: Int?
    }
}

/// Limits for the values in a supervisor's answer, which may come from a broken program.
package enum Bounds {
    /// A hundred years in seconds.
    package static let longestTime = 3_155_760_000.0
    /// Characters of a name or text.
    package static let longestText = 200

    package static func seconds(_ seconds: Double) -> Double {
        seconds.isFinite ? min(max(0, seconds), longestTime) : 0
    }

    package static func text(_ text: String) -> String {
        text.count > longestText ? "\(text.prefix(longestText))…" : text
    }
}
