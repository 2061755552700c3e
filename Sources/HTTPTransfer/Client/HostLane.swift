/// A host's queue, and when its next request may go.
struct HostLane {
    var line = WaitingLine()
    var running = 0
    private var pace: Pace?
    /// The host asked to wait until this time.
    private var heldUntil = Duration.zero
    private let parallel: Int

    init(parallel: Int, rate: Rate?) {
        self.parallel = parallel
        pace = rate.map { Pace($0) }
    }

    /// The earliest time for the next request; nil if one under way has to end first.
    var opens: Duration? { running < parallel ? max(heldUntil, pace?.opens ?? .zero) : nil }

    mutating func next(at now: Duration) -> TransferID? {
        guard let opens, opens <= now, let id = line.next() else { return nil }
        running += 1
        pace?.take(at: now)
        return id
    }

    mutating func hold(until time: Duration) { heldUntil = max(heldUntil, time) }

    /// Whether a new lane would behave the same.
    func isAtRest(at now: Duration) -> Bool {
        line.isEmpty && running == 0 && heldUntil <= now && pace?.isAtRest(at: now) != false
    }
}
