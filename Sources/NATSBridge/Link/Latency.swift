/// How long the server takes to return our own message.
package struct Latency: Sendable {
    private var number = 0
    private var sent: ContinuousClock.Instant?
    /// The last measurement.
    package private(set) var last: Duration?

    private static let interval = Duration.seconds(2)

    package init() {}

    /// When to measure again.
    package var deadline: ContinuousClock.Instant? { sent.map { $0 + Self.interval } }

    package mutating func ask(
        by inbox: Inbox, at now: ContinuousClock.Instant, into effects: inout [BridgeEffect]
    ) {
        guard sent.map({ now - $0 >= Self.interval }) ?? true else { return }
        number += 1
        sent = now
        effects.append(.publish(NATSMessage(inbox.subject("ping", number))))
    }

    package mutating func take(_ number: Int, at now: ContinuousClock.Instant) {
        if let sent, number == self.number { last = now - sent }
    }

    package mutating func forget() { (sent, last) = (nil, nil) }

    /// For example `0.2 ms`.
    package var text: String? {
        last.map { last in
            let tenths = last / .microseconds(100)
            return "\(Int(tenths) / 10).\(Int(tenths) % 10) ms"
        }
    }
}
