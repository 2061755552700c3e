import Platform
import Processes
import Recording
import SupervisorMessages
import Wire

/// A connection to the control socket, and what it is for.
final class ControlClient {
    enum Purpose {
        /// It asks, and gets answers.
        case asking
        case tapping(TapFilter)
        case sending
        /// The log, of one service or of all.
        case followingLog(service: String?)
    }

    /// How much of a stream may wait for one that does not read; what comes beyond is counted, not kept.
    static let patience = 4 << 20
    /// With so much waiting for it, a client's next request is left where it is.
    static let answerPatience = 1 << 18

    let connection: Descriptor
    var purpose = Purpose.asking
    /// It has said all that it will.
    var isSilent = false
    /// It is to be let go of once it has read what waits for it.
    var isLeaving = false
    /// Nobody is there any more.
    private(set) var isGone = false
    /// How many events it has sent.
    var sent = 0
    /// It may have said more than was looked at, because it does not read the answers.
    private(set) var holdsRequests = false
    private var inbox: LineBuffer
    private var outbox = Outbox()
    private var missed = 0
    /// Events have passed that it will not be sent.
    private(set) var hasMissed = false

    init(_ connection: consuming Descriptor, lineLimit: Int) {
        self.connection = connection
        inbox = LineBuffer(limit: lineLimit)
    }

    var isTapping: Bool { if case .tapping = purpose { true } else { false } }
    var hasOutput: Bool { outbox.count > 0 }

    /// Takes what it has said, if anything.
    func read() {
        guard !isSilent else {
            isGone = true
            return
        }
        let count = inbox.fill(room: 1 << 16) { space in
            Platform.read(connection.number, space.baseAddress, space.count)
        }
        if count == 0 { isSilent = true }
        if count < 0, errno != EAGAIN, errno != EINTR { isGone = true }
    }

    /// It has to read before more is done for it.
    var isBehind: Bool { outbox.count > Self.answerPatience }

    /// The next line that it has said, unless it is behind; at the end also one without LF.
    func nextLine() -> [UInt8]? {
        holdsRequests = isBehind
        guard !isBehind, let line = inbox.next() ?? (isSilent ? inbox.last() : nil) else { return nil }
        switch line {
        case .whole(let range): return Array(inbox.bytes[range])
        case .tooLong(_, let beginning): return Array(inbox.bytes[beginning])
        }
    }

    func answer(_ answer: Event) {
        var answer = answer
        answer.source = SessionLog.ownName
        answer.id = answer.causationID ?? "control"
        answer.line.withUnsafeBytes { outbox.append($0) }
    }

    /// It is so far behind that it misses what comes.
    var isFull: Bool { outbox.count > Self.patience }

    /// So many lines of its stream are not for it: it is too far behind.
    func miss(_ count: Int) {
        missed += count
        hasMissed = true
    }

    /// Lets it have lines of its stream, or counts them when it is too far behind.
    /// - Parameter count: how many lines that are.
    func offer(_ lines: [UInt8], count: Int) {
        guard !isFull else { return miss(count) }
        tellMissed()
        lines.withUnsafeBytes { outbox.append($0) }
    }

    /// The session is over: what it has missed is told, and that it has been told everything.
    func conclude() {
        switch purpose {
        case .tapping, .followingLog: break
        case .asking, .sending: return
        }
        tellMissed()
        answer(Event(SupervisorOutput.Ended.type, SupervisorOutput.Ended()))
    }

    /// How many bytes wait for it.
    var waiting: Int { outbox.count }

    /// Writes what it takes without waiting.
    func write() {
        switch outbox.write(to: connection.number) {
        case .gone: isGone = true
        case .drained: tellMissed()
        case .blocked: break
        }
    }

    private func tellMissed() {
        guard missed > 0 else { return }
        Passage.missed(missed).withUnsafeBytes { outbox.append($0) }
        missed = 0
    }
}
