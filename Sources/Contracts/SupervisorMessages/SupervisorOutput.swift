import JSON

/// Answers of a session on its control socket.
package enum SupervisorOutput {
    package struct Described: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.described"
        package var name: String
        package var pid: Int32
        /// Seconds.
        package var uptime: Double
        package var folder: String
        package var services: [ServiceReport]

        /// The answer with every value limited to what can be printed, since it may come from a broken program.
        package var bounded: Described {
            Described(
                name: Bounds.text(name), pid: max(0, pid), uptime: Bounds.seconds(uptime), folder: folder,
                services: services.map(\.bounded))
        }
    }

    /// The past events are sent; what follows is live.
    package struct CaughtUp: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.caughtUp"
        /// The number of lines that a process which is sent the past repeats, because the live one has written them before.
        package var saidAlready: Int
        /// The first line is a state to begin with.
        package var isRestored: Bool
    }

    package struct Sent: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.sent"
        package var count: Int
    }

    package struct Swapped: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.swapped"
        package var service: String
        package var pid: Int32
        /// Seconds without a process that takes events.
        package var gap: Double
    }

    package struct Stopping: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.stopping"
    }

    /// A line of the session's log.
    package struct Logged: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.logged"
        /// UTC (RFC 3339).
        package var time: String?
        /// The service that wrote the line on stderr; `viperline` is the supervisor.
        package var service: String
        package var text: String
    }

    /// The last line of a tap or a followed log: the session has ended, and everything was sent. A connection that ends without
    /// it was cut off.
    package struct Ended: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.ended"
    }

    /// The request could not be carried out.
    package struct Failed: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.failed"
        package var message: String
    }
}

/// The present state of a service.
package struct ServiceReport: JSONCodable, Equatable, Sendable {
    /// Traffic through one of the service's pipes since the session began.
    package struct Traffic: JSONCodable, Equatable, Sendable {
        package var lines: Int
        package var bytes: Int
    }

    /// The report of the service's process about itself, or the dependency that a service without a process waits for.
    package struct Status: JSONCodable, Equatable, Sendable {
        package var text: String
        package var trouble: Bool
    }

    package var name: String
    package var command: [String]
    /// Waiting, running, notReading, dismissed, backingOff, yielding, retiring, closing, terminating, killing or ended; suspended
    /// while its process is stopped.
    package var state: String
    /// The id of the service's process; nil if it has none.
    package var pid: Int32?
    /// Seconds that the service's process has been running.
    package var uptime: Double?
    /// The number of times that the service's process was replaced.
    package var restarts: Int
    package var input: Traffic
    package var output: Traffic
    /// Bytes that wait for the service to read them.
    package var queued: Int
    /// The service has the session's terminal.
    package var terminal: Bool
    /// Starting, healthy or unhealthy; nil if it is not checked, or has no process.
    package var health: String?
    /// The status; nil if the service reports nothing, or has ended.
    package var status: Status?

    /// The report with every value limited to what can be printed, since it may come from a broken program.
    package var bounded: ServiceReport {
        var report = self
        report.name = Bounds.text(name)
        report.state = Bounds.text(state)
        report.pid = pid.flatMap { $0 > 0 ? $0 : nil }
        report.uptime = uptime.map(Bounds.seconds)
        report.restarts = max(0, restarts)
        report.input = Traffic(lines: max(0, input.lines), bytes: max(0, input.bytes))
        report.output = Traffic(lines: max(0, output.lines), bytes: max(0, output.bytes))
        report.queued = max(0, queued)
        report.status = status.map { Status(text: Bounds.text($0.text), trouble: $0.trouble) }
        return report
    }
}
