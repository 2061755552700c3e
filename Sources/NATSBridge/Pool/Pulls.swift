/// Messages that a worker has asked its consumer for.
struct Pulls: Sendable {
    private struct Pull {
        let number: Int
        /// Messages that it may still bring. The server may serve several pulls in turns, so it is sure of all of them together only.
        var count: Int
        /// The server ends a pull itself before that, unless it was restarted.
        let due: ContinuousClock.Instant
    }

    /// The oldest first.
    private var open: [Pull] = []
    private var last = 0
    /// Of pulls up to this one, the end is of no interest.
    private var forgotten = 0
    /// Messages that may come.
    private(set) var credit = 0

    static let purpose = "pull"
    private let life: Duration
    private static let grace = Duration.seconds(5)

    /// - Parameter patience: after which a worker's requests are given to others. Its pulls end before that, because a worker that is
    /// suspended would be given them again.
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

    /// - Parameter number: of the inbox's subject that the server's status came to.
    mutating func ended(_ number: Int, _ status: ServerStatus) {
        guard forgotten < number, number <= last else { return }
        if let place = open.firstIndex(where: { $0.number == number }) {
            // Where the server has served another one in its place, that one has as many fewer.
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

    /// More may come by the pulls that are left.
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
