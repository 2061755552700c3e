/// Finished requests that have yet to be acknowledged at the server.
///
/// Acknowledgements are not urgent, so they are batched: each separate message wakes the server and this process once more. The server
/// handles them in order, so its confirmation of one confirms all before it.
struct Acknowledgements: Sendable {
    /// Not sent, and sent but unconfirmed: numbers of tasks, in order.
    private var (owed, sent): ([Int], [Int]) = ([], [])
    /// When the first unsent one came, and when the first unconfirmed one was sent.
    private var (owedSince, sentSince): (ContinuousClock.Instant?, ContinuousClock.Instant?) = (nil, nil)
    /// When the server was asked for confirmation.
    private var asked: ContinuousClock.Instant?

    static let purpose = "acked"
    private static let pause = Duration.milliseconds(2)
    private static let (mostOwed, mostSent) = (16, 16)
    /// After this time the server is asked for confirmation, even of a few.
    private static let interval = Duration.seconds(1)
    private static let patience = Duration.seconds(5)

    var deadline: ContinuousClock.Instant? {
        var earliest = Earliest()
        earliest.include(owedSince.map { $0 + Self.pause })
        earliest.include(asked.map { $0 + Self.patience } ?? sentSince.map { $0 + Self.interval })
        return earliest.instant
    }

    mutating func owe(_ number: Int, at now: ContinuousClock.Instant) {
        guard !owed.contains(number) else { return }
        sent.removeAll { $0 == number }
        owed.append(number)
        owedSince = owedSince ?? now
    }

    /// After a reconnect, all are sent again.
    mutating func restart(at now: ContinuousClock.Instant) {
        owed.insert(contentsOf: sent, at: 0)
        owedSince = owed.isEmpty ? nil : now
        (sent, sentSince, asked) = ([], nil, nil)
    }

    /// - Parameters:
    ///   - hasCompany: whether something else is being sent now.
    ///   - isLast: whether the process is about to end.
    /// - Returns: those to send now, and whether to ask the server to confirm the last of them.
    mutating func take(
        hasCompany: Bool, isLast: Bool, at now: ContinuousClock.Instant
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
    mutating func confirmed(_ number: Int, at now: ContinuousClock.Instant) -> [Int] {
        guard let place = sent.firstIndex(of: number) else { return [] }
        let done = Array(sent[...place])
        sent.removeSubrange(...place)
        (sentSince, asked) = (sent.isEmpty ? nil : now, nil)
        return done
    }
}
