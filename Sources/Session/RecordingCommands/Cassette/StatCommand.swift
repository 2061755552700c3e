import Analysis
import CommandBasis
import Commands
import JSON
import Recording
import SafeText

struct StatCommand: Command {
    static let configuration = CommandConfiguration(
        name: "stat",
        abstract: "Count a recorded session: events, bytes, and how long the user waited.",
        discussion: """
            Reports the waiting time for each user action, until the first screen that it led to and until the last, \
            and the role that took the time. Percentiles are at most 2 % off.

              viperline cassette stat session.ndjson
              viperline cassette stat session.ndjson --json | jq '.responses.last.p99'

            Memory does not grow with the cassette: of more than 10,000 types or services the others are counted together, as \
            "(others)". Exit codes: 0; 65 not a cassette; 69 it can't be opened.
            """)

    var file = ""
    var json = false

    static var table: OptionTable<Self> {
        [
            .argument("file", \.file, "The cassette, or - for stdin."),
            .flag("json", \.json, "Print one JSON object; times in seconds."),
        ]
    }

    func run() throws {
        let cassette = try CassetteFile(file)
        var statistics = CassetteStatistics(header: cassette.header)
        try cassette.forEach { statistics.count($0) }
        let report = StatisticsReport(statistics, of: cassette.header, damages: cassette.damages)
        try Output.write(json ? report.line : report.text)
    }
}

/// The report of `viperline cassette stat`.
struct StatisticsReport: JSONWritable {
    struct Count: JSONWritable {
        var name: String
        var events: Int
        var bytes: Int
    }

    struct Service: JSONWritable {
        var name: String
        var sent: Int
        var sentBytes: Int
        var received: Int
        var receivedBytes: Int
    }

    /// Seconds.
    struct Times: JSONWritable {
        var count: Int
        var p50: Double
        var p99: Double
        var max: Double
        var roles: [String: Times]?

        init(_ histogram: LatencyHistogram, roles: [String: LatencyHistogram]? = nil) {
            count = histogram.count
            p50 = Self.inMicroseconds(histogram.percentile(50) ?? 0)
            p99 = Self.inMicroseconds(histogram.percentile(99) ?? 0)
            max = Self.inMicroseconds(histogram.maximum)
            self.roles = roles?.mapValues { Times($0) }
        }

        /// No finer than the cassette's own times.
        private static func inMicroseconds(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e6 }
    }

    struct Damage: JSONWritable {
        var line: Int
        var reason: String
    }

    var composition: String?
    var started: String?
    var duration: Double
    var events: Int
    var bytes: Int
    var missed: Int
    var damages: [Damage]
    var types: [Count]
    var services: [Service]
    /// `first` and `last`: times to the first and the last screen that an action led to.
    var responses: [String: Times]

    init(_ statistics: CassetteStatistics, of header: CassetteHeader?, damages: [CassetteReader.Damage]) {
        composition = header?.composition
        started = header?.started
        duration = statistics.duration
        events = statistics.total.events
        bytes = statistics.total.bytes
        missed = statistics.missed
        self.damages = damages.map { Damage(line: $0.line, reason: $0.reason) }
        types = statistics.byType.sorted { $0.key < $1.key }
            .map { Count(name: $0.key, events: $0.value.events, bytes: $0.value.bytes) }
        services = statistics.byService.sorted { $0.key < $1.key }.map { name, traffic in
            Service(
                name: name, sent: traffic.sent.events, sentBytes: traffic.sent.bytes,
                received: traffic.received.events, receivedBytes: traffic.received.bytes)
        }
        responses = [
            "first": Self.times(statistics.responses.untilFirst), "last": Self.times(statistics.responses.untilLast),
        ]
    }

    private static func times(_ breakdown: ResponseTimes.Breakdown) -> Times {
        Times(breakdown.total, roles: breakdown.byRole)
    }
}

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
        return "\(name)\(events) events, \(Amount.size(bytes)), \(Amount.duration(duration))"
            + losses.map { "; \($0)" }.joined() + "\n"
    }

    private var typeTable: String {
        TextTable(
            header: ["TYPE", "EVENTS", "BYTES"],
            rows: types.map { [$0.name, "\($0.events)", Amount.size($0.bytes)] }
        ).description
    }

    private var serviceTable: String {
        TextTable(
            header: ["SERVICE", "SENT", "BYTES", "RECEIVED", "BYTES"],
            rows: services.map {
                [
                    $0.name, "\($0.sent)", Amount.size($0.sentBytes), "\($0.received)",
                    Amount.size($0.receivedBytes),
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
            [title, "\(times.count)"] + [times.p50, times.p99, times.max].map(TimeText.span)
        }
    }
}
