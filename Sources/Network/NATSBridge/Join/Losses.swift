import JSON
import Platform

/// Lines of one sender that did not come.
struct Loss: JSONCodable, Equatable {
    var sender: String
    /// The type of the last one.
    var type: String
    var count: UInt64
    /// As many of them are in the log.
    var logged: UInt64 = 0
}

/// Lines of the others that did not come: counted for each sender, and logged once a second at most.
struct Losses {
    private var senders: [String: (loss: Loss, at: Instant)] = [:]
    private var loggedAt: Instant?

    /// How long users see that lines are lost.
    static let newsFor = Duration.seconds(60)
    static let logsEvery = Duration.seconds(1)

    mutating func add(_ loss: Loss, at now: Instant) {
        let known = senders[loss.sender]?.loss
        guard loss.count > 0, known != nil || senders.count < Peers.mostPeers else { return }
        var sum = loss
        sum.count = Self.sum(known?.count ?? 0, loss.count)
        sum.logged = min(Self.sum(known?.logged ?? 0, loss.logged), sum.count)
        senders[loss.sender] = (sum, now)
    }

    private static func sum(_ known: UInt64, _ more: UInt64) -> UInt64 {
        min(known + min(more, LineStamp.highest), LineStamp.highest)
    }

    /// The losses that a successor needs to know.
    var saved: [Loss] { senders.values.map(\.loss).sorted { $0.sender < $1.sender } }

    var total: UInt64 { senders.values.reduce(0) { Self.sum($0, $1.loss.count) } }

    private var hasMore: Bool { senders.values.contains { $0.loss.count > $0.loss.logged } }

    var deadline: Instant? { hasMore ? loggedAt.map { $0 + Self.logsEvery } : nil }

    /// Lines that are due for the log.
    mutating func dueForLog(at now: Instant) -> [String] {
        guard hasMore, loggedAt.map({ now - $0 >= Self.logsEvery }) ?? true else { return [] }
        loggedAt = now
        var texts: [String] = []
        for loss in saved where loss.count > loss.logged {
            texts.append("\(Self.text(loss.count - loss.logged, of: loss.sender)) (\(loss.type))")
            senders[loss.sender]?.loss.logged = loss.count
        }
        return texts
    }

    /// News that users must see now; nil for none.
    func news(at now: Instant) -> String? {
        let recent = senders.filter { now - $0.value.at < Self.newsFor }.sorted { $0.key < $1.key }
        return recent.isEmpty
            ? nil : recent.map { Self.text($0.value.loss.count, of: $0.key) }.joined(separator: ", ")
    }

    private static func text(_ count: UInt64, of name: String) -> String {
        "\(lines(count)) of \(name) \(count == 1 ? "is" : "are") lost"
    }

    static func lines(_ count: some BinaryInteger) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
