import Analysis
import Composition
import SafeText

extension StatisticsReport {
    var text: String {
        [summary, typeTable, serviceTable, responseTable].compactMap(\.self).joined(separator: "\n")
    }

    private var summary: String {
        let name = composition.map { "\($0.printable), started \(started?.printable ?? "at an unknown time"): " } ?? ""
        let losses = [
            missed > 0 ? "\(missed) events were not recorded" : nil,
            damages.isEmpty ? nil : "\(damages.count) damaged lines",
        ].compactMap(\.self)
        return "\(name)\(events) events, \(SessionReport.size(bytes)), \(SessionReport.duration(duration))"
            + losses.map { "; \($0)" }.joined() + "\n"
    }

    private var typeTable: String {
        TextTable(
            header: ["TYPE", "EVENTS", "BYTES"],
            rows: types.map { [$0.name, "\($0.events)", SessionReport.size($0.bytes)] }
        ).description
    }

    private var serviceTable: String {
        TextTable(
            header: ["SERVICE", "SENT", "BYTES", "RECEIVED", "BYTES"],
            rows: services.map {
                [
                    $0.name, "\($0.sent)", SessionReport.size($0.sentBytes), "\($0.received)",
                    SessionReport.size($0.receivedBytes),
                ]
            }
        ).description
    }

    /// Nil if no action was answered.
    private var responseTable: String? {
        guard let first = responses["first"], first.count > 0, let last = responses["last"] else { return nil }
        return TextTable(
            header: ["FROM ACTION TO", "COUNT", "P50", "P99", "MAX"],
            rows: Self.rows("first screen", first) + Self.rows("last screen", last)
        ).description
    }

    private static func rows(_ title: String, _ times: Times) -> [[String]] {
        let roles = (times.roles ?? [:]).sorted { $0.key < $1.key }.map { ("  in \($0.key)", $0.value) }
        return ([(title, times)] + roles).map { title, times in
            [title, "\(times.count)"] + [times.p50, times.p99, times.max].map(Latency.text)
        }
    }
}
