/// The trial of a process that replaces another one on request: until it has proved itself, its failure brings the old
/// program back.
struct SwapTrial {
    typealias Instant = ContinuousClock.Instant

    /// How long a process that writes nothing must run to prove itself.
    static let length = Duration.seconds(1)

    /// What is started again if the new program fails.
    let oldProgram: Program
    /// The client of the control socket that waits for the result.
    let requester: Int?
    private let requestedAt: Instant
    private var startedAt: Instant?
    /// Lines that the service had written before the new process started.
    private var linesBefore = 0

    init(replacing oldProgram: Program, for requester: Int?, at now: Instant) {
        self.oldProgram = oldProgram
        self.requester = requester
        requestedAt = now
    }

    mutating func started(at now: Instant, linesWritten: Int) {
        startedAt = now
        linesBefore = linesWritten
    }

    /// Nil until the new process runs.
    var deadline: Instant? { startedAt.map { $0 + Self.length } }

    /// How long the service had no process that takes events.
    var gap: Duration { startedAt.map { $0 - requestedAt } ?? .zero }

    /// - Parameters:
    ///   - linesWritten: by all processes of the service so far.
    ///   - isReady: whether the new process has said so.
    func isPassed(linesWritten: Int, isReady: Bool, at now: Instant) -> Bool {
        guard let deadline else { return false }
        return isReady || linesWritten > linesBefore || now >= deadline
    }
}
