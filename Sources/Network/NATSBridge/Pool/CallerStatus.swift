import Platform

/// The report of a caller about its connection: to the supervisor, or, when started by hand, to the log.
struct CallerStatus: Sendable {
    private enum Link {
        /// No server yet.
        case waiting(since: Instant)
        case gone(String, since: Instant)
        case online(String, largest: Int)
    }

    private let pool: SubjectName
    private let servers: String
    private let isSupervised: Bool
    private var link: Link
    private var report = StatusReport()
    /// True if the log has the current trouble (without a supervisor).
    private var isTroubled = false
    /// When to report a status that may have changed.
    private var nextReport: Instant?
    /// True if somebody subscribes to the pool's requests, as far as is known.
    var hasWorkers = true

    /// A shorter loss of the connection is not reported.
    private static let grace = Duration.seconds(1)

    init(_ settings: PoolCallerSettings, since now: Instant) {
        pool = settings.pool
        servers = settings.servers
        isSupervised = settings.isSupervised
        link = .waiting(since: now)
    }

    var isOnline: Bool { if case .online = link { true } else { false } }

    /// Bytes of the longest message that the server takes.
    var largest: Int { if case .online(_, let largest) = link { largest } else { .max } }

    var deadline: Instant? { earliest(report.deadline, nextReport) }

    mutating func handle(_ status: LinkStatus, at now: Instant) {
        switch (status, link) {
        case (.connected(let server, let limit), _): link = .online(server, largest: limit)
        case (.disconnected, .online(let server, _)): link = .gone(server, since: now)
        case (.disconnected, _), (.closed, _): break
        }
    }

    /// - Parameters:
    ///   - waiting: unanswered requests.
    ///   - strays: answers that named no open request.
    ///   - delay: how far the server is away.
    mutating func report(
        waiting: Int, strays: Int, delay: String?, at now: Instant, into effects: inout [BridgeEffect]
    ) {
        nextReport = nil
        let lacksWorkers = !hasWorkers && waiting > 0
        if isOnline, !lacksWorkers, !report.isTroubled, isSupervised, let rest = report.rest, now < rest {
            // The status would not be reported yet.
            nextReport = rest
            return
        }
        guard let (text, isTrouble) = current(waiting, lacksWorkers, strays, delay, at: now) else { return }
        guard !isSupervised else { return report.report(text, trouble: isTrouble, at: now, into: &effects) }
        // The connection itself reports that no server is there.
        guard isOnline else { return }
        if isTrouble, !isTroubled { effects.append(.log(text)) }
        isTroubled = isTrouble
    }

    /// The current status; nil while it is about to change.
    private mutating func current(
        _ waiting: Int, _ lacksWorkers: Bool, _ strays: Int, _ delay: String?, at now: Instant
    ) -> (text: String, isTrouble: Bool)? {
        let count = "\(waiting) \(waiting == 1 ? "request waits" : "requests wait")"
        switch link {
        case .waiting(let since), .gone(_, let since):
            guard now - since >= Self.grace else {
                nextReport = since + Self.grace
                return nil
            }
            if case .gone(let server, _) = link { return ("the server \(server) is gone; \(count)", true) }
            return ("no NATS server answers at \(servers); \(count)", true)
        case .online(let server, _):
            if lacksWorkers { return ("no worker of \(pool) is there; \(count)", true) }
            let dropped = strays > 0 ? ", \(strays) answers dropped" : ""
            return ("nats://\(server)\(delay.map { ": \($0)" } ?? ""), \(waiting) under way\(dropped)", false)
        }
    }
}
