import Wire

/// What this join has got from the consumer of one pattern and not acknowledged.
///
/// An acknowledgement counts for all messages before, so it is sent only when everything that the consumer has ever delivered is here.
/// After a start, a lost connection or a gap in the consumer's count, all that is not acknowledged is asked for again first.
struct PatternConsumer {
    typealias Instant = ContinuousClock.Instant

    private struct Entry {
        let reply: String
        let sequence: Int
        var isDone = false
    }

    let index: Int
    let pattern: MessagePattern
    let name: String
    let filter: String
    /// What the reply subjects of its messages begin with.
    let replyPrefix: String
    private var entries: [Entry] = []
    private var front = 0
    /// The number of `entries[0]`.
    private var base = 0
    /// What the open pulls may still bring; the oldest first.
    private var pulls: [(number: Int, remaining: Int, since: Instant)] = []
    private var pullNumber = 0
    /// The number of the next delivery, once it is known.
    private var next: Int?
    /// What an earlier process or connection was sent, and that has not come again.
    private var lost: Lost?
    private var askedAt: Instant?

    private struct Lost {
        var count: Int
        var upTo: Int
        var seen: Set<Int> = []
    }

    /// Messages of a pull; the next one is made when fewer than half of them are to come.
    static let pulled = 512
    static let mostPulledBytes = 1 << 20
    /// A pull without an end is forgotten after this time; the server ends them earlier.
    static let pullPatience = Duration.seconds(45)
    static let askEvery = Duration.seconds(1)
    static let mostAskedAgain: Int = 20_000

    init(index: Int, pattern: MessagePattern, name: String, filter: String, stream: String) {
        replyPrefix = "$JS.ACK.\(stream).\(name)."
        self.index = index
        self.pattern = pattern
        self.name = name
        self.filter = filter
    }

    /// Whether all that was ever delivered is here.
    private(set) var isWhole = false
    /// Whether the server has told how far it is.
    var knowsItsState: Bool { isWhole || lost != nil }
    /// Messages that are here and not acknowledged.
    var count: Int { entries.count - front }

    /// Nobody knows what was lost with the connection: ask for the consumer's state.
    mutating func begin() {
        (isWhole, lost, askedAt) = (false, nil, nil)
        pulls = []
    }

    /// Whether to ask for the consumer's state now.
    mutating func asks(at now: Instant, always: Bool = false) -> Bool {
        guard !isWhole || always, askedAt.map({ now - $0 >= Self.askEvery }) ?? true else { return false }
        askedAt = now
        return true
    }

    var deadline: Instant? { isWhole ? nil : askedAt.map { $0 + Self.askEvery } }

    /// The consumer's state has come.
    /// - Returns: places in the stream to ask for again.
    mutating func learn(_ state: ServerAnswer) -> ClosedRange<Int>? {
        guard !isWhole else { return nil }
        let isFirst = lost == nil
        let here = Set(entries[front...].map(\.sequence)).filter { $0 > state.acknowledged && $0 <= state.delivered }
        let missing = max(0, state.unacknowledged - here.count)
        if next == nil { next = state.deliveries + 1 }
        guard missing > 0 else {
            isWhole = true
            lost = nil
            return nil
        }
        lost = Lost(count: missing, upTo: state.delivered)
        guard isFirst, state.delivered > state.acknowledged else { return nil }
        let last = min(state.delivered, state.acknowledged + Self.mostAskedAgain)
        return state.acknowledged + 1...last
    }

    /// A message has come.
    mutating func take(_ delivery: DeliveryPlace, reply: String) -> ConsumerEntry {
        let entry = ConsumerEntry(consumer: index, number: base + entries.count)
        entries.append(Entry(reply: reply, sequence: delivery.sequence))
        if let first = pulls.indices.first {
            pulls[first].remaining -= 1
            if pulls[first].remaining <= 0 { pulls.removeFirst() }
        }
        // What the count leaves out was given to an earlier process or connection.
        if let next, delivery.number > next { (isWhole, lost, askedAt) = (false, nil, nil) }
        next = max(next ?? 0, delivery.number + 1)
        if var lost, delivery.sequence <= lost.upTo {
            self.lost = nil
            lost.seen.insert(delivery.sequence)
            if lost.seen.count >= lost.count {
                isWhole = true
            } else {
                self.lost = lost
            }
        }
        return entry
    }

    /// A message is written.
    mutating func done(_ entry: ConsumerEntry) {
        let place = entry.number - base
        guard entries.indices.contains(place) else { return }
        entries[place].isDone = true
    }

    /// The reply subject that acknowledges all that is written in order; nil if nothing new is.
    mutating func takeAcknowledgement() -> String? {
        guard isWhole else { return nil }
        var last: Entry?
        while front < entries.count, entries[front].isDone {
            if last.map({ entries[front].sequence >= $0.sequence }) ?? true { last = entries[front] }
            front += 1
        }
        if front == entries.count || front > 4096 {
            entries.removeFirst(front)
            base += front
            front = 0
        }
        return last?.reply
    }

    /// Whether to pull more.
    /// - Returns: the number of the pull.
    mutating func pull(at now: Instant) -> Int? {
        pulls.removeAll { now - $0.since > Self.pullPatience }
        guard pulls.reduce(0, { $0 + $1.remaining }) < Self.pulled / 2 else { return nil }
        pullNumber += 1
        pulls.append((pullNumber, Self.pulled, now))
        return pullNumber
    }

    mutating func pullEnded(_ number: Int) { pulls.removeAll { $0.number == number } }
}
