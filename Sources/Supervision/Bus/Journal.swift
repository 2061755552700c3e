import Composition
import Wire

/// What the bus keeps of a service, so that a process which takes the place of one that died can go on where that one
/// was. What is kept depends on the ``Recovery`` of the service.
struct Journal {
    /// A line with its LF, as it was queued.
    typealias Line = [UInt8]

    private struct Request {
        let id: String
        let isNotice: Bool
        let line: Line
    }

    private let recovery: Recovery
    /// Replay: what was queued since the last snapshot.
    private var received: [UInt8] = []
    /// Replay, latest: the data of the last snapshot.
    private var snapshot: [UInt8]?
    /// Replay: how many of the service's lines have been passed on since the last snapshot.
    private(set) var outputs = 0
    /// Redeliver: what was queued and not answered.
    private var open: [Request] = []
    /// Latest: the newest of each state, the newest last.
    private var states: [(key: Outbox.StateKey, line: Line)] = []
    /// Latest: what came since the last snapshot and is no state.
    private var news: [Line] = []
    /// Scenes come and go; nobody says which are gone, so the oldest states are let go of.
    private static let statesKept = 128

    init(_ recovery: Recovery) {
        self.recovery = recovery
    }

    /// Who is to be sent everything again must have been sent everything: none of its states are superseded.
    var keepsEveryState: Bool { recovery == .replay }
    /// Whether each line that the service writes has to be looked at.
    var watchesAnswers: Bool { if case .redeliver = recovery { !open.isEmpty } else { false } }
    /// Whether a successor is given a state before all else.
    var hasSnapshot: Bool { snapshot != nil }

    /// One line or several, of one type, are queued for the service.
    mutating func queued(_ lines: UnsafeRawBufferPointer, type: String) {
        switch recovery {
        case .replay: received.append(contentsOf: lines)
        case .redeliver(let notices, _):
            let isNotice = notices.contains { $0.matches(type) }
            for line in Self.split(lines) {
                open.append(Request(id: Self.text(.id, of: line), isNotice: isNotice, line: line))
            }
            letGoOfNotices()
        case .latest where hasSnapshot:
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
        if recovery == .replay { outputs += lines }
    }

    /// The service has written this line, which may be an answer.
    mutating func wrote(_ line: UnsafeRawBufferPointer, type: String) {
        guard case .redeliver(_, let progress) = recovery, !progress.contains(where: { $0.matches(type) }),
            case let cause = Self.text(.causationid, of: Array(line)), !cause.isEmpty
        else { return }
        open.removeAll { $0.id == cause && !$0.isNotice }
        letGoOfNotices()
    }

    /// The service has told its state as it is after the event with this id.
    mutating func took(snapshot data: [UInt8], after id: String) {
        if recovery == .latest {
            snapshot = data
            news = []
        }
        guard recovery == .replay else { return }
        var end = 0
        for line in Self.split(received) {
            end += line.count
            guard Self.text(.id, of: line) == id else { continue }
            received.removeFirst(end)
            snapshot = data
            outputs = 0
            return
        }
    }

    /// What the successor is sent, in order.
    /// - Parameter unread: the whole lines that its predecessor had not read.
    func backlog(unread: [Line] = []) -> [Line] {
        // One that had not even read its state was given an older one.
        let unread = unread.filter { !$0.starts(with: Self.restoreHead) }
        switch recovery {
        case .none: return unread
        case .replay: return restore + Self.split(received)
        case .redeliver: return open.map(\.line) + unread.filter { line in !open.contains { $0.line == line } }
        case .latest:
            let kept = states.map(\.line) + news
            return restore + kept + unread.filter { !kept.contains($0) }
        }
    }

    private static let restoreHead = Array(#"{"specversion":"1.0","type":"\#(ProcessInput.Restore.type)""#.utf8)

    private var restore: [Line] {
        guard let snapshot else { return [] }
        var restore = Event(type: ProcessInput.Restore.type)
        restore.source = "viperline"
        restore.id = "restore"
        restore.data = snapshot
        return [restore.line]
    }

    /// A notice is about requests before it; when those are answered, nobody needs it.
    private mutating func letGoOfNotices() {
        while let first = open.first, first.isNotice { open.removeFirst() }
    }

    /// Empty when there is none.
    private static func text(_ attribute: EnvelopeAttribute, of line: Line) -> String {
        let text = (try? EnvelopeScanner.scan(line.span)).flatMap { try? $0.text(attribute, in: line.span) }
        return text ?? ""
    }

    private static func split(_ bytes: some Collection<UInt8>) -> [Line] {
        bytes.split(separator: 0x0A).map { Array($0) + [0x0A] }
    }
}
