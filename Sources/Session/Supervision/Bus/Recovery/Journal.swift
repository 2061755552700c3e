import Composition
import Wire

/// The part of a service's traffic that the bus keeps, so that the successor of a dead process can continue where that process
/// stopped. There is one type for each ``Recovery``.
protocol Journal {
    /// A line with its LF, as it was queued.
    typealias Line = [UInt8]

    /// True if a successor must be sent every state, so that none may be superseded in the queue.
    var needsEveryState: Bool { get }
    /// True if lines to the service have to come with their layouts.
    var readsInput: Bool { get }
    /// True if lines from the service have to come with their layouts.
    var readsOutput: Bool { get }
    /// The newest line of each state, for recordings that begin in the middle of a session.
    var newestStates: [Line] { get }
    /// How many requests the service has not answered.
    var openRequests: Int { get }
    /// The request that the service works on, if it takes them in order.
    var oldestRequest: Line? { get }

    /// Lines of one type were queued for the service.
    mutating func noteInput(_ run: LineRun, of type: String)
    /// Notes that one state was queued for the service: a line with its LF.
    mutating func noteInput(_ line: UnsafeRawBufferPointer, as key: StateKey)
    /// Notes that the bus has passed on so many lines of the service.
    mutating func noteOutput(lines: Int)
    /// Notes lines of one type that the service wrote. Only called while ``readsOutput`` holds.
    mutating func noteOutput(_ run: LineRun, of type: String)
    /// The service sent a snapshot: its state after the event with this id.
    /// - Parameters:
    ///   - id: empty where the service names no event.
    ///   - source: of that event, where its id alone may be another sender's too.
    mutating func noteSnapshot(_ data: [UInt8], after id: String, from source: String?)
    /// The lines that a successor is sent.
    /// - Parameter unread: whole lines that its predecessor had not read, in order.
    mutating func backlog(unread: [Line]) -> Backlog
    /// Troubles since the last call.
    mutating func takeTroubles() -> [JournalTrouble]
}

/// The lines that a successor is sent, in order. Lines that no process of the service was sent are as they were queued; all
/// others are marked as replayed.
struct Backlog {
    var lines: [Journal.Line]
    /// The first line is a state to begin with.
    var isRestored = false
    /// How many of the lines that the successor will write were passed on before, and are dropped.
    var saidAlready = 0
}

extension Journal {
    var needsEveryState: Bool { false }
    var readsInput: Bool { false }
    var readsOutput: Bool { false }
    var newestStates: [Line] { [] }
    var openRequests: Int { 0 }
    var oldestRequest: Line? { nil }

    mutating func noteOutput(lines: Int) {}
    mutating func noteOutput(_ run: LineRun, of type: String) {}
    mutating func noteSnapshot(_ data: [UInt8], after id: String, from source: String?) {}
    mutating func takeTroubles() -> [JournalTrouble] { [] }

    mutating func noteSnapshot(_ data: [UInt8], after id: String) { noteSnapshot(data, after: id, from: nil) }
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

/// `recovery: none`: a successor is sent what its predecessor had not read.
struct UnreadJournal: Journal {
    mutating func noteInput(_ run: LineRun, of type: String) {}
    mutating func noteInput(_ line: UnsafeRawBufferPointer, as key: StateKey) {}

    mutating func backlog(unread: [Line]) -> Backlog { Backlog(lines: RestoreLine.without(unread)) }
}

/// The line that a successor is sent first: the last snapshot of its predecessor.
enum RestoreLine {
    private static let head = Array(#"{"specversion":"1.0","type":"\#(ProcessInput.Restore.type)""#.utf8)
    /// The event that a snapshot names if the process took it before it read any other event.
    static let event = (id: "restore", source: Optional(SessionLog.ownName))

    static func make(of snapshot: [UInt8]) -> Journal.Line {
        var restore = Event(type: ProcessInput.Restore.type)
        restore.source = SessionLog.ownName
        restore.id = event.id
        restore.data = snapshot
        return restore.line
    }

    /// Leaves out an older restore line, which a process that died at once had not even read.
    static func without(_ lines: [Journal.Line]) -> [Journal.Line] { lines.filter { !$0.starts(with: head) } }
}

/// Marks an event that an earlier process of its receiver was sent too, with `"replayed":true`.
///
/// The mark follows the version, where all complete lines have the same bytes. Only the bus sets it: it is removed from
/// what services write (``EventCompletion``). So it is found and removed by comparing bytes.
enum ReplayMark {
    private static let version = Array(#"{"specversion":"1.0","#.utf8)
    private static let mark = Array(#""replayed":true,"#.utf8)

    /// - Parameter line: complete, without a mark.
    static func marked(_ line: [UInt8]) -> [UInt8] {
        guard line.starts(with: version) else { return line }
        return version + mark + line[version.count...]
    }

    static func isMarked(_ line: [UInt8]) -> Bool {
        line.starts(with: version) && line[version.count...].starts(with: mark)
    }

    static func unmarked(_ line: [UInt8]) -> [UInt8] {
        isMarked(line) ? version + line[(version.count + mark.count)...] : line
    }
}

/// Attributes that a journal reads from a line that it keeps.
enum EventLine {
    /// The event's source, if its id is this text.
    /// - Parameter line: without its LF.
    static func source(of line: UnsafeRawBufferPointer, if id: String) -> String? {
        line.withMemoryRebound(to: UInt8.self) { bytes in
            guard let layout = try? EnvelopeScanner.scan(bytes.span),
                AttributeText(line, layout[.id])?.isSame(as: id) == true
            else { return nil }
            return try? layout.text(.source, in: bytes.span)
        }
    }

    /// True if the line is the event with this id, from this source where one is named.
    /// - Parameter line: with its LF.
    static func isEvent(_ line: [UInt8], id: String, from source: String?) -> Bool {
        line.dropLast().withUnsafeBytes { bytes in
            Self.source(of: bytes, if: id).map { source == nil || source == $0 } ?? false
        }
    }
}

/// Why a successor will not get something, or will be asked once more.
enum JournalTrouble: Hashable {
    case requestsForgotten
    case statesForgotten
    case newsForgotten
    /// An answer names neither its request nor the request's chain, so the request stays open.
    case answerNamesNothing(type: String)
    /// The first answers name no open request, so those stay open.
    case answersNothing(type: String)
}

extension JournalTrouble: CustomStringConvertible {
    var description: String {
        switch self {
        case .requestsForgotten:
            "has left requests of \(JournalLimit.requests >> 20) MiB unanswered; if it dies, the oldest are not sent again "
                + "(does it name what it answers by causationid or correlationid?)"
        case .statesForgotten:
            "was sent states of more than \(JournalLimit.states >> 20) MiB; if it dies, the oldest are not sent again"
        case .newsForgotten:
            "was sent more than \(JournalLimit.news >> 20) MiB since its last snapshot; if it dies, the oldest is not "
                + "sent again"
        case .answerNamesNothing(let type):
            "wrote \"\(type)\" without causationid and correlationid, so the request that it answers is unknown; if it "
                + "dies, that request is sent again and answered twice"
        case .answersNothing(let type):
            "wrote \"\(type)\", whose causationid or correlationid names no open request (an answer's causationid is the "
                + "request's id, or its correlationid the request's correlationid)"
        }
    }
}

/// How many bytes a journal keeps; the oldest lines are dropped beyond.
enum JournalLimit {
    /// Open requests, with what is noted about each.
    static let requests = 1 << 24
    static let states = 1 << 24
    static let news = 1 << 22
}

/// Troubles that were not reported yet. Each is reported once.
struct TroubleList {
    private var pending: [JournalTrouble] = []
    private var known: Set<JournalTrouble> = []
    /// Types are the sender's to invent, so their number is bounded.
    private static let limit = 64

    mutating func note(_ trouble: JournalTrouble) {
        guard known.count < Self.limit, known.insert(trouble).inserted else { return }
        pending.append(trouble)
    }

    mutating func take() -> [JournalTrouble] {
        guard !pending.isEmpty else { return [] }
        defer { pending = [] }
        return pending
    }
}
