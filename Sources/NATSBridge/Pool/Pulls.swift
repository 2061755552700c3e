/// Messages that a worker has requested from its consumer.
struct Pulls: Sendable {
    private struct Pull {
        let number: Int
        /// Messages that it may still bring. The server may serve several pulls in turns, so only their sum is certain.
        var count: Int
        /// The server ends a pull before this time, unless it was restarted.
        let due: ContinuousClock.Instant
    }

    /// Oldest first.
    private var open: [Pull] = []
    private var last = 0
    /// The end of pulls up to this one is ignored.
    private var forgotten = 0
    /// Messages that may still come.
    private(set) var credit = 0

    static let purpose = "pull"
    private let life: Duration
    private static let grace = Duration.seconds(5)

    /// - Parameter patience: after this time a worker's requests go to others. Its pulls end earlier; otherwise a suspended worker
    ///   would get its own requests again.
    init(patience: Duration) {
        life = patience / 2
    }

    var deadline: ContinuousClock.Instant? { open.first?.due }

    mutating func ask(
        _ count: Int, _ subjects: PoolSubjects, _ inbox: Inbox, at now: ContinuousClock.Instant,
        into effects: inout [BridgeEffect]
    ) {
        last += 1
        credit += count
        open.append(Pull(number: last, count: count, due: now + life + Self.grace))
        effects.append(
            .publish(
                StreamAPI.pull(
                    PullRequest(batch: count, expires: life), from: subjects.consumer,
                    of: subjects.requestStream, reply: inbox.subject(Self.purpose, last))))
    }

    mutating func took() { use(1) }

    /// - Parameter number: from the inbox subject of the server's status.
    mutating func ended(_ number: Int, _ status: ServerStatus) {
        guard forgotten < number, number <= last else { return }
        if let place = open.firstIndex(where: { $0.number == number }) {
            // If the server served another pull instead, that one has as many fewer.
            let counted = open.remove(at: place).count
            credit -= counted
            if counted < status.unused { use(status.unused - counted) }
            if counted > status.unused, status.isTimeout { give(counted - status.unused) }
        } else {
            use(status.unused)
        }
    }

    private mutating func use(_ count: Int) {
        var left = min(count, credit)
        credit -= left
        while left > 0, let first = open.first {
            let used = min(left, first.count)
            left -= used
            open[0].count -= used
            if open[0].count == 0 { open.removeFirst() }
        }
    }

    /// The remaining pulls may bring more.
    private mutating func give(_ count: Int) {
        guard !open.isEmpty else { return }
        credit += count
        open[0].count += count
    }

    mutating func turn(at now: ContinuousClock.Instant) {
        while let first = open.first, first.due <= now {
            open.removeFirst()
            credit -= first.count
            forgotten = first.number
        }
    }

    mutating func forget() {
        open.removeAll()
        credit = 0
        forgotten = last
    }
}
