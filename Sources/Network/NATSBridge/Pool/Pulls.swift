import Platform

/// Messages that a worker has requested from its consumer.
struct Pulls: Sendable {
    private struct Pull {
        let number: Int
        /// Messages that it may still bring. The server may serve several pulls in turns, so only their sum is certain.
        var count: Int
        /// The server ends a pull before this time, unless it was restarted.
        let due: Instant
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

    var deadline: Instant? { open.first?.due }

    mutating func ask(
        _ count: Int, _ subjects: PoolSubjects, _ inbox: Inbox, at now: Instant,
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

    mutating func turn(at now: Instant) {
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

/// Finished requests that have yet to be acknowledged at the server.
///
/// Acknowledgements are not urgent, so they are batched: each separate message wakes the server and this process once more. The server
/// handles them in order, so its confirmation of one confirms all before it.
struct Acknowledgements: Sendable {
    /// Not sent, and sent but unconfirmed: numbers of tasks, in order.
    private var (owed, sent): ([Int], [Int]) = ([], [])
    /// When the first unsent one came, and when the first unconfirmed one was sent.
    private var (owedSince, sentSince): (Instant?, Instant?) = (nil, nil)
    /// When the server was asked for confirmation.
    private var asked: Instant?

    static let purpose = "acked"
    private static let pause = Duration.milliseconds(2)
    private static let (mostOwed, mostSent) = (16, 16)
    /// After this time the server is asked for confirmation, even of a few.
    private static let interval = Duration.seconds(1)
    private static let patience = Duration.seconds(5)

    var deadline: Instant? {
        earliest(
            owedSince.map { $0 + Self.pause },
            asked.map { $0 + Self.patience } ?? sentSince.map { $0 + Self.interval })
    }

    mutating func owe(_ number: Int, at now: Instant) {
        guard !owed.contains(number) else { return }
        sent.removeAll { $0 == number }
        owed.append(number)
        owedSince = owedSince ?? now
    }

    /// After a reconnect, all are sent again.
    mutating func restart(at now: Instant) {
        owed.insert(contentsOf: sent, at: 0)
        owedSince = owed.isEmpty ? nil : now
        (sent, sentSince, asked) = ([], nil, nil)
    }

    /// - Parameters:
    ///   - hasCompany: whether something else is being sent now.
    ///   - isLast: whether the process is about to end.
    /// - Returns: those to send now, and whether to ask the server to confirm the last of them.
    mutating func take(
        hasCompany: Bool, isLast: Bool, at now: Instant
    ) -> (numbers: [Int], asks: Bool) {
        var numbers: [Int] = []
        if let since = owedSince, hasCompany || isLast || owed.count >= Self.mostOwed || since + Self.pause <= now {
            numbers = owed
            sent += owed
            sentSince = sentSince ?? now
            (owed, owedSince) = ([], nil)
        }
        guard let newest = sent.last, let since = sentSince else { return (numbers, false) }
        let isDue =
            asked.map { $0 + Self.patience <= now }
            ?? (isLast || sent.count >= Self.mostSent || since + Self.interval <= now)
        guard isDue else { return (numbers, false) }
        asked = now
        // To ask about the newest, it is sent again.
        return (numbers.isEmpty ? [newest] : numbers, true)
    }

    /// The server has confirmed a task.
    /// - Returns: all tasks that this confirms.
    mutating func confirmed(_ number: Int, at now: Instant) -> [Int] {
        guard let place = sent.firstIndex(of: number) else { return [] }
        let done = Array(sent[...place])
        sent.removeSubrange(...place)
        (sentSince, asked) = (sent.isEmpty ? nil : now, nil)
        return done
    }
}
