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
    /// By the sender's name.
    private(set) var all: [Loss] = []
    private var loggedAt: Instant?

    /// How long users see that lines are lost.
    static let newsFor = Duration.seconds(60)
    static let logsEvery = Duration.seconds(1)

    init(after predecessor: [Loss] = []) { for loss in predecessor { add(loss) } }

    mutating func add(_ loss: Loss) {
        let place = all.firstIndex { $0.sender >= loss.sender } ?? all.endIndex
        let known = place < all.endIndex && all[place].sender == loss.sender ? all[place] : nil
        guard loss.count > 0, known != nil || all.count < Peers.mostPeers else { return }
        var sum = loss
        sum.count = Self.sum(known?.count ?? 0, loss.count)
        sum.logged = min(Self.sum(known?.logged ?? 0, loss.logged), sum.count)
        all.replaceSubrange(place..<(known == nil ? place : place + 1), with: [sum])
    }

    private static func sum(_ known: UInt64, _ more: UInt64) -> UInt64 {
        min(known + min(more, LineStamp.highest), LineStamp.highest)
    }

    var total: UInt64 { all.reduce(0) { Self.sum($0, $1.count) } }

    private var hasMore: Bool { all.contains { $0.count > $0.logged } }

    var deadline: Instant? { hasMore ? loggedAt.map { $0 + Self.logsEvery } : nil }

    mutating func dueForLog(at now: Instant) -> [String] {
        guard hasMore, loggedAt.map({ now - $0 >= Self.logsEvery }) ?? true else { return [] }
        loggedAt = now
        return all.indices.filter { all[$0].count > all[$0].logged }.map { place in
            let loss = all[place]
            all[place].logged = loss.count
            return "\(Self.text(loss.count - loss.logged, of: loss.sender)) (\(loss.type))"
        }
    }

    /// News that users must see now; nil for none.
    func news(at now: Instant) -> String? {
        guard let loggedAt, now - loggedAt < Self.newsFor else { return nil }
        return all.map { Self.text($0.count, of: $0.sender) }.joined(separator: ", ")
    }

    private static func text(_ count: UInt64, of name: String) -> String {
        "\(lines(count)) of \(name) \(count == 1 ? "is" : "are") lost"
    }

    static func lines(_ count: some BinaryInteger) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
