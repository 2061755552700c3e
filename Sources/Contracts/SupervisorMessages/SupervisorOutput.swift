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

        package init(name: String, pid: Int32, uptime: Double, folder: String, services: [ServiceReport]) {
            self.name = name
            self.pid = pid
            self.uptime = uptime
            self.folder = folder
            self.services = services
        }

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
        /// How many lines a process that is sent the past repeats, because the live one has written them before.
        package var saidAlready: Int
        /// Whether the first line is a state to begin with.
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
        /// Seconds without a process that takes events.
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
        /// The service that wrote it on stderr; `viperline` is the supervisor.
        package var service: String
        package var text: String

        package init(time: String? = nil, service: String, text: String) {
            self.time = time
            self.service = service
            self.text = text
        }
    }

    /// The last line of a tap or a followed log: the session has ended, and everything was sent. A connection that ends without
    /// it was cut off.
    package struct Ended: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.ended"

        package init() {}
    }

    /// The request could not be carried out.
    package struct Failed: JSONCodable, Equatable, Sendable {
        package static let type = "supervisor.output.failed"
        package var message: String

        package init(message: String) {
            self.message = message
        }
    }
}

/// The present state of a service.
package struct ServiceReport: JSONCodable, Equatable, Sendable {
    /// What has passed one of its pipes since the session began.
    package struct Traffic: JSONCodable, Equatable, Sendable {
        package var lines: Int
        package var bytes: Int

        package init(lines: Int, bytes: Int) {
            self.lines = lines
            self.bytes = bytes
        }
    }

    /// What its process reports about itself.
    package struct Status: JSONCodable, Equatable, Sendable {
        package var text: String
        package var trouble: Bool

        package init(text: String, trouble: Bool) {
            self.text = text
            self.trouble = trouble
        }
    }

    package var name: String
    package var command: [String]
    /// Waiting, running, notReading, backingOff, yielding, closing, terminating, killing or ended.
    package var state: String
    /// Nil if it has no process.
    package var pid: Int32?
    /// Seconds that its process has been running.
    package var uptime: Double?
    /// How often its process was replaced.
    package var restarts: Int
    package var input: Traffic
    package var output: Traffic
    /// Bytes that wait for it to read them.
    package var queued: Int
    /// Whether it has the session's terminal.
    package var terminal: Bool
    /// Starting, healthy or unhealthy; nil if it is not checked, or has no process.
    package var health: String?
    /// Nil if it reports nothing, or has no process.
    package var status: Status?

    package init(
        name: String, command: [String], state: String, pid: Int32?, uptime: Double?, restarts: Int, input: Traffic,
        output: Traffic, queued: Int, terminal: Bool, health: String? = nil, status: Status? = nil
    ) {
        self.name = name
        self.command = command
        self.state = state
        self.pid = pid
        self.uptime = uptime
        self.restarts = restarts
        self.input = input
        self.output = output
        self.queued = queued
        self.terminal = terminal
        self.health = health
        self.status = status
    }

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
