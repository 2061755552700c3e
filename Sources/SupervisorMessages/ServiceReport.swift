import JSON

/// How a service stands at this moment.
package struct ServiceReport: JSONCodable, Equatable, Sendable {
    /// What has gone through one of its pipes since the session began.
    package struct Traffic: JSONCodable, Equatable, Sendable {
        package var lines: Int
        package var bytes: Int

        package init(lines: Int, bytes: Int) {
            self.lines = lines
            self.bytes = bytes
        }
    }

    package var name: String
    package var command: [String]
    /// Waiting, running, notReading, backingOff, yielding, closing, terminating, killing or ended.
    package var state: String
    /// Nil where it has no process.
    package var pid: Int32?
    /// Seconds that its process has run.
    package var uptime: Double?
    /// How many processes have taken the place of an earlier one.
    package var restarts: Int
    package var input: Traffic
    package var output: Traffic
    /// Bytes that wait to be read by it.
    package var queued: Int
    /// Whether it has the session's terminal.
    package var terminal: Bool

    package init(
        name: String, command: [String], state: String, pid: Int32?, uptime: Double?, restarts: Int, input: Traffic,
        output: Traffic, queued: Int, terminal: Bool
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
    }

    /// With every number and text within the bounds in which it can be printed: whoever answers may be broken.
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
        return report
    }
}
