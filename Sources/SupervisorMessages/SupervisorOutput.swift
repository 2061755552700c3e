import JSON

/// What a session answers on its control socket.
package enum SupervisorOutput {
    package struct Described: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.described"
        package var name: String
        package var pid: Int32
        /// Seconds.
        package var uptime: Double
        package var folder: String
        package var services: [ServiceReport]

        package init(name: String, pid: Int32, uptime: Double, folder: String, services: [ServiceReport]) {
            self.name = name
            self.pid = pid
            self.uptime = uptime
            self.folder = folder
            self.services = services
        }

        /// With every number and text within the bounds in which it can be printed: whoever answers may be broken.
        package var bounded: Described {
            Described(
                name: Bounds.text(name), pid: max(0, pid), uptime: Bounds.seconds(uptime), folder: folder,
                services: services.map(\.bounded))
        }
    }

    /// What was there before has been told; what follows is live.
    package struct CaughtUp: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.caughtUp"
        /// How many lines a process that was sent all this says again, because the live one has said them already.
        package var saidAlready: Int
        /// Whether the first line gives it a state.
        package var isRestored: Bool

        package init(saidAlready: Int, isRestored: Bool) {
            self.saidAlready = saidAlready
            self.isRestored = isRestored
        }
    }

    package struct Sent: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.sent"
        package var count: Int

        package init(count: Int) {
            self.count = count
        }
    }

    package struct Swapped: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.swapped"
        package var service: String
        package var pid: Int32
        /// Seconds in which the service had no process to give events to.
        package var gap: Double

        package init(service: String, pid: Int32, gap: Double) {
            self.service = service
            self.pid = pid
            self.gap = gap
        }
    }

    package struct Stopping: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.stopping"

        package init() {}
    }

    /// A line of the session's log.
    package struct Logged: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.logged"
        /// UTC (RFC 3339).
        package var time: String?
        /// Who wrote it on stderr; `viperline` is the supervisor.
        package var service: String
        package var text: String

        package init(time: String? = nil, service: String, text: String) {
            self.time = time
            self.service = service
            self.text = text
        }
    }

    /// The last line for who taps or follows the log: the session has ended, and this one has been told everything.
    /// A connection that ends without it was cut off.
    package struct Ended: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.ended"

        package init() {}
    }

    /// What was asked for could not be done; action, object and cause.
    package struct Failed: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.failed"
        package var message: String

        package init(message: String) {
            self.message = message
        }
    }
}
