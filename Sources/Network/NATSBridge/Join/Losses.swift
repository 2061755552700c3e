import Platform

/// Lines of the others that did not come: counted for each sender, and logged once a second at most.
struct Losses {
    private struct Loss {
        var count: UInt64 = 0
        var logged: UInt64 = 0
        /// The type of the last one.
        var type: String
        var at: Instant
    }

    private var senders: [String: Loss] = [:]
    private var loggedAt: Instant?

    /// How long users see that lines are lost.
    static let newsFor = Duration.seconds(60)
    static let logsEvery = Duration.seconds(1)

    mutating func add(_ count: UInt64, of name: String, type: String, at now: Instant) {
        guard count > 0, senders[name] != nil || senders.count < Peers.mostPeers else { return }
        var loss = senders[name] ?? Loss(type: type, at: now)
        loss.count = min(loss.count + min(count, LineStamp.highest), LineStamp.highest)
        (loss.type, loss.at) = (type, now)
        senders[name] = loss
    }

    var total: UInt64 { senders.values.reduce(0) { min($0 + $1.count, LineStamp.highest) } }

    private var hasMore: Bool { senders.values.contains { $0.count > $0.logged } }

    var deadline: Instant? { hasMore ? loggedAt.map { $0 + Self.logsEvery } : nil }

    /// Lines that are due for the log.
    mutating func dueForLog(at now: Instant) -> [String] {
        guard hasMore, loggedAt.map({ now - $0 >= Self.logsEvery }) ?? true else { return [] }
        loggedAt = now
        var texts: [String] = []
        for (name, loss) in senders.sorted(by: { $0.key < $1.key }) where loss.count > loss.logged {
            texts.append("\(Self.text(loss.count - loss.logged, of: name)) (\(loss.type))")
            senders[name]?.logged = loss.count
        }
        return texts
    }

    /// News that users must see now; nil for none.
    func news(at now: Instant) -> String? {
        let recent = senders.filter { now - $0.value.at < Self.newsFor }.sorted { $0.key < $1.key }
        return recent.isEmpty ? nil : recent.map { Self.text($0.value.count, of: $0.key) }.joined(separator: ", ")
    }

    private static func text(_ count: UInt64, of name: String) -> String {
        "\(lines(count)) of \(name) \(count == 1 ? "is" : "are") lost"
    }

    static func lines(_ count: some BinaryInteger) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
