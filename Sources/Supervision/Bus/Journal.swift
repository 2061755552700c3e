import Composition
import Wire

/// What the bus keeps of a service, so that a process which takes the place of one that died can go on where that one
/// was. What is kept depends on the ``Recovery`` of the service.
struct Journal {
    /// A line with its LF, as it was queued.
    typealias Line = [UInt8]

    /// Something that a successor will not get, or will be asked once more.
    enum Trouble: Hashable {
        /// So many bytes of requests were open that the oldest were let go of.
        case requestsForgotten
        case statesForgotten
        /// Of what came since the last snapshot.
        case newsForgotten
        /// An answer names neither the request nor its chain, so that request stays open.
        case answerNamesNothing(type: String)
    }

    private let recovery: Recovery
    private var log = ReplayLog()
    private var open: OpenRequests
    /// Latest: the data of the last snapshot.
    private var snapshot: [UInt8]?
    /// The newest of each state, for all but those that are sent everything.
    private var states = KeptStates(limit: Self.statesLimit)
    /// Latest: what came since the last snapshot and is no state.
    private var news = KeptLines(limit: Self.newsLimit)
    private var troubles: [Trouble] = []
    private var toldTroubles: Set<Trouble> = []

    static let statesLimit = 1 << 24
    static let newsLimit = 1 << 22

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
    /// Whether what the service is sent has to be looked at.
    var keepsRequests: Bool { if case .redeliver = recovery { true } else { false } }
    /// Whether what the service writes has to be looked at.
    var watchesAnswers: Bool { keepsRequests && !open.isEmpty }

    /// Lines of one type are queued for the service.
    mutating func queued(_ run: LineRun, type: String) {
        switch recovery {
        case .replay: log.queued(run.bytes)
        case .redeliver: note(.requestsForgotten, if: open.append(run, type: type))
        case .latest where snapshot != nil:
            // Whoever died may have got it and not read it, and waits for it after the snapshot.
            for line in Self.split(run.bytes) { note(.newsForgotten, if: news.take(line)) }
        case .latest, .none: break
        }
    }

    mutating func queued(_ run: LineRun, as key: Outbox.StateKey) {
        switch recovery {
        case .replay: log.queued(run.bytes)
        case .redeliver, .latest: note(.statesForgotten, if: states.take(Array(run.bytes), as: key))
        case .none: break
        }
    }

    /// That many lines of the service have been passed on.
    mutating func wrote(lines: Int) {
        if recovery == .replay { log.wrote(lines: lines) }
    }

    /// The service has written these lines of one type, which may be answers.
    mutating func wrote(_ run: LineRun, type: String) {
        guard case .redeliver(_, let progress) = recovery, !progress.contains(where: { $0.matches(type) }) else {
            return
        }
        for line in run.lines where !open.isEmpty {
            note(.answerNamesNothing(type: type), if: !open.answered(by: run.bytes(of: line), line.layout))
        }
    }

    /// The service has told its state as it is after the event with this id.
    mutating func took(snapshot data: [UInt8], after id: String, from source: String? = nil) {
        switch recovery {
        case .replay: log.took(snapshot: data, after: id, from: source)
        case .latest:
            snapshot = data
            news.removeAll()
        case .redeliver, .none: break
        }
    }

    // MARK: - What goes wrong

    /// Each is told once.
    private mutating func note(_ trouble: Trouble, if isSo: Bool) {
        guard isSo, toldTroubles.count < 64, toldTroubles.insert(trouble).inserted else { return }
        troubles.append(trouble)
    }

    /// What has gone wrong since it was asked last.
    mutating func takeTroubles() -> [Trouble] {
        guard !troubles.isEmpty else { return [] }
        defer { troubles = [] }
        return troubles
    }

    /// Latest: the newest of each state that the service was sent.
    var newestStates: [Line] { recovery == .latest ? states.lines : [] }

    // MARK: - A successor

    /// What the successor is sent, in order.
    struct Backlog {
        var lines: [Line]
        /// Whether the first is a state that it is to begin with.
        var isRestored = false
        /// How many of the events that it says have been said already.
        var saidAlready = 0
    }

    /// What no process of the service was sent is sent as it is; all else is marked as replayed.
    /// - Parameter unread: the whole lines that its predecessor had not read.
    mutating func backlog(unread: [Line] = []) -> Backlog {
        // One that had not even read its state was given an older one.
        let unread = unread.filter { !$0.starts(with: Self.restoreHead) }
        switch recovery {
        case .none: return Backlog(lines: unread)
        case .replay:
            let (snapshot, received, outputs) = log.replay()
            return Backlog(
                lines: Self.restore(snapshot) + Self.marked(Self.split(received), butFor: unread),
                isRestored: snapshot != nil, saidAlready: outputs)
        case .redeliver:
            let waiting = withoutOvertaken(unread)
            let known = Set(waiting.map(ReplayMark.unmarked))
            // What has been read is older than what has not.
            let read = (states.lines + open.lines).filter { !known.contains($0) }
            return Backlog(lines: read.map(ReplayMark.marked) + waiting)
        case .latest:
            let waiting = withoutOvertaken(unread)
            let kept = states.lines + news.lines
            let known = Set(kept)
            let others = waiting.filter { !known.contains(ReplayMark.unmarked($0)) }
            if snapshot != nil { keepAsNews(others) }
            let fresh = Set(waiting)
            return Backlog(
                lines: Self.restore(snapshot) + kept.map { fresh.contains($0) ? $0 : ReplayMark.marked($0) } + others,
                isRestored: snapshot != nil)
        }
    }

    private mutating func keepAsNews(_ lines: [Line]) {
        for line in lines where stateKey(of: line) == nil {
            note(.newsForgotten, if: news.take(ReplayMark.unmarked(line)))
        }
    }

    /// Those of them are new that stand at the end of both, since nothing in the queue of such a service is superseded.
    private static func marked(_ lines: [Line], butFor unread: [Line]) -> [Line] {
        let fresh = zip(lines.reversed(), unread.reversed()).prefix { $0 == $1 }.count
        return lines.dropLast(fresh).map(ReplayMark.marked) + lines.suffix(fresh)
    }

    /// A process that died at once leaves what it was sent first, which may be older than what is kept.
    private func withoutOvertaken(_ unread: [Line]) -> [Line] {
        let newest = Set(states.lines)
        guard !newest.isEmpty else { return unread }
        return unread.filter { newest.contains(ReplayMark.unmarked($0)) || stateKey(of: $0) == nil }
    }

    /// Nil for a line that is none of the kept states, nor an older one.
    private func stateKey(of line: Line) -> Outbox.StateKey? {
        guard let layout = try? EnvelopeScanner.scan(line.span), let type = try? layout.text(.type, in: line.span)
        else {
            return nil
        }
        let key = Outbox.StateKey(type: type, subject: (try? layout.text(.subject, in: line.span)) ?? "")
        return states.holds(key) ? key : nil
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
