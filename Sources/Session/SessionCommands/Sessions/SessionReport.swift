import CommandBasis
import JSON
import Processes
import SafeText
import SupervisorMessages

/// The report of `viperline ps` about one session: the supervisor's report, and what the system reports about the processes.
struct SessionReport: JSONWritable {
    struct ServiceRow {
        let report: ServiceReport
        /// Nil without a process.
        let usage: ProcessUsage?
    }

    var name: String
    var pid: Int32
    var uptime: Double
    var folder: String
    var services: [ServiceRow]

    init(_ session: SupervisorOutput.Described) {
        name = session.name
        pid = session.pid
        uptime = session.uptime
        folder = session.folder
        services = session.services.map { ServiceRow(report: $0, usage: $0.pid.flatMap(ProcessUsage.of)) }
    }

    /// - Parameter width: the terminal's; nil for all columns.
    func text(width: Int?) -> String {
        let hasStatus = services.contains { $0.report.status != nil }
        let header = ["SERVICE", "STATE", "PID", "UPTIME", "RESTARTS", "IN", "OUT", "QUEUED", "CPU", "MEMORY"]
        let table = TextTable(
            header: hasStatus ? header + ["STATUS"] : header,
            rows: services.map {
                hasStatus ? Self.cells($0) + [Self.status($0.report, most: width.map { $0 / 3 })] : Self.cells($0)
            }
        ).fitting(width, without: Self.dispensable)
        return "\(name.printable) (\(pid)), running for \(Amount.duration(uptime))\n\(table)"
    }

    /// The columns that a narrow terminal does not show, the first of them at first.
    private static let dispensable = ["QUEUED", "UPTIME", "CPU", "OUT", "IN", "MEMORY", "RESTARTS", "PID"]

    private static func cells(_ row: ServiceRow) -> [String] {
        let report = row.report
        return [
            report.name, state(report), report.pid.map(String.init) ?? "-", report.uptime.map(Amount.duration) ?? "-",
            "\(report.restarts)", traffic(report.input), traffic(report.output), Amount.size(report.queued),
            row.usage.map { Amount.duration($0.processorTime) } ?? "-",
            row.usage.map { Amount.size($0.residentMemory) } ?? "-",
        ]
    }

    /// Such as `running`, or of a service that is checked `running (healthy)`.
    private static func state(_ report: ServiceReport) -> String {
        report.health.map { "\(report.state) (\($0))" } ?? report.state
    }

    /// Such as `nats://host: 0.2 ms`, or `! the server is gone`.
    /// - Parameter most: characters.
    private static func status(_ report: ServiceReport, most: Int?) -> String {
        let text = report.status.map { $0.trouble ? "! \($0.text)" : $0.text } ?? "-"
        guard let most, text.count > most else { return text }
        return "\(text.prefix(max(most - 1, 0)))…"
    }

    private static func traffic(_ traffic: ServiceReport.Traffic) -> String {
        traffic.lines == 0 ? "-" : "\(traffic.lines) (\(Amount.size(traffic.bytes)))"
    }
}

extension SessionReport.ServiceRow: JSONWritable {
    /// The members of the report, with those of the usage among them.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("command", report.command)
        writer.member("cpu", usage?.processorTime)
        writer.member("health", report.health)
        writer.member("input", report.input)
        writer.member("memory", usage?.residentMemory)
        writer.member("name", report.name)
        writer.member("output", report.output)
        writer.member("pid", report.pid)
        writer.member("queued", report.queued)
        writer.member("restarts", report.restarts)
        writer.member("state", report.state)
        writer.member("status", report.status)
        writer.member("terminal", report.terminal)
        writer.member("uptime", report.uptime)
        writer.endObject()
    }
}
