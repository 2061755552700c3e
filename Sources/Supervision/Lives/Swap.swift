/// What a process is started with.
struct Program: Equatable {
    let command: [String]
    /// Where it is run; nil for where the supervisor is.
    let folder: String?
}

/// A service is given another process: the old one finishes, a new one is started with the recovery of the service, and
/// is on trial until it has shown that it runs. If it ends before that, the old program comes back.
struct Swap {
    /// How long a process that says nothing must have run.
    static let trial = Duration.seconds(1)

    /// What comes back when the new one fails.
    let old: Program
    let requestedAt: ContinuousClock.Instant
    /// Who waits to hear how it went.
    weak var client: ControlClient?
    /// Since when the new process has run, once it does.
    private(set) var startedAt: ContinuousClock.Instant?
    /// What the service had said until then.
    private var said = 0

    init(from old: Program, at now: ContinuousClock.Instant, for client: ControlClient?) {
        self.old = old
        requestedAt = now
        self.client = client
    }

    mutating func started(at now: ContinuousClock.Instant, said lines: Int) {
        startedAt = now
        said = lines
    }

    var isOnTrial: Bool { startedAt != nil }
    var trialEnds: ContinuousClock.Instant? { startedAt.map { $0 + Self.trial } }
    /// How long the service was without a process that takes events.
    var gap: Duration { startedAt.map { $0 - requestedAt } ?? .zero }

    /// - Parameters:
    ///   - lines: what the service has said by now.
    ///   - isReady: whether the new process says that it is.
    func hasProvedItself(said lines: Int, isReady: Bool, at now: ContinuousClock.Instant) -> Bool {
        guard let trialEnds else { return false }
        return isReady || lines > said || now >= trialEnds
    }
}
