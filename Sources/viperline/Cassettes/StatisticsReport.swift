import Analysis
import Composition
import JSON
import Recording
import SafeText
import Wire

/// What `viperline cassette stat` prints.
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

    /// As JSON, safe for the terminal if it goes there.
    var line: String {
        String(decoding: Output.isTerminal ? PrintableJSON.escaping(json) : json, as: UTF8.self) + "\n"
    }
}
