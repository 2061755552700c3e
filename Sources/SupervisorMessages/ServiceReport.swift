import JSON

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

    /// What its process says of itself.
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
    /// Nil if it says nothing, or has no process.
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
