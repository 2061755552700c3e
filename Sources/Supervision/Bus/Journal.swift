import Composition
import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the bus keeps of a service, so that a process which takes the place of one that died can go on where that one
/// was. What is kept depends on the ``Recovery`` of the service.
struct Journal {
    /// A line with its LF, as it was queued.
    typealias Line = [UInt8]

    private let recovery: Recovery
    private var log = ReplayLog()
    private var open: OpenRequests
    private var answers = LineHeads()
    /// Latest: the data of the last snapshot.
    private var snapshot: [UInt8]?
    /// Latest: the newest of each state, the newest last.
    private var states: [(key: Outbox.StateKey, line: Line)] = []
    /// Latest: what came since the last snapshot and is no state.
    private var news: [Line] = []
    /// Scenes come and go; nobody says which are gone, so the oldest states are let go of.
    private static let statesKept = 128

    init(_ recovery: Recovery) {
        self.recovery = recovery
        if case .redeliver(let notices, _) = recovery {
            open = OpenRequests(notices: notices)
        } else {
            open = OpenRequests(notices: [])
        }
    }

    /// Who is to be sent everything again must have been sent everything: none of its states are superseded.
    var keepsEveryState: Bool { recovery == .replay }
    /// Whether what the service writes has to be looked at.
    var watchesAnswers: Bool { if case .redeliver = recovery { !open.isEmpty } else { false } }

    /// One line or several, of one type, are queued for the service.
    mutating func queued(_ lines: UnsafeRawBufferPointer, type: String) {
        switch recovery {
        case .replay: log.queued(lines)
        case .redeliver: open.append(lines)
        case .latest where snapshot != nil:
            // Whoever died may have got it and not read it, and waits for it after the snapshot.
            news = (news + Self.split(lines)).suffix(Self.statesKept)
        case .latest, .none: break
        }
    }

    mutating func queued(_ line: UnsafeRawBufferPointer, as key: Outbox.StateKey) {
        guard recovery == .latest else { return queued(line, type: key.type) }
        states.removeAll { $0.key == key }
        states.append((key, Array(line)))
        if states.count > Self.statesKept { states.removeFirst() }
    }

    /// That many lines of the service have been passed on.
    mutating func wrote(lines: Int) {
        if recovery == .replay { log.wrote(lines: lines) }
    }

    /// The service has written these lines of one type, which may be answers.
    mutating func wrote(_ lines: UnsafeRawBufferPointer, type: String) {
        guard case .redeliver(_, let progress) = recovery, !progress.contains(where: { $0.matches(type) }) else {
            return
        }
        var at = 0
        while at < lines.count, !open.isEmpty, let base = lines.baseAddress,
            let found = memchr(base + at, 0x0A, lines.count - at)
        {
            let end = UnsafeRawPointer(found) - base + 1
            let line = UnsafeRawBufferPointer(start: base + at, count: end - at)
            if let cause = answers.cause(of: line) { open.answered(UnsafeRawBufferPointer(rebasing: line[cause])) }
            at = end
        }
    }

    /// The service has told its state as it is after the event with this id.
    mutating func took(snapshot data: [UInt8], after id: String) {
        switch recovery {
        case .replay: log.took(snapshot: data, after: id)
        case .latest:
            snapshot = data
            news = []
        case .redeliver, .none: break
        }
    }

    /// What the successor is sent, in order.
    struct Backlog {
        var lines: [Line]
        /// Whether the first is a state that it is to begin with.
        var isRestored = false
        /// How many of the events that it says have been said already.
        var saidAlready = 0
    }

    /// - Parameter unread: the whole lines that its predecessor had not read.
    mutating func backlog(unread: [Line] = []) -> Backlog {
        // One that had not even read its state was given an older one.
        let unread = unread.filter { !$0.starts(with: Self.restoreHead) }
        switch recovery {
        case .none: return Backlog(lines: unread)
        case .replay:
            let (snapshot, received, outputs) = log.replay()
            return Backlog(
                lines: Self.restore(snapshot) + Self.split(received), isRestored: snapshot != nil, saidAlready: outputs)
        case .redeliver: return Backlog(lines: Self.unite(open.lines(), unread))
        case .latest:
            let unread = withoutOvertaken(unread)
            let lines = Self.restore(snapshot) + Self.unite(states.map(\.line) + news, unread)
            if snapshot != nil { news = Self.unite(news, unread.filter { stateKey(of: $0) == nil }) }
            return Backlog(lines: lines, isRestored: snapshot != nil)
        }
    }

    /// A process that died at once leaves what it was sent first, which may be older than what is kept.
    private func withoutOvertaken(_ unread: [Line]) -> [Line] {
        let newest = Set(states.map(\.line))
        return unread.filter { newest.contains($0) || stateKey(of: $0) == nil }
    }

    /// Nil for a line that is none of the kept states, nor an older one.
    private func stateKey(of line: Line) -> Outbox.StateKey? {
        guard let layout = try? EnvelopeScanner.scan(line.span), let type = try? layout.text(.type, in: line.span)
        else {
            return nil
        }
        let key = Outbox.StateKey(type: type, subject: (try? layout.text(.subject, in: line.span)) ?? "")
        return states.contains { $0.key == key } ? key : nil
    }

    /// What is unread is kept too, for the most part.
    private static func unite(_ kept: [Line], _ unread: [Line]) -> [Line] {
        let known = Set(kept)
        return kept + unread.filter { !known.contains($0) }
    }

    private static let restoreHead = Array(#"{"specversion":"1.0","type":"\#(ProcessInput.Restore.type)""#.utf8)

    private static func restore(_ snapshot: [UInt8]?) -> [Line] {
        guard let snapshot else { return [] }
        var restore = Event(type: ProcessInput.Restore.type)
        restore.source = "viperline"
        restore.id = "restore"
        restore.data = snapshot
        return [restore.line]
    }

    private static func split(_ bytes: some Collection<UInt8>) -> [Line] {
        bytes.split(separator: 0x0A).map { Array($0) + [0x0A] }
    }
}
