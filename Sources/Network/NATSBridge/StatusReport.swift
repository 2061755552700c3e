package import Platform
import Wire

/// Reports the status to the supervisor (`process.output.status`) when it changes, but not too often.
package struct StatusReport: Sendable {
    private var reported: ProcessOutput.Status?
    private var next: (status: ProcessOutput.Status, due: Instant)?
    private var last: Instant?

    private static let interval = Duration.seconds(1)

    package init() {}

    /// True if the last report was of trouble.
    package var isTroubled: Bool { reported?.trouble ?? false }

    package var deadline: Instant? { next?.due }

    /// The earliest time for the next report; nil before the first.
    package var rest: Instant? { last.map { $0 + Self.interval } }

    package mutating func report(
        _ text: String, trouble: Bool, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        let status = ProcessOutput.Status(text: text, trouble: trouble)
        guard status != reported else {
            next = nil
            return
        }
        if let last, now - last < Self.interval {
            next = (status, last + Self.interval)
            return
        }
        (reported, last, next) = (status, now, nil)
        effects.append(.write(line: Event(ProcessOutput.Status.type, status).line.dropLast()))
    }
}

/// The time that the server takes to return this program's own message.
package struct RoundTripTime: Sendable {
    private var number = 0
    private var sent: Instant?
    /// The last measurement.
    package private(set) var last: Duration?

    private static let interval = Duration.seconds(2)

    package init() {}

    /// When to measure again.
    package var deadline: Instant? { sent.map { $0 + Self.interval } }

    package mutating func ask(
        by inbox: Inbox, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        guard sent.map({ now - $0 >= Self.interval }) ?? true else { return }
        number += 1
        sent = now
        effects.append(.publish(NATSMessage(inbox.subject("ping", number))))
    }

    package mutating func take(_ number: Int, at now: Instant) {
        if let sent, number == self.number { last = now - sent }
    }

    package mutating func forget() { (sent, last) = (nil, nil) }

    /// The delay as a text, such as `0.2 ms`.
    package var text: String? {
        last.map { last in
            let tenths = last / .microseconds(100)
            return "\(Int(tenths) / 10).\(Int(tenths) % 10) ms"
        }
    }
}

/// Limits log lines about what others do, which could be endless: a few per interval, then how many were left out.
package struct LogLimit: Sendable {
    private let most: Int
    private let interval: Duration
    private var begin: Instant?
    private var count = 0

    /// Characters of a line.
    private static let longest = 500

    package init(most: Int = 5, each interval: Duration = .seconds(10)) {
        self.most = most
        self.interval = interval
    }

    package mutating func write(_ text: String, at now: Instant, into effects: inout [BridgeEffect]) {
        if begin.map({ now - $0 >= interval }) ?? true {
            if count > most { effects.append(.log("\(count - most) more messages suppressed")) }
            (begin, count) = (now, 0)
        }
        count += 1
        if count <= most { effects.append(.log(String(text.prefix(Self.longest)))) }
    }
}
