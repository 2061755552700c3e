/// Messages that a worker has asked its consumer for.
struct Pulls: Sendable {
    private var open: [Int: ContinuousClock.Instant] = [:]
    private var last = 0
    /// Messages that may come.
    private(set) var credit = 0

    static let purpose = "pull"
    private let life: Duration
    /// The server ends a pull itself, unless it was restarted.
    private static let grace = Duration.seconds(5)

    /// - Parameter patience: after which a worker's requests are given to others. Its pulls end before that, because a worker that is
    /// suspended would be given them again.
    init(patience: Duration) {
        life = patience / 2
    }

    var deadline: ContinuousClock.Instant? { open.values.min() }

    mutating func ask(
        _ count: Int, _ subjects: PoolSubjects, _ inbox: Inbox, at now: ContinuousClock.Instant,
        into effects: inout [BridgeEffect]
    ) {
        last += 1
        credit += count
        open[last] = now + life + Self.grace
        effects.append(
            .publish(
                StreamAPI.pull(
                    PullRequest(batch: count, expires: life), from: subjects.consumer,
                    of: subjects.requestStream, reply: inbox.subject(Self.purpose, last))))
    }

    mutating func took() { credit = max(0, credit - 1) }

    /// - Parameter number: of the inbox's subject that the server's status came to.
    mutating func ended(_ number: Int, _ status: ServerStatus) {
        guard open.removeValue(forKey: number) != nil else { return }
        credit = open.isEmpty ? 0 : max(0, credit - status.unused)
    }

    mutating func turn(at now: ContinuousClock.Instant) {
        guard let deadline, deadline <= now else { return }
        open = open.filter { $0.value > now }
        if open.isEmpty { credit = 0 }
    }

    mutating func forget() {
        open.removeAll()
        credit = 0
    }
}
