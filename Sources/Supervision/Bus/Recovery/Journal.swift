import Composition

/// What the bus keeps of a service's traffic, so that the process that takes the place of a dead one can go on where that
/// one stopped. There is one type for each ``Recovery``.
protocol Journal {
    /// A line with its LF, as it was queued.
    typealias Line = [UInt8]

    /// Whether a successor must be sent every state, so that none may be superseded in the queue.
    var needsEveryState: Bool { get }
    /// Whether lines to the service have to come with their layouts.
    var readsInput: Bool { get }
    /// Whether lines from the service have to come with their layouts.
    var readsOutput: Bool { get }
    /// The newest line of each state, for recordings that begin in the middle of a session.
    var newestStates: [Line] { get }

    /// Lines of one type were queued for the service.
    mutating func queued(_ run: LineRun, of type: String)
    /// One state was queued for the service.
    mutating func queued(_ run: LineRun, as key: StateKey)
    /// That many lines of the service were passed on.
    mutating func wrote(lines: Int)
    /// The service wrote these lines of one type. Only called while ``readsOutput`` holds.
    mutating func wrote(_ run: LineRun, of type: String)
    /// The service told its state as it is after the event with this id.
    /// - Parameters:
    ///   - id: empty where the service names no event.
    ///   - source: of that event, where its id alone may be another sender's too.
    mutating func took(snapshot data: [UInt8], after id: String, from source: String?)
    /// What a successor is sent.
    /// - Parameter unread: whole lines that its predecessor had not read, in order.
    mutating func backlog(unread: [Line]) -> Backlog
    /// What went wrong since the last call.
    mutating func takeTroubles() -> [JournalTrouble]
}

/// What a successor is sent, in order. Lines that no process of the service was sent are as they were queued; all others are
/// marked as replayed.
struct Backlog {
    var lines: [Journal.Line]
    /// Whether the first line is a state to begin with.
    var isRestored = false
    /// How many of the lines that the successor will write were passed on before, and are dropped.
    var saidAlready = 0
}

extension Journal {
    var needsEveryState: Bool { false }
    var readsInput: Bool { false }
    var readsOutput: Bool { false }
    var newestStates: [Line] { [] }

    mutating func wrote(lines: Int) {}
    mutating func wrote(_ run: LineRun, of type: String) {}
    mutating func took(snapshot data: [UInt8], after id: String, from source: String?) {}
    mutating func takeTroubles() -> [JournalTrouble] { [] }

    mutating func took(snapshot data: [UInt8], after id: String) { took(snapshot: data, after: id, from: nil) }
    mutating func backlog() -> Backlog { backlog(unread: []) }
}

extension Recovery {
    func makeJournal() -> any Journal {
        switch self {
        case .none: UnreadJournal()
        case .redeliver(let notices, let progress): RedeliveryJournal(notices: notices, progress: progress)
        case .replay: ReplayJournal()
        case .latest: LatestJournal()
        }
    }
}
