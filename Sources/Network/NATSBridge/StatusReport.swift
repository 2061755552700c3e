import Platform
import Wire

/// The connection and what is wrong, for the supervisor (`process.output.status`). Of a program started by hand, the log gets what is
/// wrong with a connection; the connection itself reports that no server answers.
struct BridgeStatus: Sendable {
    private let servers: String
    /// True if the bus gets the status.
    private let isSupervised: Bool
    private var server: String?
    /// The time of the attempt to connect, or of the end of the connection.
    private var since: Instant
    /// Bytes of the longest message that the server takes; nil without a connection.
    private(set) var largest: Int?
    private var reported: ProcessOutput.Status?
    /// The reported text without the delay.
    private var kind = ""
    private var last: Instant?
    /// When to report again.
    private(set) var deadline: Instant?

    /// A shorter absence of the server is not reported.
    static let grace = Duration.seconds(1)
    private static let interval = Duration.seconds(1)
    /// If only the delay has changed, the report can wait.
    private static let delayInterval = Duration.seconds(10)
    private static let longest = 200

    init(servers: String, isSupervised: Bool, at now: Instant) {
        (self.servers, self.isSupervised, since) = (servers, isSupervised, now)
    }

    var isOnline: Bool { largest != nil }

    mutating func handle(_ link: LinkStatus, at now: Instant) {
        switch link {
        case .connected(let server, let limit): (self.server, largest) = (server, limit)
        case .disconnected where isOnline: (largest, since) = (nil, now)
        case .disconnected: break
        }
    }

    /// - Parameters:
    ///   - waiting: what waits for the server, such as `2 requests wait`.
    ///   - problem: what is wrong although there is a connection.
    mutating func report(
        _ summary: @autoclosure () -> String, delay: @autoclosure () -> String?, problem: String?,
        waiting: @autoclosure () -> String?, _ turn: inout Turn
    ) {
        deadline = nil
        guard isOnline, let server else {
            guard turn.now - since >= Self.grace else { return deadline = since + Self.grace }
            let absence = server.map { "the server \($0) is gone" } ?? "no NATS server answers at \(servers)"
            if isSupervised { report([absence, waiting()], isTrouble: true, &turn) }
            return
        }
        if let problem { return report([problem, waiting()], isTrouble: true, &turn) }
        // Most messages come while the status must not be reported yet.
        if reported?.trouble != true, let rest, turn.now < rest { return deadline = rest }
        report(["nats://\(server): " + summary()], delay: delay(), isTrouble: false, &turn)
    }

    private var rest: Instant? { last.map { $0 + Self.interval } }

    private mutating func report(_ parts: [String?], delay: String? = nil, isTrouble: Bool, _ turn: inout Turn) {
        let kind = parts.compactMap(\.self).joined(separator: "; ")
        let text = String((kind + (delay.map { ", \($0)" } ?? "")).unicodeScalars.prefix(Self.longest))
        let status = ProcessOutput.Status(text: text, trouble: isTrouble)
        guard status != reported else { return }
        if let last, let rest {
            if kind == self.kind, turn.now - last < Self.delayInterval { return }
            guard turn.now >= rest else { return deadline = rest }
        }
        let isNew = isTrouble && reported?.trouble != true
        (reported, self.kind, last) = (status, kind, turn.now)
        if isSupervised { turn.write(Event(ProcessOutput.Status.type, status)) } else if isNew { turn.log(text) }
    }
}

/// The time that the server takes to return this program's own message.
struct RoundTripTime: Sendable {
    private var number = 0
    private var sent: Instant?
    private var last: Duration?

    static let interval = Duration.seconds(2)

    var deadline: Instant? { sent.map { $0 + Self.interval } }

    /// - Returns: the number of the message that is due; nil for none.
    mutating func next(at now: Instant) -> Int? {
        if let deadline, now < deadline { return nil }
        number += 1
        sent = now
        return number
    }

    mutating func take(_ number: Int, at now: Instant) {
        if let sent, number == self.number { last = now - sent }
    }

    /// The next message is due at once.
    mutating func hurry() { sent = nil }
    mutating func forget() { (sent, last) = (nil, nil) }

    /// The delay as a text, such as `0.2 ms`.
    var text: String? {
        last.map { last in
            let tenths = Int(last / .microseconds(100))
            return "\(tenths / 10).\(tenths % 10) ms"
        }
    }
}
